// Counts the sequences of a command in memory, where no other command counts beside it.
import type { CommandExecutor, Executor } from '../executor.ts'
import { readLastNumber, writeLastNumber } from '../tables/sequence-table.ts'

interface Count {
  readonly field: number
  readonly per: string
  last: number
  isWritten: boolean
}

/** Reads each count once and writes it once, however many numbers a command takes. */
export class CountedNumbers {
  private readonly counts = new Map<string, Count>()

  /** The next number, which nobody else gets. */
  next(executor: CommandExecutor, field: number, per: string): number | Promise<number> {
    if (executor.nextNumber !== undefined) return executor.nextNumber(field, per)
    const count = this.counts.get(`${field} ${per}`)
    if (count === undefined) return this.begin(executor, field, per)
    count.last += 1
    count.isWritten = false
    return count.last
  }

  private async begin(executor: Executor, field: number, per: string): Promise<number> {
    const last = (await readLastNumber(executor, field, per)) + 1
    this.counts.set(`${field} ${per}`, { field, per, last, isWritten: false })
    return last
  }

  /** Writes what was counted: at the end of the command, and before each part of it that may be undone. */
  async write(executor: Executor): Promise<void> {
    for (const count of this.counts.values()) {
      if (count.isWritten) continue
      await writeLastNumber(executor, count.field, count.per, count.last)
      count.isWritten = true
    }
  }

  /** Forgets the counts: a part of the command was undone, and they stand in the table as they were before it. */
  clear(): void {
    this.counts.clear()
  }
}
