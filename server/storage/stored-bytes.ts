// Counts what a person's records take: their texts and lists, and a little for each record.
import { fieldType } from '#shared/fields/registry.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { Executor, SqlValue } from './executor.ts'
import type { PlanContext } from './planner/plan-context.ts'
import type { EntityTable } from './schema/catalogue.ts'
import { sql } from './sql.ts'

/** Bytes that each record takes for its numbers, its relations and its places in indexes. */
const BYTES_OF_A_RECORD = 200

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
  entities: ReadonlyMap<string, Entity>,
  tableOf: (entity: string) => EntityTable,
  person: SqlValue,
): Promise<number> {
  const sums = [...entities].flatMap(([name, entity]) => {
    const weighed = weighedIn(entity, tableOf(name))
    return weighed === undefined
      ? []
      : [`(SELECT coalesce(sum(${weighed.bytes}), 0) FROM ${tableOf(name).table} WHERE ${weighed.creator} = ?)`]
  })
  if (sums.length === 0) return 0
  const counted = await executor.get(`SELECT ${sums.join(' + ')}`, Array<SqlValue>(sums.length).fill(person))
  return Number(counted?.[0])
}

/** Counts what everybody stores, files too: of so many people, those with the most records. */
export async function countBytesByPerson(
  { model, places, dialect, slow }: Pick<PlanContext, 'model' | 'places' | 'dialect' | 'slow'>,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const ofRecords = [...places].flatMap(([name, table]) => {
    const entity = model.entities.get(name)
    const weighed = entity && weighedIn(entity, table)
    if (weighed === undefined) return []
    const { creator, bytes } = weighed
    const rows = sql.raw(
      `SELECT ${creator} AS person, sum(${bytes}) AS bytes, count(*) AS records FROM ${table.table} AS r`,
    )
    return [
      sql`${rows} WHERE ${dialect.whileThereIsTime('r')} AND ${sql.raw(`${creator} IS NOT NULL GROUP BY ${creator}`)}`,
    ]
  })
  const all = sql.join([...ofRecords, sql.raw(BYTES_OF_FILES)], sql.raw(' UNION ALL '))
  const people = sql`SELECT person, sum(bytes) FROM (${all}) AS stored GROUP BY person ORDER BY sum(records) DESC LIMIT ${sql.lit(most)}`
  const counted = await slow.all(people.compile().sql, [], null, { isUnhurried: true })
  return new Map(counted.map(([person, bytes]) => [String(person), Number(bytes)]))
}

/** Copies share their content. */
const BYTES_OF_FILES =
  'SELECT person, sum(size) AS bytes, count(*) AS records FROM (SELECT DISTINCT person, content, size FROM file WHERE person IS NOT NULL) AS contents GROUP BY person'

/** The column with who created a record, and what a record takes; undefined where nobody is noted. */
function weighedIn(
  entity: Entity,
  { fields }: EntityTable,
): { readonly creator: string; readonly bytes: string } | undefined {
  const creator = fields.get('created_by')?.name
  if (creator === undefined) return undefined
  const columns = [...entity.fields].flatMap(([field, each]) => {
    const column = fields.get(field)?.name
    return column !== undefined && isWeighed(each) ? [`coalesce(octet_length(${column}), 0)`] : []
  })
  return { creator, bytes: [String(BYTES_OF_A_RECORD), ...columns].join(' + ') }
}

/** Texts of any length, and lists; not what is chosen from a few words, nor ids. */
function isWeighed({ type, standard, computed }: Field): boolean {
  if (standard || computed?.stored === false) return false
  const { chosen, column } = fieldType(type.kind)
  const { form } = column(type)
  return !chosen && (form === 'text' || form === 'json')
}
