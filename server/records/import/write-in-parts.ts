// Writes the rows of an import in parts, each in one savepoint, and tells what became of each row.
import { setImmediate } from 'node:timers/promises'
import type { Charge } from '../background/run-in-background.ts'
import type { ImportRow } from './table/table-cell.ts'
import type { RowWriter, WrittenRow } from './write-rows.ts'

/** Rows of the first part, and of one after a refused row: what was written in vain is some milliseconds' work. */
const FEWEST = 10
/** Most rows of a part, each twice as large as the one before. */
const MOST = 80

/**
 * A savepoint keeps each page as it was before. So the rows of a part share one; only where one of them is refused, all are undone and
 * written again, each in a savepoint of its own. Where a part has refused rows, those of the next have one each from the beginning.
 */
export async function* writeInParts(
  writer: RowWriter,
  rows: readonly ImportRow[],
  charge: Charge,
): AsyncGenerator<WrittenRow, void, void> {
  let isCareful = false
  let size = FEWEST
  for (let from = 0; from < rows.length;) {
    const part = rows.slice(from, from + size)
    from += part.length
    const written = isCareful ? undefined : await writer.together(part, charge)
    if (written !== undefined) {
      size = Math.min(2 * size, MOST)
      yield* written
    } else {
      size = FEWEST
      isCareful = false
      for (const row of part) {
        const outcome = await charge(() => writer.alone(row))
        if (outcome.did === undefined) isCareful = true
        yield { row, outcome }
      }
    }
    // Others read meanwhile; those who write wait.
    await setImmediate()
  }
}
