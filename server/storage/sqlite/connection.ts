// Declares a connection to SQLite, and its statements.
import type { SqlRow, SqlValue } from '../executor.ts'

export interface Statement {
  get(parameters: readonly SqlValue[]): SqlRow | undefined
  /** `mostBytes`: it stops after the row with which the texts in the first column have more, the second at the soonest. */
  all(parameters: readonly SqlValue[], mostBytes?: number): readonly SqlRow[]
  /** Gives back how many rows were changed. */
  run(parameters: readonly SqlValue[]): number
}

export interface Connection {
  /** A prepared statement, kept for the next time that the same text is asked for. */
  prepare(sql: string): Statement
  /** How the engine goes about a statement, a line a step: `SEARCH r USING INDEX x (c4=?)`. */
  explain(sql: string): readonly string[]
  /** Runs one or several statements without parameters. */
  execute(sql: string): void
  /** How many statements were run so far that may have written. */
  readonly writes: number
  /** How many statements were run so far, reading ones too. */
  readonly runs: number
  /** False after an error took the whole transaction with it. */
  readonly inTransaction: boolean
  /** Lets the connection create, alter and drop while the work runs; at any other time the authorizer refuses it. */
  allowSchemaChanges<T>(work: () => T): T
  /** Lets it do so until the promise of the work is settled. */
  allowMigration<T>(work: () => Promise<T>): Promise<T>
  /**
   * Carries the log over into the file, and gives back whether all of it was: what can be without waiting, after which the
   * log's room is used again, or all of it, after which the log is empty.
   */
  carryOver(what: 'what can be' | 'all'): boolean
  /** Gives at most so many empty pages of the file back to the disk, and keeps the others. Gives how many were there and are left. */
  giveBackPages(most: number, kept: number): { readonly before: number; readonly left: number }
  /** How many pages are in the log, and how many of them were carried over already. */
  log(): { readonly pages: number; readonly carried: number }
  /** How many pages the file has, those included that lie in the log only. */
  pagesOfFile(): number
  /** Keeps so many kilobytes of pages in memory while the work runs, in place of those that it keeps otherwise. */
  keepingPages<T>(kilobytes: number, work: () => Promise<T>): Promise<T>
  close(): void
}
