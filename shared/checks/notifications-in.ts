// Lists the notifications of a document, with what is known where each of them is sent.
import { conjunctsOf, someNode } from '../expressions/walk.ts'
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { ValueAssignment } from '../expressions/satisfiability.ts'
import { wholeDomain } from '../expressions/value-domain.ts'
import { callName } from '../model/4-states/fields-of-input.ts'
import type { FieldSetting } from '../model/4-states/types.ts'
import type { Effect, Entity, Model } from '../model/model.ts'
import type { MetCondition } from './field-access.ts'
import { inputsHandedOn } from './inputs-handed-on.ts'
import { type NamedValues, namesOfInputs, recipientsOf, withNameOf } from './named-recipients.ts'
import { type ChosenByInput, peopleAskedBy, peopleTakenBy } from './recipients-by-input.ts'

export type Notify = Extract<Effect, { readonly kind: 'notify' }>

/** A notification, and what is known of the record that it is about. */
export interface Notification {
  readonly effect: Notify
  /** The recipients as they are written. */
  readonly written: Node
  /** Absent in calls and schedules, which are not about their record at hand. */
  readonly about?: NotifiedRecord
  /** The people that inputs name. */
  readonly inputs: ChosenByInput
  /** Meanings of the names in its text. */
  readonly names: NamedValues
  /** Conditions that the effects before it have met, and those that were asked before them and still hold. */
  readonly met: readonly MetCondition[]
  /** True where effects before it may have changed other records. */
  readonly isAfterChanges: boolean
}

export interface NotifiedRecord {
  readonly entity: Entity
  /** The states that it may have by then, and what is known of its values so. */
  readonly states?: readonly string[]
  readonly start: ValueAssignment
  /** The conditions of its choices, where it has just been created with them. */
  readonly made?: readonly MetCondition[]
}

/** Effects after which what was chosen may no longer be as it was. */
const CHANGING_OTHERS: ReadonlySet<Effect['kind']> = new Set(['do', 'update', 'delete', 'for each', 'try'])

interface Place extends Pick<Notification, 'inputs' | 'names'> {
  readonly about?: NotifiedRecord
  readonly met?: readonly MetCondition[]
  readonly isAfterChanges?: boolean
}

export function notificationsIn(model: Model): readonly Notification[] {
  const { entities, calls, schedules } = model
  const none = { inputs: new Map(), names: new Map() }
  const all = [...entities.values()].flatMap((entity) => [
    ...[...entity.transitions.entries()].flatMap(([name, { field, rows, asks }]) => {
      const inputs = asks.map((ask) => ask.name.identifier)
      const names = new Map([
        ...inputsHandedOn(model, entity, name),
        ...namesOfInputs(model, entity, { transition: name }, inputs),
      ])
      return rows.flatMap((row) => {
        const states = row.to === 'stay' ? row.from : row.to
        const about = typeof states === 'string' ? { entity, start: new Map() } : inStates(entity, field, states)
        // The step itself changes the state.
        const met = partsMet(row.when).filter(({ tree }) => row.to === 'stay' || !readsOf(tree).own.includes(field))
        return notificationsOf(row.then, { about, names, inputs: peopleAskedBy(model, entity, name, row), met })
      })
    }),
    ...[...entity.timers.values()].flatMap(({ field, runsIn, then }) =>
      notificationsOf(then, { ...none, about: inStates(entity, field, runsIn) }),
    ),
    ...entity.events.flatMap(({ event, when, then }) => {
      const isJustMade = event === 'created' && !then.some(({ kind }) => CHANGING_OTHERS.has(kind))
      const made = isJustMade ? [...entity.fields.values()].flatMap(({ chooseFrom }) => chooseFrom ?? []) : []
      const about = isJustMade ? whenCreated(entity) : { entity, start: new Map() }
      return notificationsOf(then, { ...none, about: { ...about, made }, met: partsMet(when) })
    }),
  ])
  return [
    ...all,
    ...calls.flatMap((call) => {
      const entity = entities.get(call.finds.find(({ name }) => name === call.of)?.entity ?? '')
      const taken = call.takes.map(({ name }) => name)
      const names = entity && namesOfInputs(model, entity, { call: callName(call) }, taken)
      return notificationsOf(call.steps, { ...none, inputs: peopleTakenBy(model, call), ...(names && { names }) })
    }),
    ...[...schedules.values()].flatMap(({ then }) => notificationsOf(then, none)),
  ]
}

