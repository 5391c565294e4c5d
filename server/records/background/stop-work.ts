// Stops work in the background: what runs ends after its row, what waits is not begun.
import type { Transaction } from '../../storage/transaction.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import type { BackgroundKind, BackgroundRow } from './background-row.ts'
import { isUnderWay, putRow, readRow } from './background-row.ts'
import type { WorkProgress } from './work-progress.ts'

interface StoppedWork<Tally> {
  readonly kind: BackgroundKind
  readonly progress: WorkProgress<Tally>
  readonly now: string
  /** Runs where it waited, in the transaction that ends it. */
  readonly settle?: (transaction: Transaction) => Promise<void>
}

/** Gives the row as it is then. What another process runs ends with its next command. */
export async function stopWork<Row extends BackgroundRow, Tally>(
  { storage }: RecordsDependencies,
  stored: Row,
  { kind, progress, now, settle = async () => {} }: StoppedWork<Tally>,
): Promise<Row> {
  if (progress.stop(stored.id)) return stored
  return await storage.write(async (transaction) => {
    const found = (await readRow<Row>(transaction, kind, stored.id)) ?? stored
    if (!isUnderWay(found)) return found
    // Who runs it elsewhere looks at this with the next command.
    const isWaiting = found.state === 'waiting'
    const stopped: Row = isWaiting ? { ...found, state: 'stopped', endedAt: now } : { ...found, isToStop: true }
    await putRow(transaction, kind, stopped)
    if (isWaiting) await settle(transaction)
    return stopped
  })
}
