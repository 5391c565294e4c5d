// Finds the records that the path of a call names, outermost first; each must exist for the caller.
import type { PathRecord } from '#shared/model/7-calls/types.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { coerceValue } from '#shared/fields/coerce-value.ts'
import { asGiven } from '#shared/fields/sequence.ts'
import { entityNamed } from '../policy/policy.ts'
import { readableFieldsOf } from '../records/access/row-policy.ts'
import { isRecordId } from '../records/new-id.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import type { CallReadContext } from './call-values.ts'
import { refused } from '../policy/refused.ts'

/** Ids by the records' names; 404 for one that is not there, that may not be read, or that belongs to another one. */
export async function findCallRecords(
  reading: CallReadContext,
  database: Pick<DatabaseHandle, 'facts' | 'record' | 'recordBy'>,
  finds: readonly PathRecord[],
  path: ReadonlyMap<string, string>,
): Promise<{ readonly [name: string]: string }> {
  const ids: { [name: string]: string } = {}
  for (const wanted of finds) {
    const record = await findOne(reading, database, wanted, path.get(wanted.parameter) ?? '')
    const { running, storage, actorContext } = reading
    const policyContext = { database, storage, running, now: actorContext.now }
    const readable = record && (await readableFieldsOf(policyContext, actorContext.actor, wanted.entity, record))
    // By a field that they may not read nobody finds a record, nor learns to what it belongs.
    const isFound = readable !== undefined && (wanted.field === 'id' || readable.has(wanted.field))
    if (!record || !isFound || !belongs(wanted, record, ids)) throw refused('not_found', {}, { entity: wanted.entity })
    ids[wanted.name] = record.id
  }
  return ids
}

async function findOne(
  { running }: CallReadContext,
  database: Pick<DatabaseHandle, 'record' | 'recordBy'>,
  { entity, field }: PathRecord,
  text: string,
): Promise<RecordValue | undefined> {
  if (field === 'id') return isRecordId(text) ? database.record(entity, text) : undefined
  const found = entityNamed(running.model, entity).fields.get(field)
  if (found === undefined) return undefined
  const given = found.valueType.kind === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
  const read = coerceValue(given, { type: asGiven(found.type) })
  return 'value' in read && read.value !== null ? database.recordBy(entity, field, read.value) : undefined
}

function belongs({ within }: PathRecord, record: RecordValue, before: { readonly [name: string]: string }): boolean {
  return within === undefined || record[within.field] === before[within.record]
}
