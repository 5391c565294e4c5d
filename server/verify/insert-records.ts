// Inserts made-up records as they are, whatever the rules say.
import type { Transaction } from '../storage/transaction.ts'
import type { GivenRecord } from './world.ts'

/** Inserts them in an order in which each finds what it points to; throws where one still misses something. */
export async function insertRecords(transaction: Transaction, given: readonly GivenRecord[]): Promise<void> {
  let left = [...given]
  while (left.length > 0) {
    const failed: GivenRecord[] = []
    let problem: unknown
    for (const each of left) {
      try {
        await transaction.savepoint(() => transaction.insert(each.entity, each.record))
      } catch (error) {
        problem = error
        failed.push(each)
      }
    }
    if (failed.length === left.length) throw problem
    left = failed
  }
}
