// Writes the records of a random application: first without what they refer to, which may come later.
import type { Transaction } from '../../server/storage/transaction.ts'
import type { Row } from '../policy/entities.ts'
import { isRelation } from './random-desk.ts'
import type { RandomDesk } from './random-desk.ts'

export async function insertDesk(
  transaction: Pick<Transaction, 'insert' | 'update' | 'delete'>,
  { fields, rows, thrown }: RandomDesk,
): Promise<void> {
  const all = Object.entries(rows).flatMap(([entity, records]) => records.map((row) => ({ entity, row })))
  const relationsOf = (entity: string): readonly string[] =>
    Object.entries(fields.fields[entity] ?? {}).flatMap(([name, type]) => (isRelation(type) ? [name] : []))
  for (const { entity, row } of all.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1)))
    await transaction.insert(entity, without(row, [...relationsOf(entity), 'created_by', 'updated_by']))
  for (const { entity, row } of all) {
    const later = [...relationsOf(entity), 'created_by', 'updated_by'].map((name) => [name, row[name]])
    await transaction.update(entity, row.id, { ...(Object.fromEntries(later) as object), _version: 1 })
  }
  for (const { entity, id } of thrown) await transaction.delete(entity, id, false)
}

function without(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as unknown as Row
}
