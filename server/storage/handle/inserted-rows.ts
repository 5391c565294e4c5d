// Remembers the rows that a command has inserted last, one of each entity, and counts those before them.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { SqlValue } from '../executor.ts'
import { CountedRows } from '../planner/facts-in-memory.ts'
import type { RunValues } from '../planner/plan-context.ts'
import type { FieldPlace } from '../schema/catalogue.ts'
import type { RowValues } from '../schema/schema-objects.ts'

/** A row as it was inserted: its columns, and their values in the same order. */
export interface InsertedRow {
  readonly record: RecordValue
  readonly stored: readonly FieldPlace[]
  readonly values: readonly SqlValue[]
}

/** Gives the values by the names of their columns. */
export function namedColumns({ stored, values }: InsertedRow): RowValues {
  return new Map(stored.map(({ name }, at) => [name, values[at] ?? null]))
}

export class InsertedRows {
  readonly counted = new CountedRows()
  private readonly rows = new Map<string, InsertedRow>()

  add(entity: string, row: InsertedRow): void {
    this.rows.set(entity, row)
    this.counted.add(entity, row.record)
  }

  /** Forgets the row of a record that is changed. */
  forget(entity: string, id: string): void {
    if (this.rows.get(entity)?.record.id === id) this.rows.delete(entity)
    this.counted.forget(entity)
  }

  clear(): void {
    this.rows.clear()
    this.counted.clear()
  }

  /** Gives the record as it was inserted, where it is the one that was inserted last. */
  recordOf(entity: string, id: string): RecordValue | undefined {
    const record = this.rows.get(entity)?.record
    return record?.id === id ? record : undefined
  }

  /** Gives what was inserted, by the names of the columns. */
  valuesOf(entity: string, id: string): RunValues | undefined {
    const row = this.rows.get(entity)
    return row?.record.id === id ? Object.fromEntries(namedColumns(row)) : undefined
  }
}
