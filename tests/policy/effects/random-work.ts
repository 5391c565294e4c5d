// Makes what happens in a random application: transitions, timers and calls, with effects of all kinds.
import type { Condition } from '../condition.ts'
import type { Entities, EntitySpec } from '../entities.ts'
import { LEVELS, ownFields, reversesOf } from '../entities.ts'
import { oneOf, randomCondition, WORDS } from '../random/random-condition.ts'
import type { Pick } from '../random/random-condition.ts'
import type { World } from '../world.ts'
import { randomEvents, refusedRecords } from './random-events.ts'
import type {
  EffectSpec,
  EventSpec,
  OutgoingSpec,
  OwnCallSpec,
  PlainEffect,
  SetSpec,
  TransitionSpec,
  Work,
} from './work.ts'

type Names = { readonly [name: string]: string }

/** The parts that an effect is made of. */
interface RandomParts {
  readonly pick: Pick
  readonly entities: Entities
  /** Entity of the record at hand. */
  readonly entity: EntitySpec
  readonly isInCall: boolean
  /** Effects that are refused once they are done: creating these records, and giving one of these codes. */
  readonly refused: readonly EffectSpec[]
  set(): SetSpec
  /** On the record at hand, and on what has these names besides. */
  condition(more?: Names): Condition
}

const WHEN_DELETED = ['cleared when deleted', 'cleared when deleted', 'deleted with it', undefined] as const

/** Relations of which some let go, and some go along, when what they lead to is deleted. */
export function randomDeletions(pick: Pick, world: World): World {
  const entities = [...world.entities.values()].map((entity) => ({
    ...entity,
    fields: entity.fields.map((field) => {
      const whenDeleted = oneOf(pick, WHEN_DELETED)
      const isFree = field.name === 'link' || field.name === 'parent'
      return !isFree || whenDeleted === undefined ? field : { ...field, whenDeleted }
    }),
  }))
  return { ...world, entities: new Map(entities.map((entity) => [entity.name, entity])) }
}

export function randomWork(pick: Pick, { entities, roles, rows }: World): Work {
  const events = randomEvents(pick, entities)
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
  const effects = (entity: EntitySpec, ofReader: boolean): readonly EffectSpec[] => {
    const names = { [ofReader ? entity.name.toLowerCase() : 'this']: entity.name, me: 'Person' }
    const condition = (more: Names = {}) =>
      randomCondition(pick, { entities, roles: given }, { ...names, ...more }, pick(3))
    const codes = (rows[entity.name] ?? []).flatMap(({ code }) => (typeof code === 'string' ? [code] : []))
    const refused = [
      ...refusedRecords(events).map((each): EffectSpec => ({ kind: 'create', ...each })),
      ...codes.slice(0, 3).map((code): EffectSpec => ({ kind: 'set code', code })),
    ]
    const random: RandomParts = {
      pick,
      entities,
      entity,
      isInCall: ofReader,
      refused,
      set: () => set(ofReader),
      condition,
    }
    const others = Array.from({ length: 1 + pick(3) }, () => randomEffect(random))
    return pick(2) === 0 ? others : [tryEffect(random), ...others]
  }
  const transitions = others.flatMap((entity) =>
    statesOf(entity).flatMap((field): TransitionSpec[] => {
      const common = { entity: entity.name, field }
      const rise = {
        ...common,
        name: `rise${field}`,
        from: ['low', 'normal'],
        to: 'high',
        who: 'everyone',
        effects: hesitantEffects(pick, entity.name, set),
      }
      const move = {
        ...common,
        name: `move${field}`,
        from: LEVELS.slice(pick(2), 2 + pick(2)),
        to: oneOf(pick, LEVELS),
        who: grantee(entity.name),
        effects: effects(entity, false),
      }
      const fall = {
        ...common,
        name: `fall${field}`,
        from: ['high'],
        to: 'low',
        effects: quietEffects(pick, entities, entity),
      }
      return [rise, move, fall]
    }),
  )
  const calls = others.map((entity): OwnCallSpec => {
    const name = `${entity.name.toLowerCase()}-work`
    const who = grantee(entity.name)
    return { name, entity: entity.name, who, effects: effects(entity, true), counted: set(true) }
  })
  const lists = [1, 2].map((number) => ({ name: `list-${number}`, set: set(true) }))
  const outgoing = others.flatMap((entity) => randomOutgoing(pick, entity, { transitions, events }, () => set(false)))
  return { transitions, events, calls, lists, outgoing }
}

