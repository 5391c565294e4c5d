// Declares the result of a decision, which the server enforces and the client shows.
import type { Citation, MessageTemplate } from '../model/model.ts'
import type { HoleValues } from '../text/phrase.ts'

/**
 * Refers to the catalogue text of a message and holds the values for its placeholders, so that the document can
 * reword the message.
 */
export interface TextReference {
  readonly name: string
  readonly values: HoleValues
  /**
   * True for an error that comes from the type of a field. The name is then only its code, which other texts may
   * share.
   */
  readonly isOfValue?: true
}

export interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
  /** Parts of the message, if it is a rule's own words. */
  readonly template?: MessageTemplate
  readonly wording?: TextReference
  readonly cites?: Citation
}

/** Why not: a code of point 8, its message with values filled in, and the line that says so. */
export interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
  /** Parts of the message, if it is a rule's own words. */
  readonly template?: MessageTemplate
  readonly wording?: TextReference
  readonly errors: readonly FieldError[]
  /** How many there are besides those; left out where all are there. */
  readonly moreErrors?: number
  readonly cites?: Citation
  /** The condition that would have to be true, or the people who could perform the action, if that is known. */
  readonly remedy?: string
  /** Current state of the record, for a conflict. */
  readonly state?: string
}

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly refusal: Refusal }
  /** The client's third answer: a field is hidden or a fact is not loaded; the server's `may` decides. */
  | { readonly allowed: 'not knowable' }
