// Declares a record from the server, with expanded relations and permissions.
import type { RecordPermissions } from '#shared/protocol/record.ts'

/** A record in JSON form; a relation is an id, or the related record where it was expanded. */
export interface RecordData {
  readonly id: string
  readonly _version?: number
  readonly _may?: RecordPermissions
  readonly [field: string]: unknown
}

export function isRecordData(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

/** The id of a relation's value, expanded or not. */
export function relatedId(value: unknown): string | null {
  if (typeof value === 'string') return value
  return isRecordData(value) ? value.id : null
}

/** A record with ids in place of the records that were expanded: the form in which it is edited and validated. */
export function collapseRecord(record: RecordData): RecordData {
  const plain: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(record)) {
    if (field === '_may' || field === '_omitted') continue
    plain[field] = Array.isArray(value)
      ? value.map((item: unknown) => (isRecordData(item) ? item.id : item))
      : isRecordData(value)
        ? value.id
        : value
  }
  return { ...plain, id: record.id }
}

/** The record and those that came along with it, collapsed, by their ids. */
export function recordsWithin(record: RecordData): ReadonlyMap<string, RecordData> {
  const found = new Map<string, RecordData>()
  const collect = (each: RecordData): void => {
    found.set(each.id, collapseRecord(each))
    for (const value of Object.values(each).flat()) if (isRecordData(value)) collect(value)
  }
  collect(record)
  return found
}
