// Undoes a change set in one transaction, by the commands of its records.
import type { UndoneBody } from '#shared/protocol/changes.ts'
import { MOST_UNDONE } from '#shared/protocol/changes.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { Charge } from '../background/run-in-background.ts'
import { completeHeads } from '../lines/complete-heads.ts'
import type { Change } from '../write/change.ts'
import { runInTransaction } from '../write/unit-of-work.ts'
import { storageWithin } from '../write/nested-storage.ts'
import type { CommandOptions } from '../write/command-context.ts'
import { titleFor } from '../messages/message-values.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { UndoTally } from './background/undo-row.ts'
import { readsAllChanges } from './list-changes.ts'
import { stepsInOrder, stepsThatWait } from './undo-steps.ts'

export interface UndoOptions extends Pick<CommandOptions, 'confirmed'> {
  /** Is given the tally after each change. */
  readonly follow?: (tally: UndoTally) => void
  /** Ends the undo; nothing is undone then. */
  readonly signal?: AbortSignal
  /** Absent: the request is charged. */
  readonly charge?: Charge
}

/** Changes that are read at once: of a large change set there is never more in memory than these, and the names of its records. */
const ENTRIES_AT_ONCE = 200

export function undoChanges(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  id: string,
  options: UndoOptions,
): Promise<UndoneBody> {
  return dependencies.storage.write((transaction) => undoWithin(dependencies, transaction, actorContext, id, options))
}

/** Counts the changes of a change set, and refuses one that is not the actor's to undo, or that is too large. */
export async function requireUndoable(
  dependencies: RecordsDependencies,
  database: DatabaseHandle,
  actorContext: ActorContext,
  id: string,
): Promise<number> {
  const [first] = await database.changeSetEntries(id, { limit: 1 })
  const isOwn = first !== undefined && first.by !== null && first.by === actorContext.actor.person?.id
  if (first === undefined || !(isOwn || readsAllChanges(dependencies, actorContext))) throw refused('not_found')
  const size = await database.changeSetSize(id, MOST_UNDONE + 1)
  if (size > MOST_UNDONE) throw refused('undo_too_large')
  return size
}

/**
 * All or nothing. What the actor may not read stays as it is. A field, a state or a record that was changed since refuses it,
 * and so does whatever would refuse the same change by hand; heads and their lines are asked once all of it is done. Only
 * where a step stands in the way of another, it begins anew, so that one waits for the other.
 */
export async function undoWithin(
  dependencies: RecordsDependencies,
  transaction: Transaction,
  actorContext: ActorContext,
  id: string,
  { confirmed, follow, signal, charge = (work) => work() }: UndoOptions,
): Promise<UndoneBody> {
  await requireUndoable(dependencies, transaction, actorContext, id)
  const changeSet = dependencies.newId(actorContext.now)
  const attempt = async (makeSteps: typeof stepsInOrder): Promise<number> => {
    const linesAndHeads: Change[] = []
    const nested = {
      ...dependencies,
      storage: storageWithin(dependencies.storage, transaction),
      changeSet,
      linesAndHeads,
    }
    const context = { dependencies: nested, transaction, actorContext, options: { confirmed }, linesAndHeads }
    const undone = new Set<string>()
    const name = (about: { readonly entity: string; readonly id: string }, error: unknown) =>
      withRecord(nested, transaction, actorContext, about, error)
    const steps = makeSteps({
      context: { ...context, exchanged: new Map() },
      changeSet: id,
      undone: (entry) => void undone.add(keyOf(entry)),
      refuse: ({ entity, record }, error) => name({ entity, id: record }, error),
    })
    let tried = 0
    let areDeletionsOver = false
    for await (const { entry, isPassed } of inOrder(transaction, id)) {
      signal?.throwIfAborted()
      if (!areDeletionsOver && entry.event !== 'deleted') {
        areDeletionsOver = true
        await charge(() => steps.runWaiting(false))
      }
      if (!isPassed) await charge(() => steps.run(entry))
      tried += 1
      follow?.({ tried })
      await transaction.giveTurn()
    }
    await charge(() => steps.runWaiting(true))
    if (undone.size === 0) throw refused('nothing_to_undo')
    const end = { confirmed: confirmed ?? [] }
    await charge(() =>
      runInTransaction(nested, actorContext, end, (last) => completeHeads(last, { from: 0, later: new Set(), name })),
    )
    return undone.size
  }
  try {
    return { id: changeSet, records: await transaction.savepoint(() => attempt(stepsInOrder)) }
  } catch (error) {
    if (!(error instanceof Refused) || error.details.mayPass !== true) throw error
  }
  return { id: changeSet, records: await attempt(stepsThatWait) }
}

/**
 * Lists the entries of a change set in the order in which they are undone: deletions first, then the latest change. If a
 * record was created, only its creation is undone, and its other entries are passed over.
 */
async function* inOrder(
  transaction: Transaction,
  id: string,
): AsyncGenerator<{ readonly entry: HistoryEntry; readonly isPassed: boolean }> {
  const created = new Set<string>()
  for await (const entry of entriesOf(transaction, id, 'oldest')) {
    if (entry.event === 'created') created.add(keyOf(entry))
    if (entry.event === 'deleted') yield { entry, isPassed: created.has(keyOf(entry)) }
  }
  for await (const entry of entriesOf(transaction, id, 'newest')) {
    if (entry.event === 'deleted') continue
    yield { entry, isPassed: entry.event !== 'created' && created.has(keyOf(entry)) }
  }
}

async function* entriesOf(
  transaction: Transaction,
  id: string,
  first: 'oldest' | 'newest',
): AsyncGenerator<HistoryEntry> {
  let beyond: string | undefined
  do {
    const page = await transaction.changeSetEntries(id, { limit: ENTRIES_AT_ONCE, first, beyond })
    yield* page
    beyond = page.length === ENTRIES_AT_ONCE ? page.at(-1)?.id : undefined
  } while (beyond !== undefined)
}

function keyOf({ entity, record }: HistoryEntry): string {
  return `${entity} ${record}`
}

/** Says which record stands against it. */
async function withRecord(
  { storage, current: { running } }: RecordsDependencies,
  transaction: Transaction,
  actorContext: ActorContext,
  { entity, id }: { readonly entity: string; readonly id: string },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refused)) return error
  const policyContext = { database: transaction, storage, running, now: actorContext.now }
  const title = await titleFor(policyContext, actorContext, actorContext.actor, entity, id)
  const about = error.details.about ?? { entity, id, ...(title === undefined ? {} : { title }) }
  return new Refused(error.refusal, { about, ...(error.details.mayPass && { mayPass: true }) })
}
