// The record that a command is about, as it is before the command: it must exist for whoever acts.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { Refused } from '../refused.ts'
import { fieldsToRead } from './reading-rights.ts'
import { notFound } from './rights.ts'
import type { Work } from './work.ts'

export async function recordAtHand(work: Work, entity: Entity, id: string, trash = false): Promise<RecordValue> {
  const { transaction, storage, running, acting } = work
  const { actor, now } = acting
  const name = entity.name.identifier
  const record = await transaction.record(name, id, { trash })
  if (record === undefined) throw notFound(running.model)
  if (actor.system) return record
  const fields = await fieldsToRead({ reader: transaction, storage, running, now }, actor, name, record)
  if (fields === undefined) throw notFound(running.model)
  return record
}

/** `If-Match`: the caller changes what he saw, or nothing. */
export function checkVersion(work: Work, entity: Entity, record: RecordValue, expected: number | undefined): void {
  const current = Number(record['version'])
  if (expected === undefined || expected === current) return
  const more = { versions: { given: expected, current }, record: { entity: entity.name.identifier, id: record.id } }
  throw new Refused(refusal(work.running.model, 'changed_meanwhile', { entity: entity.name.identifier }), more)
}
