// Applies the read policy to one record: whether the actor may read it, and which of its fields.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Storage } from '../../storage/storage.ts'
import { evaluateConditions } from './condition-facts.ts'
import { policyOf } from '../../policy/policy.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface RowPolicyContext {
  readonly database: Pick<DatabaseHandle, 'facts' | 'record'>
  readonly storage: Storage
  readonly running: RunningDocument
  readonly now: string
}

/**
 * The fields of the record that the actor may read, see in its history, or export; undefined: for the actor
 * the record does not exist.
 */
export async function readableFieldsOf(
  context: RowPolicyContext,
  actor: Actor,
  entity: string,
  record: RecordValue,
  way: 'read' | 'history' | 'export' = 'read',
): Promise<ReadonlySet<string> | undefined> {
  const entityPolicy = policyOf(context.running, actor).entity(entity)
  const policy =
    way === 'read' ? entityPolicy.read : way === 'export' ? entityPolicy.exported : entityPolicy.inHistory()
  if (policy.rows === false) return undefined
  if (policy.rows === true && policy.isSameInAllRows) return policy.readable
  const answer = await evaluateConditions(policy.conditions, context, { actor, now: context.now }, { record })
  if (policy.rows !== true && answer(policy.rows) !== true) return undefined
  if (policy.isSameInAllRows) return policy.readable
  return new Set(policy.fields.filter(({ when }) => when === true || answer(when) === true).map(({ field }) => field))
}

/** Works like `readableFieldsOf`, for a record that is given by id. */
export async function readableFieldsById(
  policyContext: RowPolicyContext,
  actor: Actor,
  entity: string,
  id: string,
  way: 'read' | 'history' = 'read',
): Promise<ReadonlySet<string> | undefined> {
  const record = await policyContext.database.record(entity, id)
  return record === undefined ? undefined : readableFieldsOf(policyContext, actor, entity, record, way)
}
