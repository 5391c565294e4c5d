// Finds which fields of which record have the values that a command wanted to write.
import type { Executor, SqlValue, UniqueViolation } from '../executor.ts'
import type { EntityTable, Places } from '../schema/catalogue.ts'
import { UniqueConflict } from '../storage-error.ts'

/** The columns of a row that are written, by their names. */
export interface RowWrite {
  readonly id: string
  readonly written: ReadonlyMap<string | undefined, SqlValue>
}

/** Makes room for a row's unique values, which are unique among records that are not in the trash: there it lies for a moment. */
export async function setRowAside(executor: Executor, table: string, id: string): Promise<void> {
  await executor.run(`UPDATE ${table} SET trashed_at = '' WHERE id = ? AND trashed_at IS NULL`, [id])
}

/** `own`: the table of the record that was to be written. */
export async function readConflict(
  executor: Executor,
  places: Places,
  { table, columns }: UniqueViolation,
  own: EntityTable,
  row: RowWrite | undefined,
): Promise<UniqueConflict> {
  // What comes back along with a record may be of another entity.
  const taken = [...places.values()].find((each) => each.table === table) ?? own
  const fields = [...taken.fields.values()]
  return new UniqueConflict(
    taken.entity,
    columns.flatMap((column) => fields.find((place) => place.name === column)?.field ?? []),
    row === undefined ? undefined : await holderOf(executor, table, columns, row),
  )
}

/** The id of the record that has the values which a row was to have; columns that are not written keep theirs. */
async function holderOf(
  executor: Executor,
  table: string,
  columns: readonly string[],
  { id, written }: RowWrite,
): Promise<string | undefined> {
  if (columns.length === 0) return undefined
  const parameters: SqlValue[] = []
  const equal = columns.map((column) => {
    parameters.push(written.get(column) ?? id)
    return written.has(column) ? `${column} = ?` : `${column} = (SELECT ${column} FROM ${table} WHERE id = ?)`
  })
  const sql = `SELECT id FROM ${table} WHERE ${equal.join(' AND ')} AND trashed_at IS NULL AND id <> ?`
  const holder = (await executor.all(sql, [...parameters, id]))[0]?.[0]
  return holder === undefined ? undefined : String(holder)
}
