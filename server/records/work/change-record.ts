// Changes a record with the document's authority: an effect on another record. Its rules hold, and what happens then happens.
import { changedFields } from '#shared/decisions/3-entities.ts'
import type { Entity } from '#shared/model/model.ts'
import { writeChanges } from './rewrite.ts'
import { settle } from './settle.ts'
import type { Work } from './work.ts'

/** Of a record that is gone by now nothing is left to change. */
export async function changeAsDocument(
  work: Work,
  entity: Entity,
  id: string,
  values: { readonly [field: string]: unknown },
): Promise<void> {
  const before = await work.transaction.record(entity.name.identifier, id)
  const changed = before === undefined ? [] : changedFields(entity, before, values)
  if (before === undefined || changed.length === 0) return
  const changes = Object.fromEntries(changed.map((field) => [field, values[field]]))
  const record = await writeChanges(work, entity, before, changes)
  await settle(work, entity, { record, old: before }, { key: 'change', nodes: [] })
}
