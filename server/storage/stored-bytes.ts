// Counts what a person's records take: their texts and lists, and a little for each record.
import { fieldType } from '#shared/fields/registry.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { Executor, SqlValue } from './executor.ts'
import type { EntityTable } from './schema/catalogue.ts'

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
    const { table, fields } = tableOf(name)
    const creator = fields.get('created_by')?.name
    if (creator === undefined) return []
    const columns = [...entity.fields].flatMap(([field, each]) => {
      const column = fields.get(field)?.name
      return column !== undefined && isWeighed(each) ? [`coalesce(octet_length(${column}), 0)`] : []
    })
    const one = [String(BYTES_OF_A_RECORD), ...columns].join(' + ')
    return [`(SELECT coalesce(sum(${one}), 0) FROM ${table} WHERE ${creator} = ?)`]
  })
  if (sums.length === 0) return 0
  const counted = await executor.get(`SELECT ${sums.join(' + ')}`, Array<SqlValue>(sums.length).fill(person))
  return Number(counted?.[0])
}

/** Texts of any length, and lists; not what is chosen from a few words, nor ids. */
function isWeighed({ type, standard, computed }: Field): boolean {
  if (standard || computed?.stored === false) return false
  const { chosen, column } = fieldType(type.kind)
  const { form } = column(type)
  return !chosen && (form === 'text' || form === 'json')
}
