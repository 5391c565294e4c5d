// Runs the deletion of a record with its cascade, history and events, for a person or the document.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { TouchedRecord } from '../../storage/transaction.ts'
import { eventsFor, runEvents } from '../effects/run-events.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { Authority, CommandContext } from './command-context.ts'
import { translateWriteErrors } from './command-context.ts'
import { guardRemoval } from './guard-person.ts'
import { loadRecord, requirePermission } from './load-record.ts'
import { validateVersion } from '../validate-version.ts'
import { writeHistory } from './write-history.ts'
import { touchHeads } from '../lines/touched-heads.ts'
import { notifyOfDeletion } from '../notices/notify-watchers.ts'
import { forgetWatches } from '../notices/watches.ts'
import { updateTimers } from '../timers/record-timers.ts'
import { scanReadersOf } from '../timers/timer-readers.ts'
import { validateFromBothSides } from '../rules/validate-from-both-sides.ts'
import { outgoingOf, sendOutgoingCalls } from '../webhooks/outgoing-calls.ts'

/** `expected`: the version that the caller saw. On the document's authority nothing is left to remove of a record that is gone already. */
export async function runDelete(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  id: string,
  expected?: number,
): Promise<void> {
  if (authority !== 'document') {
    const record = await loadRecord(context, entity, id)
    await requirePermission(context, authority.entity(entity.name.identifier).delete, record)
    await validateVersion(context, entity, record, expected)
    if (entity.name.identifier === 'Person') await guardRemoval(context, record)
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
  await notifyOfDeletion(context, entity, record)
  const hasEvents =
    running.model.outgoing.some(({ when }) => when.kind === 'deleted') ||
    [...running.model.entities.values()].some((each) => eventsFor(each, 'deleted').length > 0)
  // While something is still to be said of them, they lie in the trash.
  const touched = await removeRow(isForGood && !hasEvents)
  touchHeads(context.heads, entity, record)
  for (const each of touched) {
    const other = entityNamed(running.model, each.entity)
    if (other.partOf !== undefined)
      touchHeads(context.heads, other, await transaction.record(each.entity, each.id, { trash: true }))
  }
  await writeDeletionHistory(context, entity, record, touched)
  if (isForGood) for (const each of removed(entity, record, touched)) await forgetWatches(transaction, each.id)
  if (!hasEvents) return
  for (const each of removed(entity, record, touched)) await runDeletionEvents(context, each.entity, each.id)
  if (!isForGood) return
  // Until now the people among them lay in the trash, with their accounts.
  for (const each of removed(entity, record, await removeRow(true)))
    if (each.entity === 'Person') await context.people?.removed(context, each.id)
}

/** Writes into the histories what was removed, and what of others was cleared. */
export async function writeDeletionHistory(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  touched: readonly TouchedRecord[],
): Promise<void> {
  for (const each of [...removed(entity, record, touched), ...touched.filter(({ how }) => how === 'cleared')]) {
    const event = each.how === 'deleted' ? 'deleted' : 'changed'
    const changed = entityNamed(context.running.model, each.entity)
    await writeHistory(context, changed, {
      record: each.id,
      version: each.version,
      event,
      changes: each.changes,
    })
    await followDeletion(context, changed, each, each.id === record.id ? record : undefined)
  }
}

/** What is deleted does nothing by itself any more; what was cleared, or reads what is gone, may do so at another time. */
async function followDeletion(
  context: CommandContext,
  entity: Entity,
  { id, how, changes }: TouchedRecord,
  record: RecordValue | undefined,
): Promise<void> {
  const { transaction } = context
  const name = entity.name.identifier
  if (how === 'deleted') await transaction.deleteJobsOf({ entity: name, record: id })
  const cleared = how === 'cleared' ? await transaction.record(name, id) : undefined
  if (cleared !== undefined) await updateTimers(context, entity, cleared, { old: cleared })
  await scanReadersOf(context, entity, { changed: Object.keys(changes), existence: how === 'deleted' })
  if (cleared !== undefined) {
    const before = Object.fromEntries(Object.entries(changes).map(([field, [value]]) => [field, value]))
    const sides = { old: { ...cleared, ...before }, record: cleared }
    await validateFromBothSides(context, entity, sides, Object.keys(changes))
  }
  const gone = how === 'deleted' ? (record ?? (await transaction.record(name, id, { trash: true }))) : undefined
  if (gone !== undefined) await validateFromBothSides(context, entity, { old: gone, record: null }, [])
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

async function runDeletionEvents(context: CommandContext, name: string, id: string): Promise<void> {
  const entity = entityNamed(context.running.model, name)
  const events = eventsFor(entity, 'deleted')
  const record: RecordValue | undefined =
    events.length === 0 && outgoingOf(context.running.model, name).length === 0
      ? undefined
      : await context.transaction.record(name, id, { trash: true })
  if (record === undefined) return
  const snapshot = { record, old: record }
  await runEvents(context, entity, events, snapshot)
  await sendOutgoingCalls(context, entity, snapshot, { kind: 'deleted' })
}
