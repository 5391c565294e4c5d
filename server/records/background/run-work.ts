// Runs work in the background, whose processor time is charged to its person, until it ends or is stopped.
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { BackgroundKind, BackgroundRow } from './background-row.ts'
import { isUnderWay, readRow } from './background-row.ts'
import type { Charge, RunInBackground } from './run-in-background.ts'
import type { RunningWork, WorkProgress } from './work-progress.ts'

/** Work that runs, and how it is charged. */
export type ChargedWork<Tally> = Pick<RunningWork<Tally>, 'signal' | 'follow'> & { readonly charge: Charge }

export interface BackgroundWork<Row extends BackgroundRow, Tally> {
  readonly kind: BackgroundKind
  readonly progress: WorkProgress<Tally>
  /** Id of the person, or the address, that is charged. */
  readonly chargedTo: (begun: Row) => string | null
  readonly attempt: (begun: Row, running: ChargedWork<Tally>) => Promise<Row>
  readonly settle: (transaction: Transaction, ended: Row) => Promise<void>
}

/**
 * Gives what is to be written once it has ended; undefined: the server stops, and the work is run, or goes on, at the next
 * start. `signal`: the server is to stop.
 */
export async function runWork<Row extends BackgroundRow, Tally>(
  { database, runInBackground }: { readonly database: DatabaseHandle; readonly runInBackground: RunInBackground },
  { kind, progress, chargedTo, attempt, settle }: BackgroundWork<Row, Tally>,
  id: string,
  signal: AbortSignal,
): Promise<((transaction: Transaction) => Promise<void>) | undefined> {
  const begun = await readRow<Row>(database, kind, id)
  if (begun === undefined || !isUnderWay(begun)) return async () => {}
  const running = progress.begin(id)
  const stops = AbortSignal.any([signal, running.signal])
  try {
    const charge: Charge = (work) => runInBackground(chargedTo(begun), work)
    const ended = await attempt(begun, { ...running, charge, signal: stops })
    if (signal.aborted && !running.signal.aborted && ended.state === 'stopped') return undefined
    return (transaction) => settle(transaction, ended)
  } finally {
    running.end()
  }
}
