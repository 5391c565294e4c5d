// Deletes for good the records that were in the trash for as long as the document says.
import { systemActor } from '#shared/policy/actor.ts'
import type { Entity } from '#shared/model/model.ts'
import { StillReferred } from '../../storage/storage-error.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import { runInTransaction } from './unit-of-work.ts'
import { changesOfDeletion } from './run-delete.ts'
import { followChanges } from './followers.ts'
import type { CommandContext } from './command-context.ts'

const DAY = 86_400_000
/** Maximum number of records that one command deletes, so that others can run in between. */
const AT_ONCE = 20

/**
 * Deletes expired records together with those trashed with them; a record that one in the trash refers to stays until
 * that is gone. Ends early when `goesOn` returns false. Returns the number removed, without those deleted along.
 */
export async function purgeTrash(
  dependencies: RecordsDependencies,
  now: string,
  goesOn: () => boolean = () => true,
): Promise<number> {
  const run = { ...dependencies, changeSet: dependencies.newId(now) }
  let removed = 0
  // What is gone may have been all that something else waited for.
  for (let before = -1; removed > before && goesOn();) {
    before = removed
    for (const name of dependencies.current.running.model.entities.keys())
      removed += await purgeEntity(run, now, name, goesOn)
  }
  return removed
}

async function purgeEntity(
  dependencies: RecordsDependencies,
  now: string,
  name: string,
  goesOn: () => boolean,
): Promise<number> {
  const total = { removed: 0, refused: 0 }
  for (let isMore = true; isMore && goesOn();) {
    const done = await runInTransaction(
      dependencies,
      { actor: systemActor, now },
      { fromReserve: true },
      async (context) => {
        const count = { removed: 0, refused: 0, gone: 0, found: 0 }
        const entity = context.running.model.entities.get(name)
        if (entity === undefined) return count
        const asked = { before: lastMoment(entity, now), skip: total.refused, limit: AT_ONCE }
        const ids = await context.transaction.longInTrash(name, asked)
        for (const id of ids) count[await purgeRecord(context, entity, id)] += 1
        return { ...count, found: ids.length }
      },
    )
    total.removed += done.removed
    total.refused += done.refused
    isMore = done.found === AT_ONCE
  }
  return total.removed
}

/**
 * Computes the latest moment of deletion that has expired. Records of an entity that deletes permanently enter the
 * trash only together with another record, so nothing keeps them there once that is gone.
 */
function lastMoment({ deleted }: Entity, now: string): string {
  const days = deleted.kind === 'trash' ? deleted.days : 0
  return new Date(Date.parse(now) - days * DAY).toISOString()
}

/** `refused`: something that is still there refers to it. `gone`: it went with another of these. */
async function purgeRecord(
  context: CommandContext,
  entity: Entity,
  id: string,
): Promise<'removed' | 'refused' | 'gone'> {
  const { transaction } = context
  const name = entity.name.identifier
  const record = await transaction.record(name, id, { trash: true })
  if (record === undefined) return 'gone'
  try {
    await transaction.savepoint(async () => {
      const touched = await transaction.delete(name, id, true)
      await followChanges(context, await changesOfDeletion(context, 'purge', entity, record, touched))
    })
    return 'removed'
  } catch (error) {
    if (error instanceof StillReferred) return 'refused'
    throw error
  }
}
