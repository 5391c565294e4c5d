// Holds claimed jobs for the process that claimed them; when a lease has run out, another may claim the job.
import type { Job, JobKind } from '../storage/job.ts'
import type { SharedState } from '../storage/storage.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/**
 * Lease of each kind of job in milliseconds, longer than the job may take. The only process of a data directory ends
 * all of them at its start.
 */
const LEASES: { readonly [kind in JobKind]: number } = {
  /** A mail server may take minutes to answer. */
  mail: 10 * MINUTE,
  webhook: MINUTE,
  timer: MINUTE,
  'timer scan': MINUTE,
  schedule: MINUTE,
  'clean-up': 10 * MINUTE,
  /** Tens of thousands of rows take minutes. */
  import: 60 * MINUTE,
  undo: 60 * MINUTE,
  /** A backup and the conversion of much data take minutes. */
  publication: 60 * MINUTE,
}

/** Lease of a job that processes share, in milliseconds. No start may end it: it is short, and extended while the job is under way. */
const SHARED_LEASE = MINUTE
const EXTENDED_EACH = 20 * SECOND

/** Milliseconds. */
export function leaseFor(kind: JobKind, isShared: boolean): number {
  return isShared ? SHARED_LEASE : LEASES[kind]
}

/** Jobs that are held beyond their lease, until this is disposed. */
interface HeldJobs extends Disposable {
  /** Lets others claim at once those of them that were neither settled nor claimed by others. */
  giveBack(jobs: readonly Job[]): Promise<void>
}

/** Holds shared jobs. What can't be extended meanwhile runs out. `leaseFromNow`: RFC 3339. */
export function holdJobs(
  { changeLeases }: Pick<SharedState, 'changeLeases'>,
  jobs: readonly Job[],
  leasedUntil: string,
  leaseFromNow: () => string,
): HeldJobs {
  let from = leasedUntil
  let extended: Promise<void> = Promise.resolve()
  const change = async (some: readonly Job[], to: string | null): Promise<void> => {
    const numbers = some.map(({ number }) => number)
    await changeLeases(numbers, from, to)
  }
  const timer = setInterval(() => {
    const to = leaseFromNow()
    extended = change(jobs, to).then(
      () => void (from = to),
      () => undefined,
    )
  }, EXTENDED_EACH)
  const end = (): void => clearInterval(timer)
  return {
    [Symbol.dispose]: end,
    async giveBack(some) {
      if (some.length === 0) return
      end()
      await extended
      await change(some, null)
    },
  }
}
