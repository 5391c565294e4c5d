// Copies the rows of a table from one engine to another, page by page, and hashes what it reads.
import { createHash } from 'node:crypto'
import type { Executor, SqlRow, SqlValue } from '../executor.ts'
import type { MovedTable } from './moved-tables.ts'

/** Number of rows, and the SHA-256 of all their values in their order. */
export interface RowsDigest {
  readonly rows: number
  readonly hash: string
}

/** Rows that are read first; from then on as many as have about `PAGE_BYTES`. */
const FIRST_PAGE = 20
const MOST_ROWS = 2_000
const PAGE_BYTES = 2_000_000
/** Values of one insertion: SQLite takes 20,000, PostgreSQL 65,535. */
const MOST_VALUES = 15_000

/** Hashes a table as it is read, and gives each page to `take`. */
export async function hashRows(
  source: Executor,
  { name, columns, order }: MovedTable,
  take: (rows: readonly SqlRow[]) => Promise<void> = async () => {},
): Promise<RowsDigest> {
  const digest = createHash('sha256')
  const key = order.join(', ')
  const after = `WHERE (${key}) > (${order.map(() => '?').join(', ')}) `
  let [count, limit] = [0, FIRST_PAGE]
  let last: readonly SqlValue[] | undefined
  for (;;) {
    const sql = `SELECT ${[...order, ...columns].join(', ')} FROM ${name} ${last === undefined ? '' : after}ORDER BY ${key} LIMIT ${limit}`
    const page = await source.all(sql, last ?? [])
    const rows = page.map((row) => row.slice(order.length))
    let bytes = 0
    for (const row of rows) {
      const text = JSON.stringify(row.map(hashed))
      bytes += text.length
      digest.update(`${text}\n`)
    }
    if (rows.length > 0) await take(rows)
    count += rows.length
    if (rows.length < limit) return { rows: count, hash: digest.digest('hex') }
    last = page.at(-1)?.slice(0, order.length) as readonly SqlValue[]
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((limit * PAGE_BYTES) / bytes)))
  }
}

/** Copies a table. `to`: the same as the target has it; `copied` hears of each page. */
export async function copyRows(
  source: Executor,
  target: Executor,
  { from, to, numbering }: { readonly from: MovedTable; readonly to: MovedTable; readonly numbering: string },
  copied: (rows: number) => void,
): Promise<RowsDigest> {
  const { name, columns } = to
  const most = Math.floor(MOST_VALUES / columns.length)
  const keepsNumbers = to.numbered !== undefined && columns.includes(to.numbered)
  const into = `INSERT INTO ${name} (${columns.join(', ')}) ${keepsNumbers ? numbering : ''}VALUES `
  const marks = `(${columns.map(() => '?').join(', ')})`
  return await hashRows(source, from, async (rows) => {
    for (let at = 0; at < rows.length; at += most) {
      const some = rows.slice(at, at + most)
      await target.run(into + some.map(() => marks).join(', '), some.flat() as SqlValue[])
    }
    copied(rows.length)
  })
}

/** Bytes and numbers are the same, however an engine gives them. */
function hashed(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'bigint' ? String(value) : value
}
