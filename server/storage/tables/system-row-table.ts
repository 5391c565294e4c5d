// Writes the rows that the system keeps for itself: sessions, tokens, views and others.
import type { Connection } from '../connection.ts'
import type { SystemRow, SystemTable } from '../system-row.ts'

/** Puts a row in place of the one with its key, if there is one. Rows of a person are numbered in the order of their making. */
export function putSystemRow(connection: Connection, table: SystemTable, row: SystemRow): void {
  const { key, person, expiresAt, value } = row
  const number = '(SELECT coalesce(max(number), 0) + 1 FROM system_row WHERE person = ? AND kind = ?)'
  const sql = `INSERT INTO system_row (kind, key, person, expires_at, value, number) VALUES (?, ?, ?, ?, ?, ${number}) ON CONFLICT (kind, key) DO UPDATE SET person = excluded.person, expires_at = excluded.expires_at, value = excluded.value`
  connection.prepare(sql).run([table, key, person, expiresAt, JSON.stringify(value), person, table])
}

/** Deletes the rows that expired first, at most `limit`, and returns how many they were. */
export function clearExpiredRows(connection: Connection, table: SystemTable, now: string, limit: number): number {
  const expired = 'SELECT key FROM system_row WHERE kind = ? AND expires_at <= ? ORDER BY expires_at LIMIT ? + 0'
  const sql = `DELETE FROM system_row WHERE kind = ? AND key IN (${expired})`
  return connection.prepare(sql).run([table, table, now, limit])
}

/** False: there is no such row. */
export function deleteSystemRow(connection: Connection, table: SystemTable, key: string): boolean {
  return connection.prepare('DELETE FROM system_row WHERE kind = ? AND key = ?').run([table, key]) > 0
}
