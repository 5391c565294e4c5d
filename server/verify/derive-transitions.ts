// Derives checks of point 4: every transition from every state by people of every kind.
import type { Entity, Transition, TransitionRow } from '#shared/model/model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { InLanguages } from '#shared/text/language.ts'
import type { Check, CheckStep, Derivation, Expectation } from './check.ts'
import { valuesAfter } from './effects-on-world.ts'
import type { Situation } from './evaluate-on-world.ts'
import { isUnknownOn, NotDerived } from './evaluate-on-world.ts'
import type { Reader, TransitionOutcome } from './expected-permissions.ts'
import { conditionsOf, nodesOf, outcomeOfTransition, readableOf } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, inputFor, joinDerived, situationOf } from './plan.ts'
import { NO_RECORD_MADE } from './reasons.ts'
import type { World } from './world.ts'
import { worldWith } from './world.ts'

export function deriveTransitions(plan: Plan): Derivation {
  const entities = [...plan.model.entities.values()]
  return joinDerived(
    entities.flatMap((entity) => [...entity.transitions.values()].map((each) => deriveTransition(plan, entity, each))),
  )
}

function deriveTransition(plan: Plan, entity: Entity, transition: Transition): Derivation {
  const [first] = transition.rows
  const states = entity.workflows.get(transition.field)?.states ?? []
  if (first === undefined || transition.rows.every(({ from }) => from === 'new record'))
    return { checks: [], notTestable: first ? [{ line: first.cite, why: { says: CREATES } }] : [] }
  return joinDerived(
    states.flatMap(({ word, label }) =>
      plan.kinds.map((reader) =>
        deriveFor(first.cite, () => checksFrom(plan, { entity, transition, state: { word, label }, reader })),
      ),
    ),
  )
}

interface Question {
  readonly entity: Entity
  readonly transition: Transition
  readonly state: { readonly word: string; readonly label: string }
  readonly reader: Reader
}

type Case = TransitionOutcome | { readonly kind: 'hidden'; readonly row: TransitionRow | undefined }

/** One check for each outcome that there is on some record, and one more where a condition is neither true nor false. */
function checksFrom(plan: Plan, asked: Question): readonly Check[] {
  const { entity, transition, state } = asked
  const about = [
    ...conditionsOf(entity, ['read']),
    ...[...entity.transitions.values()].flatMap(({ rows }) =>
      rows.flatMap(({ who, when }) => [...who.flatMap(nodesOf), ...(when ? [when.tree] : [])]),
    ),
  ]
  const candidates = candidatesFor(plan.maker, entity, about, 'transitions', { [transition.field]: state.word })
  if (candidates.length === 0) throw new NotDerived(NO_RECORD_MADE)
  const found = new Map<string, Check>()
  for (const candidate of candidates) {
    const made = checkOf(plan, asked, candidate)
    if (made !== undefined && !found.has(made.side)) found.set(made.side, made.check)
  }
  return [...found.values()]
}

function checkOf(plan: Plan, asked: Question, { record, given }: RecordCandidate) {
  const { entity, transition, state, reader } = asked
  const all = [...given, { entity: entity.name.identifier, record }]
  const world = worldWith(plan.maker.world, all)
  const here = situationOf(plan, reader, record, world)
  const early = inputFor(plan, here, transition.asks)
  const outcome = caseOf(plan, asked, record, world, early?.values ?? {})
  const line = outcome.row ?? transition.rows[0]
  if (line === undefined) return undefined
  const input = outcome.kind === 'done' ? inputFor(plan, here, outcome.row.asks) : early
  if (input === undefined) return undefined
  const to = outcome.kind === 'done' && outcome.row.to !== 'stay' ? outcome.row.to : [state.word]
  const body = { ...input.body, ...(outcome.kind === 'done' && to.length > 1 ? { to: to[0] } : {}) }
  const check: Check = {
    line: line.cite,
    says: {
      says: TAKING[outcome.kind],
      values: { transition: transition.name.label, state: state.label, reader: reader.said },
    },
    given: all,
    as: reader.person?.id ?? null,
    request: { method: 'POST', path: apiPath(entity, record.id, transition.path), body },
    expects: expectationOf(plan, asked, outcome, { record, world, to: to.slice(0, 1) }),
    ...(outcome.kind === 'done'
      ? { then: stepsAfter(plan, asked, { here, outcome, to: to[0], values: input.values }) }
      : {}),
  }
  const isOpen = transition.rows.some(({ when }) => when !== undefined && isUnknownOn(here, when.tree))
  return { side: `${outcome.kind} ${isOpen}`, check }
}

