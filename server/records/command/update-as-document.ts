// Updates a record as the document, for an effect; the record's rules and events apply.
import { changedFields } from '#shared/decisions/3-entities.ts'
import type { Entity } from '#shared/model/model.ts'
import { writeChanges } from './write-changes.ts'
import { completeWrite } from './complete-write.ts'
import type { CommandContext } from './command-context.ts'

/** Of a record that is gone by now nothing is left to change. */
export async function updateAsDocument(
  context: CommandContext,
  entity: Entity,
  id: string,
  values: { readonly [field: string]: unknown },
): Promise<void> {
  const before = await context.transaction.record(entity.name.identifier, id)
  const changed = before === undefined ? [] : changedFields(entity, before, values)
  if (before === undefined || changed.length === 0) return
  const changes = Object.fromEntries(changed.map((field) => [field, values[field]]))
  const record = await writeChanges(context, entity, before, changes)
  await completeWrite(context, entity, { record, old: before }, 'document')
}
