// Inserts made-up records as they are, whatever the rules say.
import type { Transaction } from '../storage/transaction.ts'
import type { GivenRecord } from './world.ts'

/** Inserts them in an order in which each finds what it points to; throws where one still misses something. */
export function insertRecords(transaction: Transaction, given: readonly GivenRecord[]): Promise<void> {
  return writeEach(transaction, given, ({ entity, record }) => transaction.insert(entity, record))
}

/** Brings those back that lie in the trash, each after what it points to. */
export function restoreRecords(transaction: Transaction, given: readonly GivenRecord[]): Promise<void> {
  return writeEach(transaction, given, async ({ entity, record: { id } }) => {
    const isGone = (await transaction.record(entity, id)) === undefined
    if (isGone && (await transaction.record(entity, id, { trash: true })) !== undefined)
      await transaction.restore(entity, id)
  })
}

/** Writes each; one that can't be written yet is tried again after the others, as long as any could. */
async function writeEach(
  transaction: Transaction,
  given: readonly GivenRecord[],
  write: (each: GivenRecord) => Promise<unknown>,
): Promise<void> {
  let left = [...given]
  while (left.length > 0) {
    const failed: GivenRecord[] = []
    let problem: unknown
    for (const each of left) {
      try {
        await transaction.savepoint(() => write(each))
      } catch (error) {
        problem = error
        failed.push(each)
      }
    }
    if (failed.length === left.length) throw problem
    left = failed
  }
}
