// Declares what runs statements, and the rows and values of SQL.

/** A row as an array of its columns. */
export type SqlRow = readonly unknown[]
export type SqlValue = string | number | bigint | Uint8Array | null

/** Every text of a statement has a `?` for each of its parameters. A value that is taken throws `UniqueViolation`. */
export interface Executor {
  get(sql: string, parameters: readonly SqlValue[]): Promise<SqlRow | undefined>
  /** `mostBytes`: it stops after the row with which the texts in the first column have more, the second at the soonest. */
  all(sql: string, parameters: readonly SqlValue[], mostBytes?: number): Promise<readonly SqlRow[]>
  /** Gives back how many rows were changed. */
  run(sql: string, parameters: readonly SqlValue[]): Promise<number>
  /** Runs one or several statements without parameters. */
  execute(sql: string): Promise<void>
}

/** Runs the statements of one command, within its transaction. */
export interface CommandExecutor extends Executor {
  /** How many statements were run so far, reading ones too. */
  readonly runs: number
  /** False after an error took the whole transaction with it. */
  readonly inTransaction: boolean
  /** Runs a statement whose outcome nobody waits for: an engine may go on meanwhile. Where it fails, the command is not kept. */
  post(sql: string, parameters: readonly SqlValue[]): Promise<void>
  /**
   * Writes a row, and reports whether it was there to be written. An engine may take it for granted and go on meanwhile: where the
   * row was not there, or the statement fails, it runs the command again, and waits for each statement.
   */
  put(sql: string, parameters: readonly SqlValue[]): Promise<boolean>
  /**
   * Looks for so many rows that are nearly always there, and gives those that are. Undefined: the engine takes it for granted that
   * all are, and goes on meanwhile; where one was not there, it runs the command again, and waits for each statement.
   */
  expectRows(sql: string, parameters: readonly SqlValue[], count: number): Promise<readonly SqlRow[] | undefined>
  /** Asks for rows that are needed later: an engine may answer along with what is asked next. Gives what waits for them. */
  askAhead(sql: string, parameters: readonly SqlValue[]): () => Promise<readonly SqlRow[]>
  /** Says that the next statement is the last: an engine may commit with it. */
  expectLast(): void
  /**
   * Waits for the commands of this process that count rows of the same groups, since all but one of them would be undone. Who has
   * sent a statement already, and so may hold up others, goes on. Absent where no command runs beside another.
   */
  readonly takeTurns?: (groups: readonly string[]) => Promise<void>
  /** Deletes rows that may refer to each other: whether what is referred to is there is looked at when all are gone. */
  deleteTogether(rows: readonly RowsToDelete[]): Promise<void>
  /** Gives the next number of a sequence, which nobody else gets. Absent where no command runs beside another: each counts by itself. */
  readonly nextNumber?: (field: number, per: string) => Promise<number>
  /** Gives so many empty pages back to the disk at most, and gives whether there are more; some stay for what is written next. */
  giveBackPages(most: number): Promise<boolean>
}

export interface RowsToDelete {
  readonly table: string
  /** The tables in which relations of these rows to several others stand. */
  readonly pairs: readonly string[]
  readonly ids: readonly string[]
}

/** Changes one row, and gives these columns as they are then; undefined: there is no such row. */
export async function changeRow(
  executor: CommandExecutor,
  update: string,
  parameters: readonly SqlValue[],
  columns: readonly string[],
): Promise<SqlRow | undefined> {
  if (columns.length > 0) return await executor.get(`${update} RETURNING ${columns.join(', ')}`, parameters)
  return (await executor.put(update, parameters)) ? [] : undefined
}

/** A number came out larger than the engine can hold. */
export class NumberOverflow extends Error {}

/** A unique index has the values already. */
export class UniqueViolation extends Error {
  readonly table: string
  readonly columns: readonly string[]
  constructor(table: string, columns: readonly string[], options?: ErrorOptions) {
    super(`${table}: ${columns.join(', ')} is taken`, options)
    this.table = table
    this.columns = columns
  }
}
