// Works out which steps of a workflow a person is expected to do, by their roles and the document.
import { isExpected, isTakenAlong, leavesState } from '#shared/decisions/4-forward-transitions.ts'
import { someNode } from '#shared/expressions/walk.ts'
import type { Entity, Grantee, Transition, Workflow } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface NextStep {
  readonly transition: Transition
  /** States from which the transition leads to another state. */
  readonly states: readonly string[]
  /** Those of `states` in which the person is expected to take this step. */
  readonly expected: readonly string[]
  /** Its condition asks who does it: of others it is not expected. */
  readonly isPersonal: boolean
}

/** Lists the steps that leave a state in which the person is expected to act, and are not for everyone. */
export function nextSteps(entity: Entity, actor: Actor): readonly NextStep[] {
  const steps = [...entity.transitions.values()].flatMap((transition): NextStep[] => {
    const workflow = entity.workflows.get(transition.field)
    const rows = transition.rows.filter((row) => row.to !== 'stay' && row.who.some((who) => isMeant(who, actor)))
    if (workflow === undefined || rows.length === 0) return []
    const states = openStates(workflow).filter((word) => rows.some((row) => leavesState(row, word)))
    const expected = states.filter(
      (word) => !isTakenAlong(entity, workflow, word) && rows.some((row) => isExpected(entity, workflow, row, word)),
    )
    const isPersonal = rows.some(({ when }) => when !== undefined && someNode(when.tree, ({ kind }) => kind === 'me'))
    return [{ transition, states, expected, isPersonal }]
  })
  return steps.flatMap((step) => {
    const isExpectedIn = (state: string): boolean =>
      steps.some(({ transition, expected }) => transition.field === step.transition.field && expected.includes(state))
    const states = step.states.filter(isExpectedIn)
    return states.length === 0 ? [] : [{ ...step, states }]
  })
}

function openStates({ states, ends }: Workflow): readonly string[] {
  return states.map(({ word }) => word).filter((word) => !ends.includes(word))
}

function isMeant(who: Grantee, { roles }: Actor): boolean {
  if (who.kind === 'condition') return true
  return who.kind === 'role' && who.roles.some((role) => roles.includes(role))
}
