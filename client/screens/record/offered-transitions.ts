// Which transitions are shown as buttons: those that lead on from here and that this person could do, allowed or not.
import { transitionsFrom } from '#shared/decisions/4-states.ts'
import type { Actor, Decision } from '#shared/decisions/decision.ts'
import type { Entity, Input, Transition, TransitionRow, Workflow } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record.ts'

export interface OfferedTransition {
  readonly transition: Transition
  readonly decision: Decision
}

export function offeredTransitions(entity: Entity, record: RecordData, actor: Actor): readonly OfferedTransition[] {
  const { workflow } = entity
  const may = record._may?.transitions
  if (!workflow || !may) return []
  const state = String(record[workflow.field] ?? '')
  const possible = transitionsFrom(entity, state, actor)
  const offered = [...workflow.transitions.values()].flatMap((transition): OfferedTransition[] => {
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

/** The one that stands out: the first that can be done and goes on from here; what ends the work does so only where nothing goes on. */
export function leadingTransition({ workflow }: Entity, offered: readonly OfferedTransition[]): Transition | undefined {
  const possible = offered.filter(({ decision }) => decision.allowed !== false).map(({ transition }) => transition)
  const goesOn = (transition: Transition): boolean =>
    transition.rows.some(({ to }) => to === 'stay' || to.some((state) => !workflow?.ends.includes(state)))
  return possible.find(goesOn) ?? possible[0]
}

/** Refused for who one is rather than for what the record is. */
function isNobodysHere({ decision }: OfferedTransition): boolean {
  return decision.allowed === false && decision.refusal.code === 'not_allowed'
}

/** What it asks from that state: the inputs of the rows that fit. */
export function asksFrom(workflow: Workflow, transition: Transition, state: string): readonly Input[] {
  const rows = transition.rows.filter(
    (row) => row.from === 'any' || (row.from !== 'new record' && row.from.includes(state)),
  )
  const asks = rows.flatMap((row) => row.asks)
  const found = asks.length > 0 || rows.length > 0 ? asks : transition.asks
  const single = [...new Map(found.map((ask) => [ask.name.identifier, ask])).values()]
  return [...single, ...whereTo(workflow, rows)]
}

/** Where a row leads to one of several states, the person says to which. */
function whereTo(workflow: Workflow, rows: readonly TransitionRow[]): readonly Input[] {
  const row = rows.find(({ to }) => to !== 'stay' && to.length > 1)
  if (!row || row.to === 'stay') return []
  const { to } = row
  const span = { start: 0, end: 0 }
  const words = workflow.states
    .filter(({ word }) => to.includes(word))
    .map(({ word, label }) => ({ word, label, span }))
  return [
    {
      name: { label: 'To', identifier: 'to', span },
      type: { kind: 'one of', words },
      valueType: { kind: 'choice', words: words.map(({ word }) => word) },
      required: true,
      cite: row.cite,
    },
  ]
}
