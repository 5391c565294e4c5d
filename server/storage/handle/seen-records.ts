// Remembers which records a command has seen, and looks for several of them in one statement.
import type { CommandExecutor } from '../executor.ts'
import type { RecordReference } from '../job.ts'
import { cachePerTable } from '../schema/cache-per-table.ts'
import type { EntityTable, FieldPlace } from '../schema/catalogue.ts'
import type { StorageDialect } from '../storage-dialect.ts'

/** Ids that stand in a statement one by one. */
const MOST_LISTED = 8

/** Answers for what was seen, without another promise each time. */
export const SEEN = Promise.resolve(true)

/** Holds what a command has seen: it looks for what a body relates to, and the write does so again. */
export class SeenRecords {
  /** Ids by the number of their entity. */
  private readonly ids = new Map<number, Set<string>>()

  has({ number }: EntityTable, id: string): boolean {
    return this.ids.get(number)?.has(id) === true
  }

  add({ number }: Pick<EntityTable, 'number'>, id: string): void {
    const seen = this.ids.get(number)
    if (seen === undefined) this.ids.set(number, new Set([id]))
    else seen.add(id)
  }

  /** Adds a record once it is found. */
  async note(table: EntityTable, id: string, look: Promise<boolean>): Promise<boolean> {
    const isThere = await look
    if (isThere) this.add(table, id)
    return isThere
  }

  clear(): void {
    this.ids.clear()
  }

  /** Looks for all that were not seen yet. */
  async lookFor(
    executor: CommandExecutor,
    { isOneOf }: StorageDialect,
    records: readonly (readonly [EntityTable, string])[],
  ): Promise<void> {
    const unseen = records.filter(([table, id]) => !this.has(table, id))
    if (unseen.length === 0) return
    const asked = [...Map.groupBy(unseen, ([table]) => table)].map(([table, all]) => ({
      table,
      ids: [...new Set(all.map(([, id]) => id))],
    }))
    const looks = asked.map(({ table: { number, table }, ids }) => {
      const isFew = ids.length <= MOST_LISTED
      const one = isFew ? `id IN (${ids.map(() => '?').join(', ')})` : isOneOf('id')
      const sql = `SELECT ${number}, id FROM ${table} WHERE ${one} AND trashed_at IS NULL`
      return { sql, values: isFew ? ids : [JSON.stringify(ids)] }
    })
    const found = await executor.expectRows(
      looks.map(({ sql }) => sql).join(' UNION ALL '),
      looks.flatMap(({ values }) => values),
      asked.reduce((count, { ids }) => count + ids.length, 0),
    )
    if (found === undefined) for (const { table, ids } of asked) for (const id of ids) this.add(table, id)
    else for (const [number, id] of found) this.add({ number: Number(number) }, String(id))
  }
}

/** Lists the places of relations whose targets have to be there with the record. */
const relationsOf = cachePerTable(({ fields }): readonly (FieldPlace & { readonly target: string })[] =>
  [...fields.values()].flatMap((place) => {
    const { target, whenDeleted } = place
    return target === undefined || whenDeleted === undefined ? [] : [{ ...place, target }]
  }),
)

/** Lists the other records to which values relate a record and that were not seen, each with the field that names it. */
export function unseenTargets(
  table: EntityTable,
  values: { readonly [field: string]: unknown },
  self: string,
  isSeen: (entity: string, id: string) => boolean,
): readonly (RecordReference & { readonly field: string })[] {
  const targets: (RecordReference & { readonly field: string })[] = []
  for (const { field, target: entity } of relationsOf(table)) {
    const value = values[field]
    if (value === null || value === undefined) continue
    for (const id of Array.isArray(value) ? value : [value])
      if (id !== null && id !== undefined && id !== self && !isSeen(entity, String(id)))
        targets.push({ field, entity, record: String(id) })
  }
  return targets
}