function randomOutgoing(
  pick: Pick,
  { name: entity, fields }: EntitySpec,
  { transitions, events }: { readonly transitions: readonly TransitionSpec[]; readonly events: readonly EventSpec[] },
  set: () => SetSpec,
): readonly OutgoingSpec[] {
  const own = transitions.filter((each) => each.entity === entity)
  const quiet = own.filter(({ who }) => who === undefined)
  const hasFriends = fields.some(({ name }) => name === 'friends')
  const done = own.map((each) => ({
    when: `.${each.name}`,
    occasion: { kind: 'done', transition: each.name } as const,
    isQuiet: quiet.includes(each),
  }))
  const isMade = (each: EffectSpec): boolean => each.kind === 'create' && each.entity === entity
  const isMadeInQuiet = [...quiet, ...events].some(({ effects }) => effects.some(isMade))
  const isDeletedInQuiet = quiet.some(({ effects }) => effects.some(({ kind }) => kind === 'delete own'))
  const all: readonly (Omit<OutgoingSpec, 'entity' | 'counted'> & { readonly isQuiet: boolean })[] = [
    ...done,
    { when: ' created', occasion: { kind: 'created' }, isQuiet: isMadeInQuiet },
    { when: ' changed', occasion: { kind: 'changed' }, isQuiet: false },
    { when: '.title changed', occasion: { kind: 'changed', field: 'title' }, isQuiet: false },
    ...(hasFriends
      ? [{ when: '.friends changed', occasion: { kind: 'changed', field: 'friends' } as const, isQuiet: false }]
      : []),
    { when: ' deleted', occasion: { kind: 'deleted' }, isQuiet: isDeletedInQuiet },
  ]
  return all
    .filter(() => pick(3) === 0)
    .map(({ when, occasion, isQuiet }) => ({ entity, when, occasion, ...(isQuiet ? {} : { counted: set() }) }))
}

const KINDS = [
  ...([
    'set',
    'update',
    'update',
    'create',
    'delete',
    'delete own',
    'refuse',
    'refuse',
    'add',
    'add',
    'remove',
    'add other',
    'remove other',
  ] as const),
  ...([
    'do',
    'do',
    'notify',
    'notify',
    'send',
    'send',
    'for each',
    'for each',
    'for each',
    'try',
    'try',
    'try',
  ] as const),
]

/** `otherwise` belongs to the first `try` of a sentence: what is tried first has none. */
function randomEffect(parts: RandomParts, isTried = false): EffectSpec {
  const { pick, set } = parts
  const kind = oneOf(
    pick,
    KINDS.filter((each) => each !== 'try' || !isTried),
  )
  if (kind === 'try') return tryEffect(parts)
  if (kind !== 'for each') return plainEffect(parts, kind)
  const items = set()
  return { kind, set: items, inner: eachEffect(parts, items.entity, isTried) }
}

/**
 * Makes a `try`, whose first effect is more often than others refused on its way, with something done that must be
 * undone.
 */
function tryEffect(parts: RandomParts): EffectSpec {
  const { pick, refused } = parts
  const form = pick(4)
  const first =
    form < 2 && refused.length > 0
      ? oneOf(pick, refused)
      : form < 3
        ? plainEffect(parts, 'do')
        : randomEffect(parts, true)
  return { kind: 'try', first, otherwise: plainEffect(parts, oneOf(pick, ['set', 'notify', 'create', 'refuse'])) }
}

function plainEffect(parts: RandomParts, kind: PlainKind): EffectSpec {
  const { pick, entities, entity, isInCall, set, condition } = parts
  const linked = entities.get(entity.fields.find(({ name }) => name === 'link')?.target ?? '')
  const title = oneOf(pick, WORDS)
  const simple = { kind: 'set', title } as const
  // What is always refused is of no use; so is what always deletes.
  const isConditional = kind === 'refuse' || kind === 'delete own' || pick(4) === 0
  const when = isConditional ? { if: condition() } : {}
  switch (kind) {
    case 'update':
      return { kind, set: set(), title, ...when }
    case 'create':
      return { kind, entity: anyOf(pick, entities), title, ...(pick(3) === 0 ? { unlessExists: true } : {}), ...when }
    case 'add other':
    case 'remove other': {
      const hasFriends = linked?.fields.some(({ name }) => name === 'friends') === true
      const other = { kind, entity: linked?.name ?? '', who: oneOf(pick, ['me', 'owner'] as const) }
      return { ...(isInCall && hasFriends ? other : simple), ...when }
    }
    case 'do': {
      const rise = riseOf(linked)
      return { ...(rise === undefined ? simple : { kind, ...rise }), ...when }
    }
    case 'add':
    case 'remove': {
      const hasFriends = entity.fields.some(({ name }) => name === 'friends')
      const who = oneOf(pick, ['me', 'owner', { ...set(), entity: 'Person', where: ANYBODY(pick) }] as const)
      return { ...(hasFriends ? { kind, who } : simple), ...when }
    }
    case 'delete':
    case 'send':
      return { kind, set: set(), ...when }
    case 'set':
      return { ...simple, ...when }
    default:
      return { kind, ...when }
  }
}

