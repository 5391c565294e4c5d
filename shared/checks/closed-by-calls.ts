// Notes values that a call answers with, or names, of a record that its own steps have closed to the caller.
import * as say from '../diagnostics/warnings-of-calls.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { wholeDomain } from '../expressions/value-domain.ts'
import { childrenOf } from '../expressions/walk.ts'
import { expressionsOfTemplate } from '../model/7-calls/template-expressions.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import type { Effect, Model } from '../model/model.ts'
import type { Span } from '../text/span.ts'
import { accessAt } from './field-access.ts'
import { mayFind, namedCallers, readersLike, sayCallers } from './fields-of-calls.ts'
import { leadsOn, statesOf } from './states-in-effects.ts'

/** A record of a call whose states are known after its steps so far, field by field. */
interface RecordInStates {
  readonly entity: string
  readonly states: ReadonlyMap<string, readonly string[]>
}

/** The records by the names that the call has for them. */
type RecordsInStates = ReadonlyMap<string, RecordInStates>

const NOTHING_KNOWN: RecordsInStates = new Map()

export function checkClosedByCalls(model: Model): readonly Diagnostic[] {
  if (!model.rolesShown) return []
  return model.calls.flatMap((call) => checkCall(model, call))
}

function checkCall(model: Model, call: DocumentCall): readonly Diagnostic[] {
  let known = NOTHING_KNOWN
  const named = call.steps.flatMap((step) => {
    const found = step.kind === 'let' ? closedIn(model, call, step.value, known) : []
    known = knownAfter(model, call, step, known)
    return found
  })
  const answered = call.answer?.body ? expressionsOfTemplate(call.answer.body) : []
  const all = [...named, ...answered.flatMap((each) => closedIn(model, call, each, known))]
  return [...Map.groupBy(all, ({ cause }) => cause).values()].flatMap((alike) => {
    const fields = [...new Set(alike.flatMap((each) => each.fields))]
    return alike.map(({ span, about, callers, cause }) =>
      say.callClosesWhatItReads(span, { ...wordsOf(model, about, fields), callers }, { cause }),
    )
  })
}

interface ClosedValue {
  readonly span: Span
  readonly about: RecordInStates
  readonly fields: readonly string[]
  readonly callers: readonly string[]
  /** Values of one call with the same cause are one message. */
  readonly cause: string
}

function closedIn(
  model: Model,
  call: DocumentCall,
  { tree, span }: Expression,
  known: RecordsInStates,
): readonly ClosedValue[] {
  return [...known].flatMap(([name, about]) => {
    const read = fieldsOf(model, tree, (node) => nameOf(node, call) === name)
    const closed = namedCallers(call).flatMap((caller) => {
      const fields = read.filter(
        (field) => mayFind(model, about.entity, field, caller) && isClosed(model, about, field, caller),
      )
      return fields.length > 0 ? [{ caller, fields }] : []
    })
    if (closed.length === 0) return []
    const callers = sayCallers(
      model,
      closed.map(({ caller }) => caller),
    )
    const cause = JSON.stringify([call.method, call.path, name, [...about.states], callers])
    return [{ span, about, fields: closed.flatMap((each) => each.fields), callers, cause }]
  })
}

function wordsOf(model: Model, { entity: name, states }: RecordInStates, fields: readonly string[]) {
  const entity = model.entities.get(name)
  return {
    entity: entity?.name.label ?? name,
    what: fields.map((field) => entity?.fields.get(field)?.name.label ?? field),
    states: [...states].flatMap(([field, words]) =>
      words.map((word) => entity?.workflows.get(field)?.states.find((each) => each.word === word)?.label ?? word),
    ),
  }
}

/** Lists the fields that an expression reads of one record, also by a shape. */
function fieldsOf(model: Model, node: Node, isRecord: (node: Node) => boolean): readonly string[] {
  const own = node.kind === 'field' && isRecord(node.record) ? [node.field] : []
  const [record, named] = node.kind === 'call' && node.name === 'shape' ? node.arguments : []
  const shape =
    record && isRecord(record) && named?.kind === 'literal' ? model.shapes.get(String(named.value)) : undefined
  const shown = shape?.entries.flatMap(({ value }) => fieldsOf(model, value.tree, ({ kind }) => kind === 'this')) ?? []
  return [...own, ...shown, ...childrenOf(node).flatMap((child) => fieldsOf(model, child, isRecord))]
}

