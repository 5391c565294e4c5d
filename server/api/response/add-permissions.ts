// Adds `_may` to records: what the caller may do with each, and why not.
import { setImmediate } from 'node:timers/promises'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'
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
  const render = (answer: RecordPermissions<Refusal>) =>
    wordPermissions(answer, (refusal) => wordForReader(model, refusal, readsSources))
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

function wordPermissions(
  permissions: RecordPermissions<Refusal>,
  word: (refusal: Refusal) => WordedRefusal,
): RecordPermissions {
  const wordDecision = (decision: Decision): Decision<WordedRefusal> =>
    decision.allowed === false ? { allowed: false, refusal: word(decision.refusal) } : decision
  const mapped = <T, U>(values: { readonly [name: string]: T }, map: (value: T) => U) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
  return {
    update: mapped(permissions.update, (value) => (value === true ? true : word(value))),
    delete: wordDecision(permissions.delete),
    history: wordDecision(permissions.history),
    transitions: mapped(permissions.transitions, wordDecision),
  }
}
