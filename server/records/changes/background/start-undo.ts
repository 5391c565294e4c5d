// Begins an undo in the background, or goes on with the one that its person has begun; stops it.
import type { UndoStatus } from '#shared/protocol/changes.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { refused } from '../../../policy/refused.ts'
import { findOwn, listUnderWay, putBackgroundJob, putRow } from '../../background/background-row.ts'
import { stopWork } from '../../background/stop-work.ts'
import type { WorkProgress } from '../../background/work-progress.ts'
import type { ActorContext, RecordsDependencies } from '../../records-dependencies.ts'
import type { StoredUndo, UndoTally } from './undo-row.ts'
import { describeUndo } from './undo-row.ts'

/** How many a person has under way at once. */
const MOST_UNDER_WAY = 3

type UndoDependencies = RecordsDependencies & { readonly undos: WorkProgress<UndoTally> }

export async function startUndo(
  dependencies: UndoDependencies,
  { actor, now }: ActorContext,
  asked: Pick<StoredUndo, 'changeSet' | 'changes' | 'confirmed'>,
): Promise<UndoStatus> {
  const { storage, newId, undos } = dependencies
  const person = actor.person?.id ?? null
  const underWay = await listUnderWay<StoredUndo>(dependencies, 'undo', person)
  const same = underWay.find(({ changeSet }) => changeSet === asked.changeSet)
  if (same !== undefined) return describeUndo(same, undos)
  if (underWay.length >= MOST_UNDER_WAY) throw refused('too_many_undos', { most: MOST_UNDER_WAY })
  const { roles, administrator } = actor
  const stored: StoredUndo = {
    ...asked,
    id: newId(now),
    person,
    roles,
    administrator,
    state: 'waiting',
    createdAt: now,
  }
  return storage.write(async (transaction) => {
    await putRow(transaction, 'undo', stored)
    await putBackgroundJob(transaction, 'undo', stored)
    return describeUndo(stored, undos)
  })
}

export async function stopUndo(
  dependencies: UndoDependencies,
  actor: Actor,
  id: string,
  now: string,
): Promise<UndoStatus> {
  const { undos } = dependencies
  const stored = await findOwn<StoredUndo>(dependencies, 'undo', actor, id)
  return describeUndo(await stopWork(dependencies, stored, { kind: 'undo', progress: undos, now }), undos)
}
