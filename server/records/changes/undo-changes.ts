// Undoes a change set in one transaction, by the commands of its records.
import type { UndoneBody } from '#shared/protocol/changes.ts'
import { MOST_UNDONE } from '#shared/protocol/changes.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { nestStorage } from '../write/nested-storage.ts'
import type { CommandOptions } from '../write/command-context.ts'
import { titleFor } from '../messages/message-values.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { readsAllChanges } from './list-changes.ts'
import { undoEntry } from './undo-entry.ts'

/**
 * All or nothing. What the actor may not read stays as it is. A field, a state or a record that was changed since refuses it,
 * and so does whatever would refuse the same change by hand.
 */
export function undoChanges(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  id: string,
  options: Pick<CommandOptions, 'confirmed'>,
): Promise<UndoneBody> {
  const { storage, newId } = dependencies
  return storage.write(async (transaction) => {
    const entries = await transaction.changeSetEntries(id, MOST_UNDONE + 1)
    const [first] = entries
    const isOwn = first !== undefined && first.by !== null && first.by === actorContext.actor.person?.id
    if (first === undefined || !(isOwn || readsAllChanges(dependencies, actorContext))) throw refused('not_found')
    if (entries.length > MOST_UNDONE) throw refused('undo_too_large')
    const changeSet = newId(actorContext.now)
    const nested = { ...dependencies, storage: nestStorage(storage, transaction), changeSet }
    const undone = new Set<string>()
    for (const entry of inOrder(entries)) {
      const isUndone = await undoEntry({ dependencies: nested, transaction, actorContext, options }, id, entry).catch(
        async (error: unknown) => {
          throw await withRecord(nested, transaction, actorContext, entry, error)
        },
      )
      if (isUndone) undone.add(keyOf(entry))
    }
    if (undone.size === 0) throw refused('nothing_to_undo')
    return { id: changeSet, records: undone.size }
  })
}

/**
 * Sorts entries into the order in which they are undone: deletions first, then the latest change. If a record was
 * created, only its creation is undone.
 */
function inOrder(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const created = new Set(entries.filter(({ event }) => event === 'created').map(keyOf))
  const wanted = entries.filter((entry) => entry.event === 'created' || !created.has(keyOf(entry)))
  const isDeletion = ({ event }: HistoryEntry): boolean => event === 'deleted'
  return [...wanted.filter(isDeletion), ...wanted.filter((entry) => !isDeletion(entry)).toReversed()]
}

function keyOf({ entity, record }: HistoryEntry): string {
  return `${entity} ${record}`
}

/** Says which record stands against it. */
async function withRecord(
  { storage, current: { running } }: RecordsDependencies,
  transaction: Transaction,
  actorContext: ActorContext,
  { entity, record: id }: HistoryEntry,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refused)) return error
  const policyContext = { database: transaction, storage, running, now: actorContext.now }
  const title = await titleFor(policyContext, actorContext, actorContext.actor, entity, id)
  const about = { entity, id, ...(title === undefined ? {} : { title }) }
  return new Refused(error.refusal, { about })
}
