// Declares a record whose relations may be expanded, and collapses it to ids.

/** A relation is an id, or the related record where it was expanded. */
export interface ExpandedRecord {
  readonly id: string
  readonly [field: string]: unknown
}

/** Files have ids too, and so may JSON; records have a version. */
export function isExpandedRecord(value: unknown): value is ExpandedRecord {
  return (
    typeof value === 'object' && value !== null && '_version' in value && 'id' in value && typeof value.id === 'string'
  )
}

/** A record with ids in place of the records that were expanded: the form in which it is edited and validated. */
export function collapseRecord<R extends ExpandedRecord>(record: R): R {
  const plain: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(record)) {
    if (BESIDE_FIELDS.has(field)) continue
    plain[field] = Array.isArray(value)
      ? value.map((item: unknown) => (isExpandedRecord(item) ? item.id : item))
      : isExpandedRecord(value)
        ? value.id
        : value
  }
  return { ...plain, id: record.id } as R
}

const BESIDE_FIELDS: ReadonlySet<string> = new Set(['_may', '_timers', '_omitted'])

/** The record and those that came along with it, collapsed, by their ids. */
export function recordsWithin<R extends ExpandedRecord>(record: R): ReadonlyMap<string, R> {
  const found = new Map<string, R>()
  const collect = (each: R): void => {
    found.set(each.id, collapseRecord(each))
    for (const value of Object.values(each).flat()) if (isExpandedRecord(value)) collect(value as R)
  }
  collect(record)
  return found
}
