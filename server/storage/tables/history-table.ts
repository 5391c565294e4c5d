// Writes the history of records.
import type { CommandExecutor } from '../executor.ts'
import type { HistoryEntry } from '../history-entry.ts'
import type { EntityTable } from '../schema/catalogue.ts'

/** Appends an entry; its fields are kept by their numbers, which outlive a rename. */
export async function appendHistory(executor: CommandExecutor, table: EntityTable, entry: HistoryEntry): Promise<void> {
  const sql =
    'INSERT INTO history (id, entity, record, at, person, event, transition, changes, revision, line, confirmed, change_set, version, input, call) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  const { id, record, at, by, event, revision } = entry
  const confirmed = entry.confirmed && entry.confirmed.length > 0 ? JSON.stringify(entry.confirmed) : null
  await executor.post(sql, [
    id,
    table.number,
    record,
    at,
    by,
    event,
    entry.transition ?? null,
    textOf(table, entry.changes),
    revision,
    entry.line ?? null,
    confirmed,
    entry.changeSet,
    entry.version,
    entry.input === undefined ? null : JSON.stringify(entry.input),
    entry.call ?? null,
  ])
}

/** JSON of the changes, put together: an object whose names are numbers takes half as long again to make. */
function textOf(table: EntityTable, changes: HistoryEntry['changes']): string {
  let text = ''
  for (const field of Object.keys(changes)) {
    const name = JSON.stringify(String(table.fields.get(field)?.number || field))
    text += `${text === '' ? '' : ','}${name}:${JSON.stringify(changes[field])}`
  }
  return `{${text}}`
}
