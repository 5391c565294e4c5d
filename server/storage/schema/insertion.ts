// Inserts a record and its relations to several: statements are built once for each table.
import type { Model } from '#shared/model/model.ts'
import { cachePerTable } from './cache-per-table.ts'
import type { FieldPlace } from './catalogue.ts'
import type { CommandExecutor } from '../executor.ts'
import type { StorageDialect, TableDialect } from '../storage-dialect.ts'
import type { SearchObjects } from './schema-objects.ts'

/** Statements that insert a record into its tables. */
export interface Insertion {
  readonly sql: string
  /** Fields with a column, in the order of the parameters. */
  readonly stored: readonly FieldPlace[]
  /** Fields that relate to several. */
  readonly related: readonly FieldPlace[]
  /** Statement that notes the row for the full-text index, where the entity is searched. */
  readonly note: string | undefined
}

/** The parts of an engine that an insertion needs. */
export interface InsertionEngine {
  readonly search: SearchObjects
  readonly tables: TableDialect
}

/** Returns the insertion into the tables of an entity. */
export const insertionInto = cachePerTable((of, model: Model, { search, tables }: InsertionEngine): Insertion => {
  const { table, fields } = of
  const places = [...fields.values()]
  const stored = places.filter((place) => place.name !== undefined)
  const noting = tables.noteInsertedRow?.(table)
  const columns = stored.map(({ name }) => name).join(', ')
  return {
    sql: `INSERT INTO ${table} (${columns}) VALUES (${stored.map(() => '?').join(', ')})${noting === undefined ? '' : ` ${noting}`}`,
    stored,
    related: places.filter((place) => place.pairs !== undefined),
    note: search.noteInserted(model, of),
  }
})

/** A statement for each count of rows up to here: to take a list apart costs the server as much as a row. */
const MOST_LISTED = 8

/** Relates a record to others, in their order. */
export async function addPairs(
  executor: CommandExecutor,
  { boundTexts, listsAtOnce }: StorageDialect,
  pairs: string,
  id: string,
  targets: readonly string[],
): Promise<void> {
  if (!listsAtOnce) {
    const sql = onePair(pairs)
    for (const [at, target] of targets.entries()) await executor.post(sql, [id, target, at])
  } else if (targets.length > MOST_LISTED) {
    const listed = `SELECT ?, value, row_number() OVER () - 1 FROM (${boundTexts}) AS targets`
    await executor.post(`INSERT INTO ${pairs} (source, target, position) ${listed}`, [id, JSON.stringify(targets)])
  } else if (targets.length > 0) {
    const rows = targets.map((_target, at) => `(?, ?, ${at})`)
    await executor.post(
      `INSERT INTO ${pairs} (source, target, position) VALUES ${rows.join(', ')}`,
      targets.flatMap((target) => [id, target]),
    )
  }
}

const onePairInto = new Map<string, string>()

/** Gives the same text each time, so that the statement prepared for it is found without reading it. */
function onePair(pairs: string): string {
  let sql = onePairInto.get(pairs)
  if (sql === undefined)
    onePairInto.set(pairs, (sql = `INSERT INTO ${pairs} (source, target, position) VALUES (?, ?, ?)`))
  return sql
}