/** Is there no way in which they read the field of a record in these states? */
function isClosed(model: Model, { entity, states }: RecordInStates, field: string, caller: string): boolean {
  const start = new Map(
    [...states].map(([of, words]) => [`this.${of}`, wholeDomain({ kind: 'choice', words }, false)] as const),
  )
  const record: Node = { kind: 'this', type: { kind: 'record', entity }, span: { start: 0, end: 0 } }
  return readersLike(model, caller).every(
    (role) => accessAt(model, role, { start })({ entity, field, record }) === 'never',
  )
}

/** The name of a record that the call finds, makes or names; `this` is the one at hand. */
function nameOf(node: Node, { of }: DocumentCall): string | undefined {
  if (node.kind === 'this') return of
  return node.kind === 'input' ? node.name : undefined
}

/** The states that are known after a step, if they were known before it. */
function knownAfter(model: Model, call: DocumentCall, step: Effect, known: RecordsInStates): RecordsInStates {
  const hasEvents = [...model.entities.values()].some(({ events }) => events.length > 0)
  switch (step.kind) {
    case 'let': {
      const alias = known.get(nameOf(step.value.tree, call) ?? '')
      const others = [...known].filter(([name]) => name !== step.name)
      return new Map(alias ? [...others, [step.name, alias]] : others)
    }
    case 'do':
      return afterStep(model, call, step, known)
    case 'create': {
      const entity = model.entities.get(step.entity)
      if (hasEvents || !entity) return NOTHING_KNOWN
      if (step.name === undefined || step.if || step.exists || entity.workflows.size === 0) return known
      const states = new Map([...entity.workflows].map(([field, { starts }]) => [field, [starts]] as const))
      return new Map([...known, [step.name, { entity: step.entity, states }]])
    }
    case 'set':
    case 'add':
    case 'remove':
    case 'update':
    case 'delete':
      return hasEvents ? NOTHING_KNOWN : known
    case 'for each':
    case 'try':
    case 'sign up':
    case 'sign in':
    case 'sign out':
      return NOTHING_KNOWN
    default:
      return known
  }
}

function afterStep(
  model: Model,
  call: DocumentCall,
  { entity: of, transition, records, if: condition }: Effect & { readonly kind: 'do' },
  known: RecordsInStates,
): RecordsInStates {
  const entity = model.entities.get(of)
  const step = entity?.transitions.get(transition)
  if (!entity || !step || leadsFurther(model, of, transition)) return NOTHING_KNOWN
  // Another name may stand for the same record.
  const others = [...known].filter(([, each]) => each.entity !== of)
  const name = nameOf(records.tree, call)
  if (name === undefined || condition) return new Map(others)
  const before = known.get(name)
  const was = before?.states.get(step.field)
  const to = step.rows.flatMap((row) => {
    const states = statesOf(entity, step.field, row)
    const from = states.from.filter((state) => was?.includes(state) !== false)
    if (from.length === 0) return []
    return row.to === 'stay' ? from : states.to
  })
  if (to.length === 0) return new Map(others)
  const states = new Map([...(before?.states ?? []), [step.field, [...new Set(to)]] as const])
  return new Map([...others, [name, { entity: of, states }]])
}

/** May what a step does, or what happens after a change of its record, lead the record on at once? */
function leadsFurther(model: Model, of: string, transition: string): boolean {
  const { transitions, events } = model.entities.get(of) ?? {}
  const hasEvents = [...model.entities.values()].some((each) => each.events.length > 0)
  const then = transitions?.get(transition)?.rows.flatMap((row) => row.then) ?? []
  return (
    then.some((each) => leadsOn(each, hasEvents)) ||
    (events ?? []).some((each) => each.then.some((effect) => leadsOn(effect, true)))
  )
}