type PlainKind = Exclude<(typeof KINDS)[number], 'try' | 'for each'>

/** People by their team. */
const ANYBODY = (pick: Pick): Condition => ({
  kind: 'compare',
  operator: oneOf(pick, ['==', '!=']),
  left: { kind: 'path', from: 'x0', steps: ['team'] },
  right: { kind: 'literal', value: oneOf(pick, WORDS) },
})

/** On `each_one`, which is of that entity. */
function eachEffect(parts: RandomParts, of: string, isTried: boolean): EffectSpec {
  const { pick, entities, condition } = parts
  const rise = riseOf(entities.get(of))
  const others: readonly PlainEffect[] = [
    { kind: 'set each', entity: of, title: oneOf(pick, WORDS) },
    { kind: 'create each', entity: anyOf(pick, entities) },
    { kind: 'delete each', entity: of },
    { kind: 'refuse', if: condition({ each_one: of }) },
    ...(rise === undefined ? [] : [{ kind: 'do each' as const, ...rise }]),
  ]
  const chosen = oneOf(pick, others)
  if (!isTried && pick(3) === 0) return { kind: 'try', first: chosen, otherwise: oneOf(pick, others) }
  return chosen.if !== undefined || pick(4) > 0 ? chosen : { ...chosen, if: condition({ each_one: of }) }
}

function anyOf(pick: Pick, entities: Entities): string {
  return oneOf(
    pick,
    [...entities.keys()].filter((name) => name !== 'Person'),
  )
}

function riseOf(entity: EntitySpec | undefined): { readonly entity: string; readonly transition: string } | undefined {
  const [field] = entity === undefined ? [] : statesOf(entity)
  return entity === undefined || field === undefined ? undefined : { entity: entity.name, transition: `rise${field}` }
}

/** Makes effects that are followed by a refusal. They must be undone, for `try` as for all. */
function hesitantEffects(pick: Pick, own: string, set: (ofReader: boolean) => SetSpec): readonly EffectSpec[] {
  if (pick(2) === 0) return []
  const { entity, where } = set(false)
  const exists = { kind: 'exists', set: { kind: 'all', entity }, variable: 'x0', where } as const
  return [
    { kind: 'set', title: oneOf(pick, WORDS) },
    { kind: 'create', entity: own, title: oneOf(pick, WORDS) },
    { kind: 'refuse', if: exists },
  ]
}

/**
 * Makes effects that happen by themselves at one moment. No part of them depends on another, so their order makes no
 * difference.
 */
function quietEffects(pick: Pick, entities: Entities, entity: EntitySpec): readonly EffectSpec[] {
  const { name, fields } = entity
  const set = { kind: 'set', title: 'amber' } as const
  const hasFriends = fields.some((field) => field.name === 'friends')
  // What nothing leads to, and only one thing happens to, goes by itself.
  if (isFree(entities, entity) && pick(2) === 0) return [set, { kind: 'delete own' }]
  return oneOf(pick, [
    [set],
    [set, { kind: 'create', entity: name, title: 'amber' }, { kind: 'refuse' }],
    [{ kind: 'create', entity: name, title: 'amber' }],
    [{ kind: 'try', first: { kind: 'refuse' }, otherwise: set }],
    hasFriends ? [{ kind: 'add', who: 'owner' }] : [set],
  ])
}

function isFree(entities: Entities, entity: EntitySpec): boolean {
  return statesOf(entity).length === 1 && reversesOf(entities, entity.name).length === 0
}

function statesOf(entity: EntitySpec): readonly string[] {
  return ownFields(entity).flatMap(({ name, binds }) => (binds === undefined ? [] : [name]))
}
