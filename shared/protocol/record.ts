// Declares a record in the API, with the caller's permissions where they are asked for.
import type { Decision } from '../decisions/decision.ts'
import type { TimerItem } from './timers.ts'
import type { WordedRefusal } from '../decisions/worded-refusal.ts'

/** Lines of one head. */
export const MOST_LINES = 1_000

/** `Why`: how the server itself holds a refusal, before it is worded. */
export interface RecordPermissions<Why = WordedRefusal> {
  /**
   * Permission to update, by field, for the fields that the reader can read and that can be written at all: true, or
   * the refusal.
   */
  readonly update: { readonly [field: string]: true | Why }
  readonly delete: Decision<Why>
  /** May the reader see what happened to it? */
  readonly history: Decision<Why>
  /** Decisions by the name of each transition that the actor may ever perform, whatever state the record is in. */
  readonly transitions: { readonly [name: string]: Decision<Why> }
}

/** How a record came into the trash. Absent is what the reader may not know. */
export interface Deletion {
  readonly title?: string
  readonly at?: string
  /** Null: the system. */
  readonly by?: { readonly id: string; readonly name?: string } | null
}

export interface RecordBody {
  readonly id: string
  /** Version that a client sends in `If-Match`. */
  readonly _version: number
  readonly _may?: RecordPermissions
  readonly _timers?: readonly TimerItem[]
  /** Deletion of a record that is in the trash. */
  readonly _deleted?: Deletion
  /** Names of the long texts that were left out of the record in a list. */
  readonly _omitted?: readonly string[]
  /** A hidden field is absent, never `null`. */
  readonly [field: string]: unknown
}
