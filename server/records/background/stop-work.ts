// Stops work in the background: what runs ends after its row, what waits is not begun.
import type { Transaction } from '../../storage/transaction.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import type { BackgroundKind, BackgroundRow } from './background-row.ts'
import { putRow } from './background-row.ts'
import type { WorkProgress } from './work-progress.ts'

interface StoppedWork<Tally> {
  readonly kind: BackgroundKind
  readonly progress: WorkProgress<Tally>
  readonly now: string
  /** Runs where it waited, in the transaction that ends it. */
  readonly settle?: (transaction: Transaction) => Promise<void>
}

/** Gives the row as it is then. */
export async function stopWork<Row extends BackgroundRow, Tally>(
  { storage }: RecordsDependencies,
  stored: Row,
  { kind, progress, now, settle = async () => {} }: StoppedWork<Tally>,
): Promise<Row> {
  if (progress.stop(stored.id) || stored.state !== 'waiting') return stored
  const stopped: Row = { ...stored, state: 'stopped', endedAt: now }
  await storage.write(async (transaction) => {
    await putRow(transaction, kind, stopped)
    await settle(transaction)
  })
  return stopped
}
