// Writes the inbox of people.
import type { CommandExecutor, Executor } from '../executor.ts'
import type { InboxEntry } from '../history-entry.ts'

/** Stands in place of the number of a table where a message is about no record. */
export const NO_ENTITY = 0

/** `entity`: the number of its table. */
export async function appendInbox(
  executor: CommandExecutor,
  entity: number | undefined,
  entry: InboxEntry,
): Promise<void> {
  const sql =
    'INSERT INTO inbox (person, id, at, subject, message, entity, record, read_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
  const { person, id, at, subject, text, record, readAt } = entry
  await executor.post(sql, [person, id, at, subject, text, entity ?? NO_ENTITY, record ?? '', readAt])
}

/** Marks an entry as read, if it was not before. False: the person has no such entry. */
export async function markEntryRead(executor: Executor, person: string, id: string, at: string): Promise<boolean> {
  const sql = 'UPDATE inbox SET read_at = coalesce(read_at, ?) WHERE person = ? AND id = ?'
  return (await executor.run(sql, [at, person, id])) > 0
}
