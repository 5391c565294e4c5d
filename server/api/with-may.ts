// Adds to records what their reader may do to them, and for what he may not, why: `_may`.
import { setImmediate } from 'node:timers/promises'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import { mayReadCitations } from '#shared/decisions/project-model.ts'
import type { RecordMay } from '#shared/protocol/record.ts'
import { may } from '../records/may.ts'
import type { ApiDependencies, Exchange } from './exchange.ts'

export async function withMay(
  dependencies: ApiDependencies,
  { acting, running }: Exchange,
  entity: string,
  items: readonly string[],
): Promise<readonly string[]> {
  const told = mayReadCitations(running.model, acting.actor) ? (answer: RecordMay) => answer : withoutSources
  const answers: string[] = []
  for (const [at, item] of items.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const { id } = JSON.parse(item) as { readonly id: string }
    const answer = await may(dependencies, acting, entity, id)
    answers.push(answer === undefined ? item : `${item.slice(0, -1)},"_may":${JSON.stringify(told(answer))}}`)
  }
  return answers
}

/** Each takes 0.1 ms: after so many, others have a turn. */
const AT_ONCE = 50

function withoutSources(answer: RecordMay): RecordMay {
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
