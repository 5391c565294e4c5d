// Writes the rows that the system keeps for itself: sessions, tokens, views and others.
import type { CommandExecutor, Executor, SqlValue } from '../executor.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import type { SystemRow, SystemTable } from '../system-row.ts'

/** Puts a row in place of the one with its key, if there is one. Rows of a person are numbered in the order of their making. */
export async function putSystemRow(executor: CommandExecutor, table: SystemTable, row: SystemRow): Promise<void> {
  const { key, person, expiresAt, value } = row
  const number = '(SELECT coalesce(max(number), 0) + 1 FROM system_row WHERE person = ? AND kind = ?)'
  const sql = `INSERT INTO system_row (kind, key, person, expires_at, value, number) VALUES (?, ?, ?, ?, ?, ${number}) ON CONFLICT (kind, key) DO UPDATE SET person = excluded.person, expires_at = excluded.expires_at, value = excluded.value`
  await executor.post(sql, [table, key, person, expiresAt, JSON.stringify(value), person, table])
}

/** Gives the statement that reads the rows whose keys begin with one of these, and its values. */
export function selectSystemRows(
  { boundTexts }: StorageDialect,
  table: SystemTable,
  prefixes: readonly string[],
  now: string,
): readonly [sql: string, values: readonly SqlValue[]] {
  const [only] = prefixes
  const isOne = prefixes.length === 1
  const [from, begun] = isOne ? ['system_row', '?'] : [`(${boundTexts}) AS begun CROSS JOIN system_row`, 'begun.value']
  const sql = `SELECT key, person, expires_at, system_row.value FROM ${from} WHERE kind = ? AND key >= ${begun} AND key < ${begun} || ? AND (expires_at IS NULL OR expires_at > ?)`
  if (isOne) return [sql, [table, only ?? '', only ?? '', END_OF_TEXT, now]]
  return [sql, [JSON.stringify(prefixes), table, END_OF_TEXT, now]]
}

/** Follows every character of a key. */
const END_OF_TEXT = '\u{10ffff}'

/** Deletes the rows that expired first, at most `limit`, and returns how many they were. */
export async function clearExpiredRows(
  executor: Executor,
  table: SystemTable,
  now: string,
  limit: number,
): Promise<number> {
  const expired = 'SELECT key FROM system_row WHERE kind = ? AND expires_at <= ? ORDER BY expires_at LIMIT ? + 0'
  const sql = `DELETE FROM system_row WHERE kind = ? AND key IN (${expired})`
  return await executor.run(sql, [table, table, now, limit])
}

/** False: there is no such row. */
export async function deleteSystemRow(executor: Executor, table: SystemTable, key: string): Promise<boolean> {
  return (await executor.run('DELETE FROM system_row WHERE kind = ? AND key = ?', [table, key])) > 0
}
