// Adds `_may` to records: what the caller may do with each, and why not.
import { setImmediate } from 'node:timers/promises'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import { findPermissions } from '../../records/read/record-permissions.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'

export async function addPermissions(
  dependencies: ApiDependencies,
  { actorContext, running }: RequestContext,
  entity: string,
  items: readonly string[],
): Promise<readonly string[]> {
  const { model } = running
  const readsSources = canReadCitations(model, actorContext.actor)
  const render = (answer: RecordPermissions) =>
    mapRefusals(answer, (refusal) => (readsSources ? wordRefusal(model, refusal) : bare(wordRefusal(model, refusal))))
  const answers: string[] = []
  for (const [at, item] of items.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const { id } = JSON.parse(item) as { readonly id: string }
    const answer = await findPermissions(dependencies, actorContext, entity, id)
    answers.push(answer === undefined ? item : `${item.slice(0, -1)},"_may":${JSON.stringify(render(answer))}}`)
  }
  return answers
}

/** Each takes 0.1 ms: after so many, others have a turn. */
const AT_ONCE = 50

function mapRefusals(answer: RecordPermissions, change: (refusal: Refusal) => Refusal): RecordPermissions {
  const changeDecision = (decision: Decision): Decision =>
    decision.allowed === false ? { allowed: false, refusal: change(decision.refusal) } : decision
  const mapped = <T, U>(values: { readonly [name: string]: T }, map: (value: T) => U) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
  return {
    update: mapped(answer.update, (value) => (value === true ? true : change(value))),
    delete: changeDecision(answer.delete),
    history: changeDecision(answer.history),
    transitions: mapped(answer.transitions, changeDecision),
  }
}

function bare({ cites: _, errors, ...refusal }: Refusal): Refusal {
  return { ...refusal, errors: errors.map(({ cites: __, ...error }) => error) }
}
