// Loads the record of a command under the actor's read policy, and compares `If-Match`.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { Refused } from '../../policy/refused.ts'
import { readableFieldsOf } from './row-policy.ts'
import { notFound } from '../../policy/policy.ts'
import type { CommandContext } from './command-context.ts'

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
  if (record === undefined) throw notFound(running.model)
  if (actor.system) return record
  const fields = await readableFieldsOf({ database: transaction, storage, running, now }, actor, name, record)
  if (fields === undefined) throw notFound(running.model)
  return record
}

/** `If-Match`: the caller changes the version that they read, or nothing. */
export function validateVersion(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  expected: number | undefined,
): void {
  const current = Number(record['version'])
  if (expected === undefined || expected === current) return
  const more = { versions: { given: expected, current }, record: { entity: entity.name.identifier, id: record.id } }
  throw new Refused(makeRefusal(context.running.model, 'changed_meanwhile', { entity: entity.name.identifier }), more)
}
