// Remembers the rows that a command has inserted last, one of each entity, as long as they are unchanged.
import type { RunValues } from '../planner/plan-context.ts'
import type { RowValues } from '../schema/schema-objects.ts'

export class InsertedRows {
  private readonly rows = new Map<string, { readonly id: string; readonly written: RowValues }>()

  add(entity: string, id: string, written: RowValues): void {
    this.rows.set(entity, { id, written })
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
    if (row?.id !== id) return undefined
    return Object.fromEntries([...row.written].map(([name = '', value]) => [name, value]))
  }
}
