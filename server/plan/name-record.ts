// Names a record that a plan gives as an example.
import { systemActor } from '#shared/policy/actor.ts'
import type { PermissionChange } from '#shared/protocol/plan.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { titleFor } from '../records/messages/message-values.ts'
import type { Storage } from '../storage/storage.ts'

/** Records that are named as examples of one change. */
export const MOST_NAMED = 3

export async function nameRecord(
  { running, storage }: { readonly running: RunningDocument; readonly storage: Storage },
  entity: string,
  id: string,
  now: string,
): Promise<PermissionChange['records']['examples'][number]> {
  const reading = { running, storage, database: storage.database, now }
  const title = await titleFor(reading, { actor: systemActor, now }, systemActor, entity, id)
  return { id, ...(title === undefined || title === '' ? {} : { title }) }
}
