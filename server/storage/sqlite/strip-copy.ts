// Takes out of a copy of the database what lets people in elsewhere, and what waits to be sent.
import { FUNCTIONS } from './sql-functions.ts'
import { openSqlite } from './open-sqlite.ts'
import type { SystemTable } from '../system-row.ts'
import type { JobKind } from '../job.ts'

const CREDENTIALS: readonly SystemTable[] = [
  'session',
  'token',
  'calendar',
  'link',
  'second_factor',
  'passkey',
  'identity',
  'idempotency',
  'draft',
]
const MESSAGES: readonly JobKind[] = ['mail', 'webhook']

/** `path`: of a copy that nobody has open. Messages that wait are those of the true application, which sends them. */
export function stripCopy(path: string): void {
  const connection = openSqlite(path, { role: 'writer', functions: FUNCTIONS })
  try {
    for (const kind of CREDENTIALS) connection.prepare('DELETE FROM system_row WHERE kind = ?').run([kind])
    for (const kind of MESSAGES) connection.prepare('DELETE FROM job WHERE kind = ?').run([kind])
  } finally {
    connection.close()
  }
}