function notificationsOf(effects: readonly Effect[], place: Place): readonly Notification[] {
  const { about, inputs } = place
  let { names, met = [], isAfterChanges = false } = place
  const here = about === undefined ? { inputs } : { inputs, about }
  return effects.flatMap((effect): readonly Notification[] => {
    const within = { ...here, names, met: [...met, ...partsMet(effect.if)], isAfterChanges }
    if (effect.kind === 'notify') {
      const who = { ...effect.who, tree: recipientsOf(effect.who.tree, names) }
      return [{ ...within, effect: { ...effect, who }, written: effect.who.tree }]
    }
    if (effect.kind === 'for each') {
      const isChanging = effect.effects.some(({ kind }) => CHANGING_OTHERS.has(kind))
      const started = isChanging ? { met: [], isAfterChanges: true } : {}
      const found = notificationsOf(effect.effects, { ...within, ...started, names: withNameOf(names, effect) })
      if (effect.effects.some(({ kind }) => kind !== 'notify')) met = []
      isAfterChanges ||= isChanging
      return found
    }
    names = withNameOf(names, effect)
    met = metAfter(effect, met, about?.entity)
    isAfterChanges ||= CHANGING_OTHERS.has(effect.kind)
    return effect.kind === 'try'
      ? notificationsOf([effect.effect, effect.otherwise], { ...here, names, isAfterChanges })
      : []
  })
}

/** The parts of a condition that say the same of everybody: what it asks of `me` it asks of who does the step. */
function partsMet(condition: MetCondition | undefined): readonly MetCondition[] {
  const parts = condition === undefined ? [] : conjunctsOf(condition.tree)
  return parts
    .filter((part) => !someNode(part, ({ kind }) => kind === 'me' || kind === 'old'))
    .map((tree) => ({ tree }))
}

/** Effects that change no field of a record that is there. */
const CHANGING_NONE: ReadonlySet<Effect['kind']> = new Set(['let', 'refuse', 'send', 'create', 'restart'])

/** Lists what is met after an effect: what it sets, and what was met and reads nothing of that. */
function metAfter(effect: Effect, met: readonly MetCondition[], atHand: Entity | undefined): readonly MetCondition[] {
  if (CHANGING_NONE.has(effect.kind)) return met
  if (effect.kind !== 'set' && effect.kind !== 'update') return []
  const settings: readonly FieldSetting[] = effect.kind === 'set' ? [effect] : effect.fields
  const entity = effect.kind === 'set' ? atHand?.name.identifier : effect.entity
  const reads = (tree: Node): boolean =>
    someNode(
      tree,
      (node) =>
        ['reverse', 'records', 'me', 'old'].includes(node.kind) ||
        (node.kind === 'field' && node.entity === entity && settings.some(({ field }) => field === node.field)),
    )
  const kept = met.filter(({ tree }) => !reads(tree))
  if (effect.if !== undefined || entity === undefined) return kept
  const made = settings.flatMap(({ field, value: { tree: right, span }, type }): readonly MetCondition[] => {
    const own: Node = { kind: 'this', type: { kind: 'record', entity }, span }
    const record = effect.kind === 'set' ? own : effect.records.tree
    if (reads(right) || reads(record)) return []
    const left: Node = { kind: 'field', record, entity, field, type, span }
    return [{ tree: { kind: 'binary', operator: '==', left, right, type: BOOLEAN, span } }]
  })
  return [...kept, ...made]
}

/** A new record is in its first state, or in that to which a step creates it. */
function whenCreated(entity: Entity): NotifiedRecord {
  const [workflow, ...others] = entity.workflows.values()
  if (workflow === undefined || others.length > 0) return { entity, start: new Map() }
  const rows = [...entity.transitions.values()].flatMap((step) => step.rows.filter(({ from }) => from === 'new record'))
  const made = rows.flatMap(({ to }) => (to === 'stay' ? [] : to))
  return inStates(entity, workflow.field, [...new Set([workflow.starts, ...made])])
}

function inStates(entity: Entity, field: string, states: readonly string[]): NotifiedRecord {
  const start = new Map([[`this.${field}`, wholeDomain({ kind: 'choice', words: states }, false)]])
  return { entity, states, start }
}
