// Sequences count in a table of their own, for each field and each group within which it counts.
import type { Connection } from '../connection.ts'

export function nextNumber(connection: Connection, field: number, per: string): number {
  const sql =
    'INSERT INTO sequence (field, per, last) VALUES (?, ?, 1) ON CONFLICT (field, per) DO UPDATE SET last = last + 1 RETURNING last'
  return Number(connection.prepare(sql).get([field, per])?.[0])
}
