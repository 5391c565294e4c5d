// Writes the records of a world, those in the trash too.
import type { Transaction } from '../../../server/storage/transaction.ts'
import type { Row } from '../entities.ts'
import type { World } from '../world.ts'

export async function insertWorld(
  transaction: Pick<Transaction, 'insert' | 'update' | 'delete'>,
  world: Pick<World, 'rows' | 'trash'>,
): Promise<void> {
  for (const place of [world.rows, world.trash]) {
    const all = Object.entries(place).flatMap(([entity, rows]) => rows.map((row) => ({ entity, row })))
    for (const { entity, row } of all.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1)))
      await transaction.insert(entity, entity === 'Person' ? { ...row, home: null } : row)
  }
  for (const { id, home } of world.rows['Person'] as readonly (Row & { readonly home: unknown })[])
    await transaction.update('Person', id, { home, _version: 1 })
  for (const [entity, rows] of Object.entries(world.trash))
    for (const { id } of rows) await transaction.delete(entity, id, false)
}
