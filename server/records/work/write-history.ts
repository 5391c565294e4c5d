// One entry of a record's history, in the transaction of the change itself.
import type { Entity } from '#shared/model/model.ts'
import type { HistoryEntry } from '../../storage/storage.ts'
import { notePerson } from '../audit/note-person.ts'
import { guardHistory, rolesIn } from './guard-person.ts'
import type { Work } from './work.ts'

export async function writeHistory(
  work: Work,
  entity: Entity,
  entry: Pick<HistoryEntry, 'record' | 'event' | 'changes'> & {
    readonly transition?: string | undefined
    readonly line?: number | undefined
    readonly confirmed?: readonly string[]
  },
): Promise<void> {
  if (entity.name.identifier === 'Person') {
    await guardHistory(work, entry)
    await notePerson(work, entry)
    await follow(work, entry)
  }
  if (!entity.historyKept) return
  const { now, actor } = work.acting
  const { transition, line, confirmed = [], ...rest } = entry
  await work.transaction.appendHistory({
    ...rest,
    id: work.newId(now),
    entity: entity.name.identifier,
    at: now,
    by: actor.person?.id ?? null,
    revision: work.running.revision,
    ...(transition === undefined ? {} : { transition }),
    ...(line === undefined ? {} : { line }),
    ...(confirmed.length === 0 ? {} : { confirmed }),
  })
}

/** An account goes with its person's address, by whatever way that changed. */
async function follow(
  work: Work,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<void> {
  if (work.people === undefined) return undefined
  if (event === 'deleted') return work.people.removed(work, record)
  const roles = await rolesGiven(work, { record, event, changes })
  if (roles.length > 0) await work.people.given(work, roles)
  if (event === 'changed' || event === 'transition') await work.people.changed(work, record, changes)
}

async function rolesGiven(
  { transaction }: Work,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<readonly string[]> {
  if (event === 'restored') return rolesIn((await transaction.record('Person', record))?.['roles'])
  const [before, after] = changes['roles'] ?? []
  const held = rolesIn(before)
  return rolesIn(after).filter((role) => !held.includes(role))
}
