// Asks the grants that a person's write needs, of the record as it is written.
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { PreparedWritePolicy } from '../../policy/entity-policy.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import type { CommandContext } from './command-context.ts'

/** The fields that a person writes, and the policy that it needs; on the document's authority none applies. */
export interface RequestedWrite {
  readonly policy: PreparedWritePolicy
  readonly fields: readonly string[]
  /** Evaluates conditions on the record before an update. */
  readonly evaluateBefore?: Evaluator
}

export interface WrittenSnapshot extends RecordSnapshot {
  readonly old: RecordValue | null
}

/** Throws the refusal of the grants that the write needs. `evaluated`: conditions that were evaluated on the record already. */
export async function requireRequested(
  context: CommandContext,
  { policy, fields, evaluateBefore }: RequestedWrite,
  { record, old }: WrittenSnapshot,
  evaluated?: Evaluator,
): Promise<void> {
  const evaluate = evaluated ?? (await evaluateNow(context, policy.conditions, { record, old }))
  const evaluators = evaluateBefore === undefined ? [evaluate] : [evaluateBefore, evaluate]
  const decision = decideWrite(context.running.model, policy, fields, evaluators)
  if (decision.allowed !== false) return
  const snapshot = old === null ? { record } : { record, old }
  await refuseWithMessage(context, decision.refusal, { entity: policy.entity, snapshot })
}
