// Writes the rows of an import in parts, each in one savepoint, and tells what became of each row.
import { setImmediate } from 'node:timers/promises'
import type { Charge } from '../background/run-in-background.ts'
import type { ImportRow } from './table/table-cell.ts'
import type { RowWriter, WrittenRow } from './write-rows.ts'

/** Rows of the first part, and of one after a refused row. After one so many are written by themselves, too: others like it may follow. */
const FEWEST = 10
/**
 * Most rows of a part. Each is twice as large as the one before, so that no more is written in vain than was written before. The engine
 * keeps each page that a part changes as it was before it: of 160 rows these are nearly as many as of 640.
 */
const MOST = 640
/**
 * Most rows of a part where rows may change records. The engine goes through all pages that a part keeps at each statement that
 * changes an indexed row or a relation: with 640 rows that is up to half of such a statement.
 */
const MOST_CHANGED = 160

/**
 * A savepoint keeps each page as it was before. So the rows of a part share one; only where one of them is refused, all are undone. Those
 * before it are written together again, and it by itself.
 */
export async function* writeInParts(
  writer: RowWriter,
  rows: readonly ImportRow[],
  charge: Charge,
): AsyncGenerator<readonly WrittenRow[], void, void> {
  const most = writer.mayChange ? MOST_CHANGED : MOST
  let size = FEWEST
  /** So many rows more are written by themselves. */
  let alone = 0
  /** Position of the row that was refused among others. */
  let refusedAt: number | undefined
  for (let at = 0; at < rows.length;) {
    const row = rows[at]
    if (row !== undefined && (alone > 0 || at === refusedAt)) {
      const outcome = await charge(() => writer.alone(row))
      alone = outcome.did === undefined ? FEWEST : Math.max(0, alone - 1)
      if (at === refusedAt) [refusedAt, size] = [undefined, FEWEST]
      at += 1
      yield [{ row, outcome }]
    } else {
      const part = rows.slice(at, refusedAt ?? at + size)
      const { written, refused } = await writer.together(part, charge)
      if (refused === undefined) {
        at += part.length
        size = Math.min(2 * size, most)
        yield written
      } else refusedAt = at + refused
    }
    // Others read meanwhile; those who write wait.
    await setImmediate()
  }
}
