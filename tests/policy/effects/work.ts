// What happens in a random application, as plain data: transitions with effects, timers, webhooks, and calls of its own.
import type { Condition } from '../condition.ts'
import type { Entities, EntitySpec } from '../entities.ts'
import { LEVELS, ownFields } from '../entities.ts'
import { oneOf, randomCondition, WORDS } from '../random-condition.ts'
import type { Pick } from '../random-condition.ts'
import type { World } from '../world.ts'

/** The records of an entity for which a condition on `x0` holds. */
export interface SetSpec {
  readonly entity: string
  readonly where: Condition
}

export type EffectSpec =
  /** Of the record at hand, its title. */
  | { readonly kind: 'set'; readonly title: string }
  | { readonly kind: 'update'; readonly set: SetSpec; readonly title: string }
  | { readonly kind: 'create'; readonly entity: string; readonly title: string }
  /** For each of the set a record of that entity with its title. */
  | { readonly kind: 'for each'; readonly set: SetSpec; readonly entity: string }
  /** The transition `rise` of the record that `link` leads to. */
  | { readonly kind: 'do'; readonly entity: string; readonly transition: string }
  | { readonly kind: 'notify' }
  | { readonly kind: 'send'; readonly set: SetSpec }

export interface TransitionSpec {
  readonly entity: string
  readonly field: string
  readonly name: string
  readonly from: readonly string[]
  readonly to: string
  /** A role or `everyone`; absent: it happens by itself, two hours after the state was entered. */
  readonly who?: string
  readonly effects: readonly EffectSpec[]
}

/** `POST /api/own/NAME/:id` of an entity: its effects, then how many of a set the caller can see. */
export interface OwnCallSpec {
  readonly name: string
  readonly entity: string
  readonly who: string
  readonly effects: readonly EffectSpec[]
  readonly counted: SetSpec
}

/** `GET /api/own/NAME`: the set as its caller sees it. */
export interface OwnListSpec {
  readonly name: string
  readonly set: SetSpec
}

export interface Work {
  readonly transitions: readonly TransitionSpec[]
  readonly calls: readonly OwnCallSpec[]
  readonly lists: readonly OwnListSpec[]
}

export const HOURS_TO_WAIT = 2

export function randomWork(pick: Pick, { entities, roles }: World): Work {
  const others = [...entities.values()].filter(({ name }) => name !== 'Person')
  const given = roles.filter((role) => role.of === undefined).map((role) => role.name)
  const set = (ofReader: boolean): SetSpec => {
    const entity = oneOf(pick, others).name
    const asked = { entities, roles: ofReader ? [] : given, ofReader }
    return { entity, where: randomCondition(pick, asked, { x0: entity, me: 'Person' }, pick(3)) }
  }
  const grantee = (entity: string): string => {
    const fitting = roles.filter((role) => role.of === undefined || role.of.entity === entity).map((role) => role.name)
    return pick(2) === 0 ? 'everyone' : oneOf(pick, fitting)
  }
  const effects = (entity: EntitySpec, ofReader: boolean): readonly EffectSpec[] =>
    Array.from({ length: 1 + pick(3) }, () => randomEffect(pick, entities, entity, () => set(ofReader)))
  const transitions = others.flatMap((entity) =>
    statesOf(entity).flatMap((field): TransitionSpec[] => {
      const common = { entity: entity.name, field }
      const rise = {
        ...common,
        name: `rise${field}`,
        from: ['low', 'normal'],
        to: 'high',
        who: 'everyone',
        effects: [],
      }
      const move = {
        ...{ ...common, name: `move${field}`, from: LEVELS.slice(pick(2), 2 + pick(2)), to: oneOf(pick, LEVELS) },
        ...{ who: grantee(entity.name), effects: effects(entity, false) },
      }
      const fall = { ...common, name: `fall${field}`, from: ['high'], to: 'low', effects: quietEffects(pick, entity) }
      return [rise, move, fall]
    }),
  )
  const calls = others.map((entity): OwnCallSpec => {
    const name = `${entity.name.toLowerCase()}-work`
    const who = grantee(entity.name)
    return { name, entity: entity.name, who, effects: effects(entity, true), counted: set(true) }
  })
  const lists = [1, 2].map((number) => ({ name: `list-${number}`, set: set(true) }))
  return { transitions, calls, lists }
}

function randomEffect(pick: Pick, entities: Entities, entity: EntitySpec, set: () => SetSpec): EffectSpec {
  const title = oneOf(pick, WORDS)
  const any = oneOf(
    pick,
    [...entities.keys()].filter((name) => name !== 'Person'),
  )
  switch (pick(7)) {
    case 0:
      return { kind: 'update', set: set(), title }
    case 1:
      return { kind: 'create', entity: any, title }
    case 2:
      return { kind: 'for each', set: set(), entity: any }
    case 3: {
      const target = entities.get(entity.fields.find(({ name }) => name === 'link')?.target ?? '')
      const [field] = target === undefined ? [] : statesOf(target)
      if (target === undefined || field === undefined) return { kind: 'set', title }
      return { kind: 'do', entity: target.name, transition: `rise${field}` }
    }
    case 4:
      return { kind: 'notify' }
    case 5:
      return { kind: 'send', set: set() }
    default:
      return { kind: 'set', title }
  }
}

/** Of what happens by itself at one moment no part depends on another: which is first says nothing. */
function quietEffects(pick: Pick, { name }: EntitySpec): readonly EffectSpec[] {
  const title = 'amber'
  return pick(2) === 0 ? [{ kind: 'set', title }] : [{ kind: 'create', entity: name, title }]
}

function statesOf(entity: EntitySpec): readonly string[] {
  return ownFields(entity).flatMap(({ name, binds }) => (binds === undefined ? [] : [name]))
}
