// Says for how long a claimed job belongs to the process that claimed it; after that another may claim it.
import type { JobKind } from '../storage/job.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Lease of each kind of job in milliseconds, longer than the job may take. */
export const LEASES: { readonly [kind in JobKind]: number } = {
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
