// Walks a record's history from the newest entry, with the record as it was before and after each.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'

export interface HistoryStep {
  readonly entry: HistoryEntry
  readonly after: RecordValue
  /** Undefined: with this entry the record was created. */
  readonly before: RecordValue | undefined
}

const AT_ONCE = 200

/** `record`: as it is now. What older entries do not tell (a relation that a deletion cleared) counts as it was afterwards. */
export async function* walkHistory(
  database: Pick<DatabaseHandle, 'history'>,
  entity: string,
  record: RecordValue,
): AsyncIterable<HistoryStep> {
  let state = record
  let last: string | undefined
  for (;;) {
    const page = { limit: AT_ONCE + 1, ...(last === undefined ? {} : { before: last }) }
    const entries = await database.history(entity, record.id, page)
    for (const [index, entry] of entries.slice(0, AT_ONCE).entries()) {
      const after = { ...state, ...valuesOf(entry, 1), ...stampOf(entry) }
      state = { ...after, ...valuesOf(entry, 0), ...stampOf(entries[index + 1]) }
      yield { entry, after, before: entry.event === 'created' ? undefined : state }
    }
    if (entries.length <= AT_ONCE) return
    last = entries[AT_ONCE - 1]?.id
  }
}

function valuesOf({ changes }: HistoryEntry, side: 0 | 1): { readonly [field: string]: unknown } {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]))
}

function stampOf(entry: HistoryEntry | undefined): { readonly [field: string]: unknown } {
  if (entry === undefined) return {}
  return { updated_at: entry.at, updated_by: entry.by, ...(entry.version === 0 ? {} : { _version: entry.version }) }
}
