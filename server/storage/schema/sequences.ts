// Counts sequences in their own table, per field and group.
import { formatSequence, readSequence } from '#shared/fields/sequence.ts'
import type { Connection } from '../sqlite/connection.ts'
import type { FieldPlace } from './catalogue.ts'

export function nextNumber(connection: Connection, field: number, per: string): number {
  const sql =
    'INSERT INTO sequence (field, per, last) VALUES (?, ?, 1) ON CONFLICT (field, per) DO UPDATE SET last = last + 1 RETURNING last'
  return Number(connection.prepare(sql).get([field, per])?.[0])
}

/**
 * Gives the rows without a number theirs, in the order in which they were made. What was counted otherwise before (without
 * groups, or by hand) is gone on from: no number comes twice. `per`: the column that a group is known by.
 */
export function numberRows(
  connection: Connection,
  table: string,
  place: FieldPlace,
  type: { readonly pattern?: string },
  per = "''",
): void {
  const highest = new Map<string, number>()
  for (const [value, group] of connection
    .prepare(`SELECT ${place.name}, ${per} FROM ${table} WHERE ${place.name} IS NOT NULL`)
    .all([])) {
    const number = type.pattern === undefined ? Number(value) : readSequence(type.pattern, String(value))
    const key = String(group ?? '')
    if (number !== undefined) highest.set(key, Math.max(number, highest.get(key) ?? 0))
  }
  const raise = connection.prepare(
    'INSERT INTO sequence (field, per, last) VALUES (?, ?, ?) ON CONFLICT (field, per) DO UPDATE SET last = max(last, excluded.last)',
  )
  for (const [group, last] of highest) raise.run([place.number, group, last])
  const rows = connection.prepare(`SELECT row, ${per} FROM ${table} WHERE ${place.name} IS NULL ORDER BY row`).all([])
  const update = connection.prepare(`UPDATE ${table} SET ${place.name} = ? WHERE row = ?`)
  for (const [row, group] of rows) {
    const last = nextNumber(connection, place.number, String(group ?? ''))
    update.run([type.pattern === undefined ? last : formatSequence(type.pattern, last), Number(row)])
  }
}
