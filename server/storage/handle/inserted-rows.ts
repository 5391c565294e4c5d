// Remembers the rows that a command has inserted last, one of each entity, as long as they are unchanged.
import type { SqlValue } from '../executor.ts'
import type { RunValues } from '../planner/plan-context.ts'
import type { FieldPlace } from '../schema/catalogue.ts'
import type { RowValues } from '../schema/schema-objects.ts'

/** A row as it was inserted: its columns, and their values in the same order. */
export interface InsertedRow {
  readonly id: string
  readonly stored: readonly FieldPlace[]
  readonly values: readonly SqlValue[]
}

/** Gives the values by the names of their columns. */
export function columnsOf({ stored, values }: InsertedRow): RowValues {
  return new Map(stored.map(({ name }, at) => [name, values[at] ?? null]))
}

export class InsertedRows {
  private readonly rows = new Map<string, InsertedRow>()

  add(entity: string, row: InsertedRow): void {
    this.rows.set(entity, row)
  }

  /** Forgets the row of a record that is changed. */
  forget(entity: string, id: string): void {
    if (this.rows.get(entity)?.id === id) this.rows.delete(entity)
  }

  clear(): void {
    this.rows.clear()
  }

  /** Gives what was inserted, by the names of the columns. */
  valuesOf(entity: string, id: string): RunValues | undefined {
    const row = this.rows.get(entity)
    return row?.id === id ? Object.fromEntries(columnsOf(row)) : undefined
  }
}
