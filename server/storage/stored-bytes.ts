// Counts what a person's records take: their texts and lists, and a little for each record.
import { fieldType } from '#shared/fields/registry.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import type { Executor, SqlValue } from './executor.ts'
import type { PlanContext } from './planner/plan-context.ts'
import type { EntityTable, Places } from './schema/catalogue.ts'
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
  return await addUp(executor, sums, person)
}

/** Adds the sums of a person, and their files. */
async function addUp(executor: Executor, sums: readonly string[], person: SqlValue): Promise<number> {
  const all = [...sums, BYTES_OF_FILES]
  const counted = await executor.get(`SELECT ${all.join(' + ')}`, Array<SqlValue>(all.length).fill(person))
  return Number(counted?.[0])
}

/** Files that the person uploaded or copied, each content once; also what has not arrived as a whole. */
const BYTES_OF_FILES =
  '(SELECT coalesce(sum(size), 0) FROM (SELECT DISTINCT content, size FROM file WHERE person = ?) AS contents)'

/** Bytes that hardly any record exceeds. */
const USUAL_BYTES = 2_000

/** Counts the person's records along the index of who created them, takes each for a usual one, and adds files. */
export async function countUsualBytesOf(executor: Executor, places: Places, person: SqlValue): Promise<number> {
  const counts = [...places.values()].flatMap(({ table, fields }) => {
    const creator = fields.get('created_by')?.name
    return creator === undefined ? [] : [`${USUAL_BYTES} * (SELECT count(*) FROM ${table} WHERE ${creator} = ?)`]
  })
  return await addUp(executor, counts, person)
}

/** Adds up what records take beyond the usual, one entity after the other. */
export async function countExcess({
  model,
  places,
  dialect,
  slow,
}: Pick<PlanContext, 'model' | 'places' | 'dialect' | 'slow'>): Promise<number> {
  let excess = 0
  for (const [name, table] of places) {
    const entity = model.entities.get(name)
    const weighed = entity && weighedIn(entity, table)
    if (weighed === undefined) continue
    const rows = sql.raw(`(SELECT ${weighed.bytes} AS bytes FROM ${table.table} AS r WHERE `)
    const beyond = sql`SELECT coalesce(sum(bytes - ${sql.lit(USUAL_BYTES)}), 0) FROM ${rows}${dialect.whileThereIsTime('r')}) AS weighed WHERE bytes > ${sql.lit(USUAL_BYTES)}`
    const [counted] = await slow.all(beyond.compile().sql, [], null, { isUnhurried: true })
    excess += Number(counted?.[0])
  }
  return excess
}

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
