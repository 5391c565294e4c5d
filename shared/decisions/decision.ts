// Declares the result of a decision, which the server enforces and the client shows.
import type { Citation, MessageTemplate } from '../model/model.ts'
import type { RecordValue } from '../expressions/value.ts'

/** Who acts. */
export interface Actor {
  /** The record of Person with all its fields; null when nobody is signed in, or the system acts. */
  readonly person: RecordValue | null
  /** Role identifiers given to the person and all that these include; sorted, so that it can be a key. */
  readonly roles: readonly string[]
  /** Reads and writes all data (if the document does not say `administrators: no data`), uses the studio, gives any role. */
  readonly administrator: boolean
  /** Automatic work: transitions that nobody may do, `me` is null. */
  readonly system: boolean
}

export interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
  /** Where the message is a rule's own words: what it is made of. */
  readonly template?: MessageTemplate
  readonly cites?: Citation
}

/** Why not: a code of point 8, its message with values filled in, and the line that says so. */
export interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
  /** Where the message is a rule's own words: what it is made of. */
  readonly template?: MessageTemplate
  readonly errors: readonly FieldError[]
  readonly cites?: Citation
  /** What would have to be true, or who could do it, where that is known. */
  readonly remedy?: string
  /** For a conflict: the state that the record is in. */
  readonly state?: string
}

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly refusal: Refusal }
  /** The client's third answer: a field is hidden or a fact is not loaded; the server's `may` decides. */
  | { readonly allowed: 'not knowable' }
