// Reads and writes the outbox table.
import type { Connection, SqlRow } from './connection.ts'
import type { OutboxRow } from '../storage.ts'

/** Format 4: the table of the first format had no moment, and nothing was written into it. */
export const OUTBOX_TABLE = `
DROP TABLE outbox;
CREATE TABLE outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, due_at TEXT NOT NULL, value TEXT NOT NULL) STRICT;
CREATE INDEX outbox_due ON outbox (due_at);
`

/** The soonest first. */
export function readDue(connection: Connection, dueBy: string, limit: number): readonly OutboxRow[] {
  const sql = 'SELECT number, due_at, value FROM outbox WHERE due_at <= ? ORDER BY due_at, number LIMIT ? + 0'
  return connection.prepare(sql).all([dueBy, limit]).map(outboxRow)
}

/** The newest first. */
export function readNewest(connection: Connection, limit: number): readonly OutboxRow[] {
  const sql = 'SELECT number, due_at, value FROM outbox ORDER BY number DESC LIMIT ? + 0'
  return connection.prepare(sql).all([limit]).map(outboxRow)
}

export function readRow(connection: Connection, number: number): OutboxRow | undefined {
  const row = connection.prepare('SELECT number, due_at, value FROM outbox WHERE number = ?').get([number])
  return row && outboxRow(row)
}

export function appendRow(connection: Connection, { dueAt, value }: Omit<OutboxRow, 'number'>): void {
  connection.prepare('INSERT INTO outbox (due_at, value) VALUES (?, ?)').run([dueAt, JSON.stringify(value)])
}

export function changeRow(connection: Connection, { number, dueAt, value }: OutboxRow): boolean {
  const sql = 'UPDATE outbox SET due_at = ?, value = ? WHERE number = ?'
  return connection.prepare(sql).run([dueAt, JSON.stringify(value), number]) > 0
}

export function deleteRow(connection: Connection, number: number): boolean {
  return connection.prepare('DELETE FROM outbox WHERE number = ?').run([number]) > 0
}

function outboxRow([number, dueAt, value]: SqlRow): OutboxRow {
  return { number: Number(number), dueAt: String(dueAt), value: JSON.parse(String(value)) as OutboxRow['value'] }
}
