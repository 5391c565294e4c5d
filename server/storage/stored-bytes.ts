// Counts what a person's records take: their texts and lists, and a little for each record.
import { fieldType } from '#shared/fields/registry.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import type { Executor, SqlValue } from './executor.ts'
import type { EntityTable, Places } from './schema/catalogue.ts'

/** Bytes that each record takes for its numbers, its relations and its places in indexes. */
const BYTES_OF_A_RECORD = 200

/** Bytes that were added for a person, and those by which the total in the database was raised for them. */
export interface ChargedBytes {
  readonly added: number
  readonly raised: number
}

export const NO_BYTES: ChargedBytes = { added: 0, raised: 0 }

export function addBytes(one: ChargedBytes, other: ChargedBytes): ChargedBytes {
  return { added: one.added + other.added, raised: one.raised + other.raised }
}

/** How many bytes more the record takes than before; `old` is null where there was none. What stays as it is need not be weighed. */
export function bytesBetween(entity: Entity, old: RecordValue | null, record: RecordValue): number {
  let bytes = old === null ? BYTES_OF_A_RECORD : 0
  for (const name of weighedFields(entity))
    if (record[name] !== old?.[name]) bytes += bytesOf(record[name]) - bytesOf(old?.[name])
  return bytes
}

function bytesOf(value: unknown): number {
  if (value === null || value === undefined) return 0
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}

const weighed = new WeakMap<Entity, readonly string[]>()

function weighedFields(entity: Entity): readonly string[] {
  const known = weighed.get(entity)
  if (known) return known
  const names = [...entity.fields].flatMap(([name, field]) => (isWeighed(field) ? [name] : []))
  weighed.set(entity, names)
  return names
}

/** All that the person created and that is still there, in the trash too; the sizes of texts are known without reading them. */
export async function countBytesOf(
  executor: Executor,
  model: Model,
  places: Places,
  person: SqlValue,
): Promise<number> {
  const sums = [...places].flatMap(([name, table]) => {
    const entity = model.entities.get(name)
    const weighed = entity && weighedIn(entity, table)
    return weighed === undefined
      ? []
      : [`(SELECT coalesce(sum(${weighed.bytes}), 0) FROM ${table.table} WHERE ${weighed.creator} = ?)`]
  })
  const all = [...sums, BYTES_OF_FILES]
  const counted = await executor.get(`SELECT ${all.join(' + ')}`, Array<SqlValue>(all.length).fill(person))
  return Number(counted?.[0])
}

/** Files that the person uploaded or copied, each content once; also what has not arrived as a whole. */
const BYTES_OF_FILES =
  '(SELECT coalesce(sum(size), 0) FROM (SELECT DISTINCT content, size FROM file WHERE person = ?) AS contents)'

/** Columns by which records are weighed, by table. */
export interface WeighedColumns {
  readonly [table: string]: readonly string[]
}

/** Lists the columns of each table by which records are weighed; a table whose records note nobody is not among them. */
export function weighedColumns(model: Model, places: Places): WeighedColumns {
  return Object.fromEntries(
    [...places].flatMap(([name, table]) => {
      const entity = model.entities.get(name)
      const weighed = entity && weighedIn(entity, table)
      return weighed === undefined ? [] : [[table.table, weighed.columns]]
    }),
  )
}

/**
 * Lists queries of a person and bytes, which together give what these columns of their records take. `isWhole`: what each record
 * takes besides is added, too. They read each table from its beginning to its end: along an index it would take far longer.
 */
export function bytesByPerson(
  entity: Entity,
  table: EntityTable,
  columns: readonly string[],
  isWhole: boolean,
): string | undefined {
  const creator = weighedIn(entity, table)?.creator
  if (creator === undefined || (columns.length === 0 && !isWhole)) return undefined
  const bytes = [...(isWhole ? [String(BYTES_OF_A_RECORD)] : []), ...columns.map(bytesIn)].join(' + ')
  return `SELECT coalesce(${creator}, '') AS person, sum(${bytes}) AS bytes FROM ${table.table} GROUP BY coalesce(${creator}, '')`
}

/** Gives the bytes of each person's files, each content once. */
export const BYTES_OF_ALL_FILES =
  'SELECT person, sum(size) AS bytes FROM (SELECT DISTINCT person, content, size FROM file WHERE person IS NOT NULL) AS contents GROUP BY person'

/** The column with who created a record, those that are weighed, and what a record takes; undefined where nobody is noted. */
function weighedIn(
  entity: Entity,
  { fields }: EntityTable,
): { readonly creator: string; readonly columns: readonly string[]; readonly bytes: string } | undefined {
  const creator = fields.get('created_by')?.name
  if (creator === undefined) return undefined
  const columns = [...entity.fields].flatMap(([field, each]) => {
    const column = fields.get(field)?.name
    return column !== undefined && isWeighed(each) ? [column] : []
  })
  return { creator, columns, bytes: [String(BYTES_OF_A_RECORD), ...columns.map(bytesIn)].join(' + ') }
}

function bytesIn(column: string): string {
  return `coalesce(octet_length(${column}), 0)`
}

/** Texts of any length, and lists; not what is chosen from a few words, nor ids. */
function isWeighed({ type, standard, computed }: Field): boolean {
  if (standard || computed?.stored === false) return false
  const { chosen, column } = fieldType(type.kind)
  const { form } = column(type)
  return !chosen && (form === 'text' || form === 'json')
}
