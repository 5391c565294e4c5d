// Loads the record of a command under the actor's policy: readable, and permitted.
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { Refused, refused } from '../../policy/refused.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import type { PreparedWritePolicy } from '../../policy/entity-policy.ts'
import type { CommandContext } from './command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'

export async function loadRecord(
  context: CommandContext,
  entity: Entity,
  id: string,
  trash = false,
): Promise<RecordValue> {
  const { transaction, storage, running, actorContext } = context
  const { actor, now } = actorContext
  const name = entity.name.identifier
  const record = await transaction.record(name, id, { trash })
  if (record === undefined) throw refused('not_found', {}, { entity: name })
  if (actor.system) return record
  const fields = await readableFieldsOf({ database: transaction, storage, running, now }, actor, name, record)
  if (fields === undefined) throw refused('not_found', {}, { entity: name })
  return record
}

/**
 * Refuses a verb that the actor has no permission for. Meant for verbs that are decided once, on the record as it is.
 */
export async function requirePermission(
  context: CommandContext,
  policy: PreparedWritePolicy,
  record: RecordValue,
): Promise<void> {
  const { model } = context.running
  if (policy.grants.length === 0) throw new Refused(refuseUngranted(model, policy, undefined))
  const snapshot = { record, old: record }
  const decision = decideWrite(model, policy, [], [await evaluateNow(context, policy.conditions, snapshot)])
  if (decision.allowed === false)
    await refuseWithMessage(context, decision.refusal, { entity: policy.entity, snapshot })
}
