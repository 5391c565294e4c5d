// Writes the inbox of people.
import type { Connection } from '../connection.ts'
import type { InboxEntry } from '../history-entry.ts'

/** `entity`: the number of its table. */
export function appendInbox(connection: Connection, entity: number, entry: InboxEntry): void {
  const sql =
    'INSERT INTO inbox (person, id, at, subject, message, entity, record, read_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
  const { person, id, at, subject, text, record, readAt } = entry
  connection.prepare(sql).run([person, id, at, subject, text, entity, record, readAt])
}

/** Marks an entry as read, if it was not before. False: the person has no such entry. */
export function markEntryRead(connection: Connection, person: string, id: string, at: string): boolean {
  const sql = 'UPDATE inbox SET read_at = coalesce(read_at, ?) WHERE person = ? AND id = ?'
  return connection.prepare(sql).run([at, person, id]) > 0
}
