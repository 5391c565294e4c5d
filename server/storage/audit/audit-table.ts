// Appends to and reads the audit table; its triggers refuse every change.
import type { Executor, SqlRow } from '../executor.ts'
import type { AuditRequest, AuditEntry, NewAuditEntry } from '../audit-entry.ts'
import type { ChainedRow, ChainHead } from './hash-chain.ts'
import { EMPTY_CHAIN, chainHashOf } from './hash-chain.ts'

/**
 * Triggers refuse to change and delete, and to add what does not continue the chain; the authorizer of every connection
 * refuses the same beneath them. The head is kept apart so that entries missing at the end are noticed.
 */
export const AUDIT_TABLES = `
CREATE TABLE audit (
  number INTEGER PRIMARY KEY, at TEXT NOT NULL, event TEXT NOT NULL, person TEXT, subject TEXT, detail TEXT NOT NULL, address TEXT,
  revision TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_event ON audit (event, number);
CREATE INDEX audit_of_person ON audit (person, number) WHERE person IS NOT NULL;
CREATE INDEX audit_of_subject ON audit (subject, number) WHERE subject IS NOT NULL;
CREATE TABLE audit_head (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
INSERT INTO audit_head (only, number, hash) VALUES (1, 0, '${EMPTY_CHAIN.hash}');
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is not changed'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is not deleted'); END;
CREATE TRIGGER audit_is_continued BEFORE INSERT ON audit
WHEN NOT EXISTS (SELECT 1 FROM audit_head WHERE number + 1 = NEW.number AND hash = NEW.previous)
BEGIN SELECT RAISE(ABORT, 'the audit is continued at its end'); END;
CREATE TRIGGER audit_was_continued AFTER INSERT ON audit BEGIN UPDATE audit_head SET number = NEW.number, hash = NEW.hash; END;
`

export async function readHead(executor: Executor): Promise<ChainHead> {
  const [number, hash] = (await executor.get('SELECT number, hash FROM audit_head', [])) ?? []
  return { number: Number(number ?? 0), hash: String(hash ?? EMPTY_CHAIN.hash) }
}

/** Appends an entry in the transaction of the only writer, so the chain has no gap and no fork. */
export async function appendEntry(executor: Executor, entry: NewAuditEntry): Promise<void> {
  const head = await readHead(executor)
  const row = {
    number: head.number + 1,
    at: entry.at,
    event: entry.event,
    by: entry.by,
    subject: entry.subject ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
    address: entry.address ?? null,
    revision: entry.revision,
    previous: head.hash,
  }
  const { number, at, event, by, subject, detail, address, revision, previous } = row
  await executor.run(`INSERT INTO audit (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    number,
    at,
    event,
    by,
    subject,
    detail,
    address,
    revision,
    previous,
    chainHashOf(row),
  ])
}

/** Newest first. */
export async function readEntries(
  executor: Executor,
  { limit, before, after, events, person }: AuditRequest,
): Promise<readonly AuditEntry[]> {
  const conditions = [
    ...(before === undefined ? [] : ['number < ?']),
    ...(after === undefined ? [] : ['number > ?']),
    ...(events === undefined ? [] : [`event IN (${events.map(() => '?').join(', ')})`]),
    ...(person === undefined
      ? []
      : ['number IN (SELECT number FROM audit WHERE person = ? UNION SELECT number FROM audit WHERE subject = ?)']),
  ]
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  const parameters = [
    ...(before === undefined ? [] : [before]),
    ...(after === undefined ? [] : [after]),
    ...(events ?? []),
    ...(person === undefined ? [] : [person, person]),
  ]
  return (
    await executor.all(
      `SELECT ${COLUMNS} FROM audit${where} ORDER BY number ${after === undefined ? 'DESC' : 'ASC'} LIMIT ?`,
      [...parameters, limit],
    )
  ).map((row) => {
    const chained = chainedRow(row)
    return { ...chained, detail: JSON.parse(chained.detail) as AuditEntry['detail'] }
  })
}

/** Walks each person's entries from the newest until one is of these events. */
export async function readLast(
  executor: Executor,
  events: readonly string[],
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const last =
    'SELECT at FROM audit WHERE person = p.value AND event IN (SELECT value FROM json_each(?)) ORDER BY number DESC LIMIT 1'
  const rows = await executor.all(`SELECT p.value, (${last}) FROM json_each(?) AS p`, [
    JSON.stringify(events),
    JSON.stringify(people),
  ])
  return new Map(rows.flatMap(([person, at]) => (at === null ? [] : [[String(person), String(at)] as const])))
}

const PAGE = 1_000

/** All entries from the first, a page at a time. */
export async function* walkEntries(executor: Executor): AsyncIterable<ChainedRow> {
  const sql = `SELECT ${COLUMNS} FROM audit WHERE number > ? ORDER BY number LIMIT ${PAGE}`
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await executor.all(sql, [last])
    for (const row of rows) yield chainedRow(row)
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.[0])
  }
}

const COLUMNS = 'number, at, event, person, subject, detail, address, revision, previous, hash'

function chainedRow(row: SqlRow): ChainedRow {
  const [number, at, event, by, subject, detail, address, revision, previous, hash] = row
  return {
    number: Number(number),
    at: String(at),
    event: String(event),
    by: textOrNull(by),
    subject: textOrNull(subject),
    detail: String(detail),
    address: textOrNull(address),
    revision: String(revision),
    previous: String(previous),
    hash: String(hash),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