/** Reads what its effects have set, as somebody who may read it. */
function stepsAfter(
  { writer }: Plan,
  { entity, transition }: Question,
  done: {
    readonly here: Situation
    readonly outcome: TransitionOutcome & { readonly kind: 'done' }
    readonly to: string | undefined
    readonly values: NonNullable<ReturnType<typeof inputFor>>['values']
  },
): readonly CheckStep[] {
  const { here, outcome, to, values } = done
  const record = here.this
  if (writer === undefined || record === undefined) return []
  const start = { [transition.field]: to, updated_by: here.me?.id ?? null }
  const after = valuesAfter({ ...here, input: values }, entity, outcome.row.then, start)
  return Object.entries(after).map(([field, value]) => ({
    as: writer.person?.id ?? null,
    request: { method: 'GET', path: apiPath(entity, record.id) },
    expects: { kind: 'value', field, is: [value] },
  }))
}

function caseOf(
  plan: Plan,
  { entity, transition, reader }: Question,
  record: RecordValue,
  world: World,
  input: NonNullable<ReturnType<typeof inputFor>>['values'],
): Case {
  const here = { ...situationOf(plan, reader, record, world), input }
  const outcome = outcomeOfTransition(here, reader, transition)
  return readableOf(here, reader, entity) === undefined ? { kind: 'hidden', row: outcome.row } : outcome
}

function expectationOf(
  plan: Plan,
  { entity, transition, reader }: Question,
  outcome: Case,
  { record, world, to }: { readonly record: RecordValue; readonly world: World; readonly to: readonly string[] },
): Expectation {
  const readable = readableOf(situationOf(plan, reader, record, world), reader, entity)
  const showsState = readable?.has(transition.field) === true
  switch (outcome.kind) {
    case 'done':
      return showsState ? { kind: 'done', to: { field: transition.field, is: to } } : { kind: 'done' }
    case 'hidden':
      return { kind: 'refused', statuses: [401, 403, 404] }
    case 'not allowed':
      if (outcome.code === undefined) return { kind: 'refused', statuses: [401, 403] }
      return { kind: 'refused', statuses: [statusOfCode(plan, outcome.code)], codes: [outcome.code] }
    case 'wrong state':
      return showsState
        ? { kind: 'refused', statuses: [409] }
        : { kind: 'refused', statuses: [403, 404, 409], hides: 'state' }
    case 'condition unmet': {
      const { otherwise } = outcome.row ?? {}
      if (otherwise === undefined) return { kind: 'refused', statuses: [403, 404, 409, 422] }
      return { kind: 'refused', statuses: [statusOfCode(plan, otherwise)], codes: [otherwise] }
    }
  }
}

function statusOfCode({ model }: Plan, code: string): number {
  return model.errors.get(code)?.status ?? 409
}

const CREATES = { en: 'it creates a record', de: 'der Übergang legt einen Eintrag an' }
const TAKING: { readonly [kind in Case['kind']]: InLanguages } = {
  done: { en: '{transition} from {state} as {reader}: done', de: '{transition} aus {state} als {reader}: getan' },
  hidden: {
    en: '{transition} from {state} as {reader}: hidden',
    de: '{transition} aus {state} als {reader}: verborgen',
  },
  'not allowed': {
    en: '{transition} from {state} as {reader}: not allowed',
    de: '{transition} aus {state} als {reader}: nicht erlaubt',
  },
  'wrong state': {
    en: '{transition} from {state} as {reader}: wrong state',
    de: '{transition} aus {state} als {reader}: falscher Zustand',
  },
  'condition unmet': {
    en: '{transition} from {state} as {reader}: condition unmet',
    de: '{transition} aus {state} als {reader}: Bedingung nicht erfüllt',
  },
}
