// Adds `_may` to records: what the caller may do with each, and why not.
import { setImmediate } from 'node:timers/promises'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import { canReadCitations } from '#shared/decisions/project-model.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import { findPermissions } from '../../records/record-permissions.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'

export async function addPermissions(
  dependencies: ApiDependencies,
  { actorContext, running }: RequestContext,
  entity: string,
  items: readonly string[],
): Promise<readonly string[]> {
  const told = canReadCitations(running.model, actorContext.actor)
    ? (answer: RecordPermissions) => answer
    : withoutSources
  const answers: string[] = []
  for (const [at, item] of items.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const { id } = JSON.parse(item) as { readonly id: string }
    const answer = await findPermissions(dependencies, actorContext, entity, id)
    answers.push(answer === undefined ? item : `${item.slice(0, -1)},"_may":${JSON.stringify(told(answer))}}`)
  }
  return answers
}

/** Each takes 0.1 ms: after so many, others have a turn. */
const AT_ONCE = 50

function withoutSources(answer: RecordPermissions): RecordPermissions {
  const mapped = <T, U>(values: { readonly [name: string]: T }, map: (value: T) => U) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
  return {
    update: mapped(answer.update, (value) => (value === true ? true : bare(value))),
    delete: bareDecision(answer.delete),
    history: bareDecision(answer.history),
    transitions: mapped(answer.transitions, bareDecision),
  }
}

function bareDecision(decision: Decision): Decision {
  return decision.allowed === false ? { allowed: false, refusal: bare(decision.refusal) } : decision
}

function bare({ cites: _, errors, ...refusal }: Refusal): Refusal {
  return { ...refusal, errors: errors.map(({ cites: __, ...error }) => error) }
}
