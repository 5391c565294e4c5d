// Chooses the transitions that are offered as buttons.
import { stateFor, transitionsFrom } from '#shared/decisions/4-states.ts'
import { isExpected, leadsForward } from '#shared/decisions/4-forward-transitions.ts'
import type { Decision } from '#shared/decisions/decision.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import type { Entity, TransitionInput, Transition, TransitionRow, Workflow } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { leadsBack } from '../table/bulk/leads-back.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { targetInput } from './target-input.ts'

export interface OfferedTransition {
  readonly transition: Transition
  readonly decision: Decision<WordedRefusal>
}

export function offeredTransitions(entity: Entity, record: RecordData, actor: Actor): readonly OfferedTransition[] {
  const may = record._may?.transitions
  if (!may) return []
  const possible = transitionsFrom(entity, record, actor)
  const offered = [...entity.transitions.values()].flatMap((transition): OfferedTransition[] => {
    const decision = may[transition.name.identifier]
    if (!decision || (!possible.includes(transition) && decision.allowed !== true)) return []
    return [{ transition, decision }]
  })
  // What can be done stands first; a person who can do nothing of a row of buttons need not see who else could.
  return [
    ...offered.filter((each) => each.decision.allowed === true),
    ...offered.filter((each) => each.decision.allowed !== true && !isNobodysHere(each)),
  ]
}

/**
 * The one that stands out: the first that leads forward, else one that is expected of the person all the same, as an answer is.
 * Nothing stands out where they could only refuse, cancel or send back.
 */
export function leadingTransition(
  entity: Entity,
  offered: readonly OfferedTransition[],
  record: Parameters<typeof stateFor>[1],
): Transition | undefined {
  const possible = offered.filter(({ decision }) => decision.allowed !== false).map(({ transition }) => transition)
  const has =
    (test: (entity: Entity, workflow: Workflow, row: TransitionRow, state: string) => boolean) =>
    ({ rows, field }: Transition): boolean => {
      const workflow = entity.workflows.get(field)
      return workflow !== undefined && rows.some((row) => test(entity, workflow, row, String(record[field])))
    }
  return possible.find(has((_, ...rest) => leadsForward(...rest))) ?? possible.find(has(isExpected))
}

/** Returns the label of the state in which the transition ends the record for good, if that is not the end to which its work leads. */
export function finalState(
  entity: Entity,
  transition: Transition,
  record: Parameters<typeof stateFor>[1],
): string | undefined {
  const workflow = entity.workflows.get(transition.field)
  const state = stateFor(transition, record)
  const rows = transition.rows.filter(({ from }) => from === 'any' || (from !== 'new record' && from.includes(state)))
  const ends = rows.flatMap(({ to }) => (to === 'stay' ? ['stay'] : to))
  const isRefusal = ends.length > 0 && ends.every((to) => workflow?.ends.slice(1).includes(to))
  if (!isRefusal || leadsBack(entity, transition)) return undefined
  return workflow?.states.find(({ word }) => word === ends[0])?.label
}

/** Refused for who one is rather than for what the record is. */
function isNobodysHere({ decision }: OfferedTransition): boolean {
  return decision.allowed === false && decision.refusal.code === 'not_allowed'
}

/** Lists the inputs that the transition asks for from the current state of the record: those of the rows that fit. */
export function inputsFrom(
  { workflows }: Entity,
  transition: Transition,
  record: Parameters<typeof stateFor>[1],
): readonly TransitionInput[] {
  const state = stateFor(transition, record)
  const rows = transition.rows.filter(
    (row) => row.from === 'any' || (row.from !== 'new record' && row.from.includes(state)),
  )
  const asks = rows.flatMap((row) => row.asks)
  const found = asks.length > 0 || rows.length > 0 ? asks : transition.asks
  const single = [...new Map(found.map((ask) => [ask.name.identifier, ask])).values()]
  return [
    ...single.flatMap((ask) => askedIfEmpty(ask, record)),
    ...targetInput(workflows.get(transition.field)?.states ?? [], rows),
  ]
}

/** Keeps the input of what a state requires where the field is empty. Of what its reader does not see, that is not known. */
function askedIfEmpty(ask: TransitionInput, record: { readonly [field: string]: unknown }): readonly TransitionInput[] {
  const stored = record[ask.name.identifier]
  if (ask.ifEmpty === undefined || stored === undefined) return [ask]
  if (!isEmptyValue(stored, ask.type)) return []
  return [ask.ifEmpty === 'always' ? { ...ask, required: true } : ask]
}
