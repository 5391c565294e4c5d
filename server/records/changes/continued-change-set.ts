// Finds the change set that a batch goes on with: one of the caller's own that is not old.
import type { ActorContext } from '../records-dependencies.ts'
import type { Transaction } from '../../storage/transaction.ts'

/** Long enough for many batches after each other; what was done yesterday is not undone with what is done today. */
const LONGEST_MILLISECONDS = 60 * 60 * 1000

/** Undefined also where it is another person's, as if there was none: nothing of it is to be learned. */
export async function continuedChangeSet(
  transaction: Transaction,
  { actor, now }: Pick<ActorContext, 'actor' | 'now'>,
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined || actor.person === null) return undefined
  const [first] = await transaction.changeSetEntries(id, { limit: 1 })
  if (first === undefined || first.by !== actor.person.id) return undefined
  return Date.parse(now) - Date.parse(first.at) <= LONGEST_MILLISECONDS ? id : undefined
}
