// Holds what a command has asked ahead, until it needs the rows.
import type { CommandExecutor, SqlRow, SqlValue } from '../executor.ts'

type Rows = () => Promise<readonly SqlRow[]>

export class ForeseenRows {
  private readonly asked = new Map<string, Rows>()

  /** `key`: under which the rows are taken. */
  ask(key: string, executor: CommandExecutor, sql: string, parameters: readonly SqlValue[]): void {
    this.asked.set(key, executor.askAhead(sql, parameters))
  }

  /** Gives what waits for the rows, once; undefined: they were not asked for, or something was written since. */
  take(key: string): Rows | undefined {
    const rows = this.asked.get(key)
    this.asked.delete(key)
    return rows
  }

  clear(): void {
    this.asked.clear()
  }
}
