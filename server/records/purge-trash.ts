// Removes for good what has lain in the trash for as long as the document says. The system does it: nobody is asked for rights.
import { systemActor } from '#shared/decisions/actor.ts'
import type { Entity } from '#shared/model/model.ts'
import { StillReferred } from '../storage/storage.ts'
import type { RecordsDependencies } from './dependencies.ts'
import { inTransaction } from './work/command.ts'
import { noteRemoved } from './work/remove-record.ts'
import type { Work } from './work/work.ts'

const DAY = 86_400_000
/** In one command, so that others come in between. */
const AT_ONCE = 50

/**
 * What went into the trash with something else goes with it, and what something in the trash refers to stays until that is gone.
 * Ends early when `goesOn` says no. Gives back how many records were removed, beside those that went with them.
 */
export async function purgeTrash(
  dependencies: RecordsDependencies,
  now: string,
  goesOn: () => boolean = () => true,
): Promise<number> {
  let removed = 0
  // What is gone may have been all that something else waited for.
  for (let before = -1; removed > before && goesOn();) {
    before = removed
    for (const name of dependencies.current.running.model.entities.keys())
      removed += await purgeEntity(dependencies, now, name, goesOn)
  }
  return removed
}

async function purgeEntity(
  dependencies: RecordsDependencies,
  now: string,
  name: string,
  goesOn: () => boolean,
): Promise<number> {
  let removed = 0
  for (let after: string | undefined = ''; after !== undefined && goesOn();) {
    const from: string = after
    const part = await inTransaction(dependencies, { actor: systemActor, now }, {}, async (work) => {
      const entity = work.running.model.entities.get(name)
      if (entity === undefined) return { count: 0, last: undefined }
      const ids = await work.transaction.longInTrash(name, {
        before: lastMoment(entity, now),
        after: from,
        limit: AT_ONCE,
      })
      let count = 0
      for (const id of ids) if (await purgeRecord(work, entity, id)) count += 1
      return { count, last: ids.length < AT_ONCE ? undefined : ids.at(-1) }
    })
    removed += part.count
    after = part.last
  }
  return removed
}

/** What is deleted for good by itself comes into the trash only with something else: nothing holds it there when that is gone. */
function lastMoment({ deleted }: Entity, now: string): string {
  const days = deleted.kind === 'trash' ? deleted.days : 0
  return new Date(Date.parse(now) - days * DAY).toISOString()
}

/** False: something that is still there refers to it. */
async function purgeRecord(work: Work, entity: Entity, id: string): Promise<boolean> {
  const { transaction } = work
  // It went with another of these.
  if ((await transaction.record(entity.name.identifier, id, { trash: true })) === undefined) return false
  try {
    await transaction.savepoint(async () => {
      const touched = await transaction.delete(entity.name.identifier, id, true)
      await noteRemoved(work, entity, id, touched)
    })
    return true
  } catch (error) {
    if (error instanceof StillReferred) return false
    throw error
  }
}
