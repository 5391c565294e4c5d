// Tells which transitions lead forward: what the main button does, and what waits for a person.
import type { Entity, TransitionRow, Workflow } from '../model/model.ts'

/**
 * The work goes on there, or is done. Of the ends only the first: the others refuse or cancel. States that the document
 * lists below the first end lead away from it, as `lost` below `returned`.
 */
function isForwardState(workflow: Workflow, state: string): boolean {
  const [goal] = workflow.ends
  if (goal === undefined || state === goal) return true
  return !workflow.ends.includes(state) && placeIn(workflow, state) < placeIn(workflow, goal)
}

/** Finds the place of a state in the order of the document. A later state is nearer to the end. */
function placeIn({ states }: Workflow, state: string): number {
  return states.findIndex(({ word }) => word === state)
}

/**
 * Decides whether a row is work that is expected of a person. Only the first end is the goal, so a person who may
 * cancel an approved record has nothing to do. Going back is expected if nobody can lead the record forward, or if
 * the row means this one person, as with an answer to a question, but not if the record ends by itself.
 */
export function isExpected(entity: Entity, workflow: Workflow, row: TransitionRow, state: string): boolean {
  if (row.to === 'stay' || !leavesState(row, state) || !row.to.some((to) => isForwardState(workflow, to))) return false
  if (leadsForward(workflow, row, state)) return true
  if (endsInTime(entity, workflow, state)) return false
  const isTheirs = row.who.some(({ kind }) => kind === 'condition')
  return (
    isTheirs || !rowsOf(entity, workflow).some((each) => each.who.length > 0 && leadsForward(workflow, each, state))
  )
}

export function leadsForward(workflow: Workflow, row: TransitionRow, state: string): boolean {
  if (row.to === 'stay' || !leavesState(row, state)) return false
  return row.to.some((to) => isForwardState(workflow, to) && placeIn(workflow, to) > placeIn(workflow, state))
}

function rowsOf({ transitions }: Entity, { field }: Pick<Workflow, 'field'>): readonly TransitionRow[] {
  return [...transitions.values()].filter((each) => each.field === field).flatMap(({ rows }) => rows)
}

function endsInTime(entity: Entity, workflow: Workflow, state: string): boolean {
  return rowsOf(entity, workflow).some(
    (row) =>
      row.after !== undefined &&
      leavesState(row, state) &&
      row.to !== 'stay' &&
      row.to.every((to) => workflow.ends.includes(to)),
  )
}

/**
 * Reports whether another record takes it along: a step of `nobody` at no moment leads forward. A book on its shelf waits for a reader, not for
 * the one who may retire it; an invoice that something else may void still waits for its payment.
 */
export function isTakenAlong(entity: Entity, workflow: Workflow, state: string): boolean {
  return rowsOf(entity, workflow).some(
    (row) => row.who.length === 0 && row.after === undefined && leadsForward(workflow, row, state),
  )
}

export function leavesState({ from, to }: TransitionRow, state: string): boolean {
  if (from === 'new record' || to === 'stay') return false
  return (from === 'any' || from.includes(state)) && !(to.length === 1 && to[0] === state)
}
