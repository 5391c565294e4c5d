// Appends to and reads the audit table; its triggers refuse every change.
import type { Executor, SqlRow } from '../executor.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import type { AuditRequest, AuditEntry, NewAuditEntry } from '../audit-entry.ts'
import type { ChainedRow, ChainHead } from './hash-chain.ts'
import { EMPTY_CHAIN, chainHashOf } from './hash-chain.ts'

export async function readHead(executor: Executor): Promise<ChainHead> {
  const [number, hash] = (await executor.get('SELECT number, hash FROM audit_head', [])) ?? []
  return { number: Number(number ?? 0), hash: String(hash ?? EMPTY_CHAIN.hash) }
}

/** Appends an entry, and gives the new head. Nobody else appends beside its transaction, so the chain has no gap and no fork. */
export async function appendEntry(executor: Executor, entry: NewAuditEntry): Promise<ChainHead> {
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
  const hash = chainHashOf(row)
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
    hash,
  ])
  return { number, hash }
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
  { boundTexts }: StorageDialect,
  events: readonly string[],
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const last = `SELECT at FROM audit WHERE person = p.value AND event IN (${boundTexts}) ORDER BY number DESC LIMIT 1`
  const rows = await executor.all(`SELECT p.value, (${last}) FROM (${boundTexts}) AS p`, [
    JSON.stringify(events),
    JSON.stringify(people),
  ])
  return new Map(rows.flatMap(([person, at]) => (at === null ? [] : [[String(person), String(at)] as const])))
}

const PAGE = 1_000

/** Reads all entries from the first on, a page at a time. */
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
