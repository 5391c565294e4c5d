// Deletes rows with their cascade, into the trash or for good, and restores them.
import type { EntityTable, FieldPlace, Places } from '../schema/catalogue.ts'
import type { CommandExecutor, Executor } from '../executor.ts'
import { RelationMissing, StillReferred } from '../storage-error.ts'
import type { TouchedRecord } from '../transaction.ts'

interface Deletion {
  readonly entity: string
  readonly id: string
  readonly forGood: boolean
  readonly at: string
  /** Called before a row goes for good. */
  readonly forget: (table: EntityTable, id: string) => Promise<void> | undefined
}

interface RowKey {
  readonly table: EntityTable
  readonly id: string
}

interface Referrer {
  readonly table: EntityTable
  readonly place: FieldPlace
}

/**
 * Records that go along with it and records whose relation is cleared are given back; the record itself is not.
 * Into the trash, only live records count; for good, those in the trash count too, since nothing may point to what is gone.
 */
export async function deleteRows(
  executor: CommandExecutor,
  places: Places,
  deletion: Deletion,
): Promise<readonly TouchedRecord[]> {
  const table = places.get(deletion.entity)
  if (!table) throw new Error(`there is no entity ${deletion.entity}`)
  const gone = new Map<string, RowKey>([[keyOf(table, deletion.id), { table, id: deletion.id }]])
  const cleared: { readonly referrer: Referrer; readonly id: string; readonly target: string }[] = []
  const blocking: { readonly referrer: Referrer; readonly id: string }[] = []
  // The map grows while it is walked: what is deleted along is walked in its turn. Their events run in this order.
  for (const { table: target, id } of gone.values()) {
    for (const referrer of referrersOf(places, target.entity)) {
      for (const source of await sourcesOf(executor, referrer, id, deletion.forGood)) {
        if (referrer.place.whenDeleted === 'delete')
          gone.set(
            keyOf(referrer.table, source),
            gone.get(keyOf(referrer.table, source)) ?? { table: referrer.table, id: source },
          )
        else if (referrer.place.whenDeleted === 'clear') cleared.push({ referrer, id: source, target: id })
        else blocking.push({ referrer, id: source })
      }
    }
  }
  const refused = blocking.filter(({ referrer, id }) => !gone.has(keyOf(referrer.table, id)))
  if (refused.length > 0) throw new StillReferred(countBy(refused))

  const touched = new Map<string, { readonly table: EntityTable; readonly id: string; changes: ClearedRelations }>()
  for (const { referrer, id, target } of cleared) {
    if (gone.has(keyOf(referrer.table, id))) {
      if (deletion.forGood) await clearRelation(executor, referrer, id, target)
      continue
    }
    const { table: source, place } = referrer
    const found = touched.get(keyOf(source, id))
    const changes = found?.changes ?? {}
    const before = changes[place.field]?.[0] ?? (await relationOf(executor, referrer, id))
    await clearRelation(executor, referrer, id, target)
    changes[place.field] = [before, await relationOf(executor, referrer, id)]
    if (found) continue
    await executor.run(`UPDATE ${source.table} SET version = version + 1 WHERE id = ?`, [id])
    touched.set(keyOf(source, id), { table: source, id, changes })
  }
  const touchedRecord = async (
    found: RowKey,
    how: TouchedRecord['how'],
    changes: ClearedRelations = {},
  ): Promise<TouchedRecord> => ({
    entity: found.table.entity,
    id: found.id,
    how,
    version: await versionOf(executor, found),
    changes,
  })
  const also: TouchedRecord[] = []
  for (const found of [...gone.values()].slice(1)) also.push(await touchedRecord(found, 'deleted'))
  for (const found of touched.values()) also.push(await touchedRecord(found, 'cleared', found.changes))
  if (deletion.forGood) await removeRows(executor, [...gone.values()], deletion)
  else for (const found of gone.values()) await trashRow(executor, found, deletion)
  return also
}

type ClearedRelations = { [field: string]: readonly [before: unknown, after: unknown] }

/** A record's id, or null; of a relation to many the ids, in their order. */
async function relationOf(executor: Executor, { table, place }: Referrer, id: string): Promise<unknown> {
  if (place.pairs === undefined)
    return (await executor.get(`SELECT ${place.name} FROM ${table.table} WHERE id = ?`, [id]))?.[0] ?? null
  return (await executor.all(`SELECT target FROM ${place.pairs} WHERE source = ? ORDER BY position`, [id])).map(
    ([target]) => String(target),
  )
}

async function versionOf(executor: Executor, { table, id }: RowKey): Promise<number> {
  return Number((await executor.get(`SELECT version FROM ${table.table} WHERE id = ?`, [id]))?.[0] ?? 0)
}

