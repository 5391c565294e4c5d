// Works out which steps of a workflow a person is expected to do, by their roles and the document.
import { isWayOn, placeIn } from '#shared/decisions/4-ways-on.ts'
import { someNode } from '#shared/expressions/walk.ts'
import type { Entity, Grantee, Transition, TransitionRow, Workflow } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface NextStep {
  readonly transition: Transition
  /** From which it leads elsewhere. */
  readonly states: readonly string[]
  /** Of these, where it is what the person is expected to do. */
  readonly expected: readonly string[]
  /** Its condition asks who does it: of others it is not expected. */
  readonly isPersonal: boolean
}

/** Those that leave a state in which the person is expected to do something, and are not for everyone. */
export function nextSteps(entity: Entity, actor: Actor): readonly NextStep[] {
  const steps = [...entity.transitions.values()].flatMap((transition): NextStep[] => {
    const workflow = entity.workflows.get(transition.field)
    const rows = transition.rows.filter((row) => row.to !== 'stay' && row.who.some((who) => isMeant(who, actor)))
    if (workflow === undefined || rows.length === 0) return []
    const states = openStates(workflow).filter((word) => rows.some((row) => leads(row, word)))
    const expected = states.filter(
      (word) =>
        !goesWithOthers(entity, workflow.field, word) && rows.some((row) => goesOn(entity, workflow, row, word)),
    )
    const isPersonal = rows.some(({ when }) => when !== undefined && someNode(when.tree, ({ kind }) => kind === 'me'))
    return [{ transition, states, expected, isPersonal }]
  })
  return steps.flatMap((step) => {
    const isExpected = (state: string): boolean =>
      steps.some(({ transition, expected }) => transition.field === step.transition.field && expected.includes(state))
    const states = step.states.filter(isExpected)
    return states.length === 0 ? [] : [{ ...step, states }]
  })
}

/**
 * Of the ends only the first is where work goes: who may cancel what is approved has nothing to do. Back is where the record goes
 * that nobody can lead forward, or whose row means this one person: an answer to a question. But where it ends by itself, nobody has
 * to take it back.
 */
function goesOn(entity: Entity, workflow: Workflow, row: TransitionRow, state: string): boolean {
  if (row.to === 'stay' || !leads(row, state) || !row.to.some((to) => isWayOn(workflow, to))) return false
  if (leadsForward(workflow, row, state)) return true
  if (endsInTime(entity, workflow, state)) return false
  const isTheirs = row.who.some(({ kind }) => kind === 'condition')
  return (
    isTheirs || !rowsOf(entity, workflow).some((each) => each.who.length > 0 && leadsForward(workflow, each, state))
  )
}

function leadsForward(workflow: Workflow, row: TransitionRow, state: string): boolean {
  if (row.to === 'stay' || !leads(row, state)) return false
  return row.to.some((to) => isWayOn(workflow, to) && placeIn(workflow, to) > placeIn(workflow, state))
}

function rowsOf({ transitions }: Entity, { field }: Pick<Workflow, 'field'>): readonly TransitionRow[] {
  return [...transitions.values()].filter((each) => each.field === field).flatMap(({ rows }) => rows)
}

function endsInTime(entity: Entity, workflow: Workflow, state: string): boolean {
  return rowsOf(entity, workflow).some(
    (row) =>
      row.after !== undefined &&
      leads(row, state) &&
      row.to !== 'stay' &&
      row.to.every((to) => workflow.ends.includes(to)),
  )
}

function openStates({ states, ends }: Workflow): readonly string[] {
  return states.map(({ word }) => word).filter((word) => !ends.includes(word))
}

/** `nobody`, and at no moment: another record takes it along. A book on its shelf waits for a reader, not for the one who may retire it. */
function goesWithOthers(entity: Entity, field: string, state: string): boolean {
  return rowsOf(entity, { field }).some((row) => row.who.length === 0 && row.after === undefined && leads(row, state))
}

function isMeant(who: Grantee, { roles }: Actor): boolean {
  if (who.kind === 'condition') return true
  return who.kind === 'role' && who.roles.some((role) => roles.includes(role))
}

function leads({ from, to }: TransitionRow, state: string): boolean {
  if (from === 'new record' || to === 'stay') return false
  return (from === 'any' || from.includes(state)) && !(to.length === 1 && to[0] === state)
}
