// Declares jobs: what happens later, and is claimed with a lease when it is due.

export type JobKind =
  | 'mail'
  | 'timer'
  | 'timer scan'
  | 'schedule'
  | 'webhook'
  | 'clean-up'
  | 'import'
  | 'undo'
  | 'publication'

export interface RecordReference {
  readonly entity: string
  readonly record: string
}

/** Something that happens later: it is claimed with a lease when it is due. */
export interface Job {
  readonly number: number
  readonly kind: JobKind
  /** The record that it is about; it goes when that is deleted. */
  readonly about: RecordReference | null
  /** One of a kind (and record) under each. */
  readonly key: string | null
  /** When it is looked at next, RFC 3339; null: it waits for something else. */
  readonly dueAt: string | null
  /** Those that were begun. */
  readonly tries: number
  /** Problem that made the last try fail. */
  readonly problem: string | null
  /** `isDead` is true once the job was given up, so that it is not tried again by itself. */
  readonly isDead: boolean
  /** Those of one queue run one after the other, in the order in which they were put, each once the one before has left the queue. */
  readonly queue?: string | undefined
  readonly value: { readonly [name: string]: unknown }
}

export type NewJob = Omit<Job, 'number'>

/** A claim of so many jobs that are due, held until a moment (both RFC 3339). */
export interface JobClaim {
  readonly now: string
  readonly leasedUntil: string
  readonly limit: number
}