/** Brings back a record and what went into the trash with it, which is given back; the relations of all must still lead somewhere. */
export async function restoreRows(
  executor: Executor,
  places: Places,
  entity: string,
  id: string,
): Promise<readonly { readonly entity: string; readonly id: string }[]> {
  const table = places.get(entity)
  if (!table) throw new Error(`there is no entity ${entity}`)
  const back = new Map<string, RowKey>([[keyOf(table, id), { table, id }]])
  for (const found of back.values()) {
    await executor.run(`UPDATE ${found.table.table} SET trashed_at = NULL, trashed_with = NULL WHERE id = ?`, [
      found.id,
    ])
    for (const { table: source, place } of referrersOf(places, found.table.entity)) {
      if (place.whenDeleted !== 'delete' || place.name === undefined) continue
      const sql = `SELECT id FROM ${source.table} WHERE ${place.name} = ? AND trashed_with = ?`
      for (const [child] of await executor.all(sql, [found.id, id]))
        back.set(keyOf(source, String(child)), { table: source, id: String(child) })
    }
  }
  for (const found of back.values()) await checkRelations(executor, places, found)
  return [...back.values()].slice(1).map((found) => ({ entity: found.table.entity, id: found.id }))
}

/**
 * Lists the records that have been in the trash for long. A record that was deleted along with another stays in the
 * trash as long as that one does.
 */
export async function findLongInTrash(
  executor: Executor,
  places: Places,
  { table }: EntityTable,
  { before, skip, limit }: { readonly before: string; readonly skip: number; readonly limit: number },
): Promise<readonly string[]> {
  const roots = [...places.values()].map(
    (other) => `EXISTS (SELECT 1 FROM ${other.table} AS o WHERE o.id = r.trashed_with AND o.trashed_at IS NOT NULL)`,
  )
  const sql = `SELECT r.id FROM ${table} AS r WHERE r.trashed_at <= ? AND (r.trashed_with = r.id OR NOT (${roots.join(' OR ')})) ORDER BY r.trashed_at, r.row LIMIT ? + 0 OFFSET ? + 0`
  return (await executor.all(sql, [before, limit, skip])).map(([id]) => String(id))
}

function keyOf(table: EntityTable, id: string): string {
  return `${table.number} ${id}`
}

function referrersOf(places: Places, entity: string): readonly Referrer[] {
  return [...places.values()].flatMap((table) =>
    [...table.fields.values()]
      .filter((place) => place.target === entity && place.whenDeleted !== undefined)
      .map((place) => ({ table, place })),
  )
}

async function sourcesOf(
  executor: Executor,
  { table, place }: Referrer,
  target: string,
  trashToo: boolean,
): Promise<readonly string[]> {
  const live = trashToo ? '' : ' AND r.trashed_at IS NULL'
  const sql =
    place.pairs === undefined
      ? `SELECT r.id FROM ${table.table} AS r WHERE r.${place.name} = ?${live} ORDER BY r.row`
      : `SELECT r.id FROM ${place.pairs} AS p JOIN ${table.table} AS r ON r.id = p.source WHERE p.target = ?${live} ORDER BY r.row`
  return (await executor.all(sql, [target])).map(([id]) => String(id))
}

async function clearRelation(
  executor: Executor,
  { table, place }: Referrer,
  id: string,
  target: string,
): Promise<void> {
  if (place.pairs === undefined)
    await executor.run(`UPDATE ${table.table} SET ${place.name} = NULL WHERE id = ? AND ${place.name} = ?`, [
      id,
      target,
    ])
  else await executor.run(`DELETE FROM ${place.pairs} WHERE source = ? AND target = ?`, [id, target])
}

async function trashRow(executor: Executor, { table, id }: RowKey, { at, id: root }: Deletion): Promise<void> {
  await executor.run(`UPDATE ${table.table} SET trashed_at = ?, trashed_with = ? WHERE id = ? AND trashed_at IS NULL`, [
    at,
    root,
    id,
  ])
}

/** Records that are deleted together may point to each other in circles: the keys are checked when all of them are gone. */
async function removeRows(executor: CommandExecutor, rows: readonly RowKey[], { forget }: Deletion): Promise<void> {
  for (const { table, id } of rows) await forget(table, id)
  const tables = new Map(rows.map(({ table }) => [table.table, table]))
  await executor.deleteTogether(
    [...tables.values()].map(({ table, fields }) => ({
      table,
      pairs: [...fields.values()].flatMap(({ pairs }) => pairs ?? []),
      ids: rows.flatMap(({ table: of, id }) => (of.table === table ? [id] : [])),
    })),
  )
}

async function checkRelations(executor: Executor, places: Places, { table, id }: RowKey): Promise<void> {
  for (const place of table.fields.values()) {
    const target = place.whenDeleted === undefined || place.target === undefined ? undefined : places.get(place.target)
    if (!target) continue
    const sql =
      place.pairs === undefined
        ? `SELECT 1 FROM ${table.table} AS r JOIN ${target.table} AS o ON o.id = r.${place.name} WHERE r.id = ? AND o.trashed_at IS NOT NULL`
        : `SELECT 1 FROM ${place.pairs} AS p JOIN ${target.table} AS o ON o.id = p.target WHERE p.source = ? AND o.trashed_at IS NOT NULL`
    if (await executor.get(sql, [id])) throw new RelationMissing(place.field, table.entity)
  }
}

function countBy(refused: readonly { readonly referrer: Referrer; readonly id: string }[]): StillReferred['by'] {
  const counts = new Map<string, { entity: string; field: string; rows: number }>()
  for (const { referrer } of refused) {
    const key = `${referrer.table.number} ${referrer.place.field}`
    const count = counts.get(key) ?? { entity: referrer.table.entity, field: referrer.place.field, rows: 0 }
    count.rows += 1
    counts.set(key, count)
  }
  return [...counts.values()]
}
