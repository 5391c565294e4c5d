// Runs the deletion of a record with its cascade, history and events, for a person or the document.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { TouchedRecord } from '../../storage/transaction.ts'
import { eventsFor } from '../effects/run-events.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { Authority, CommandContext } from './command-context.ts'
import { translateWriteErrors } from './write-error.ts'
import { loadRecord, requirePermission } from './load-record.ts'
import { validateVersion } from './validate-version.ts'
import { completeCleared } from './complete-cleared.ts'
import type { Change } from './change.ts'
import { followChanges, precedeDeletion } from './followers.ts'

/** Deletes a record; the cascade over the tables is the storage's. `expected`: versions that the caller accepts. On the document's authority a record that is gone already is no error. */
export async function runDelete(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  id: string,
  expected?: VersionCondition,
): Promise<void> {
  if (authority !== 'document') {
    const record = await loadRecord(context, entity, id)
    await requirePermission(context, authority.entity(entity.name.identifier).delete, record)
    await validateVersion(context, entity, record, expected)
    if (entity.name.identifier === 'Person') await context.people?.guardRemoval(context, record)
  }
  await remove(context, entity, id)
}

async function remove(context: CommandContext, entity: Entity, id: string): Promise<void> {
  const { transaction, running } = context
  const name = entity.name.identifier
  const record = await transaction.record(name, id)
  if (record === undefined) return
  const removeRow = (forGood: boolean) =>
    translateWriteErrors(context, name, () => transaction.delete(name, id, forGood))
  const isForGood = entity.deleted.kind === 'for good'
  await precedeDeletion(context, entity, record)
  const hasEvents =
    running.model.outgoing.some(({ when }) => when.kind === 'deleted') ||
    [...running.model.entities.values()].some((each) => eventsFor(each, 'deleted').length > 0)
  // While something is still to be said of them, they lie in the trash.
  const touched = await removeRow(isForGood && !hasEvents)
  const changes = await changesOfDeletion(context, 'delete', entity, record, touched)
  const [cleared, gone] = [true, false].map((is) => changes.filter(({ cause }) => (cause === 'clear') === is))
  await followChanges(context, [...(gone ?? []), ...(await completeCleared(context, cleared ?? []))])
  if (!hasEvents || !isForGood) return
  // Until now the people among them lay in the trash, with their accounts.
  for (const each of removed(entity, record, await removeRow(true)))
    if (each.entity === 'Person') await context.people?.removed(context, each.id)
}

/** Gives the changes that a deletion made: of the record, of what went with it, and of what lost a relation to them. */
export async function changesOfDeletion(
  context: CommandContext,
  cause: 'delete' | 'purge',
  entity: Entity,
  record: RecordValue,
  touched: readonly TouchedRecord[],
): Promise<readonly Change[]> {
  const { transaction, running } = context
  const changes: Change[] = []
  // What goes along shares the fate of the record, whatever its own entity says.
  const isForGood = cause === 'purge' || entity.deleted.kind === 'for good'
  for (const each of [...removed(entity, record, touched), ...touched.filter(({ how }) => how === 'cleared')]) {
    const { id, version } = each
    const common = { entity: entityNamed(running.model, each.entity), id, version, confirmed: [] }
    if (each.how === 'deleted') {
      const inTrash = id === record.id ? record : await transaction.record(each.entity, id, { trash: true })
      changes.push({ ...common, cause, before: inTrash ?? null, after: null, changed: [], isForGood })
      continue
    }
    const after = await transaction.record(each.entity, id)
    if (after === undefined) continue
    const former = Object.fromEntries(Object.entries(each.changes).map(([field, [value]]) => [field, value]))
    const before = { ...after, ...former } as RecordValue
    changes.push({ ...common, cause: 'clear', before, after, changed: Object.keys(each.changes) })
  }
  return changes
}

/** The record itself, and what went with it. */
function removed(
  { name }: Entity,
  { id, _version: version }: RecordValue,
  touched: readonly TouchedRecord[],
): readonly TouchedRecord[] {
  const others = touched.filter(
    (other) => other.how === 'deleted' && (other.entity !== name.identifier || other.id !== id),
  )
  return [{ entity: name.identifier, id, how: 'deleted', version: Number(version), changes: {} }, ...others]
}
