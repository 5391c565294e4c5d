// Declares the result of a decision, which the server enforces and the client shows.
import type { Citation, MessageTemplate } from '../model/model.ts'
import type { HoleValues } from '../text/phrase.ts'

/** Which text of the catalogue a message is, and what fills its holes: the document may word it anew. */
export interface TextReference {
  readonly name: string
  readonly values: HoleValues
  /** What the type of a field says; the name is then only its code, which other texts may have too. */
  readonly isOfValue?: true
}

export interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
  /** Where the message is a rule's own words: what it is made of. */
  readonly template?: MessageTemplate
  readonly wording?: TextReference
  readonly cites?: Citation
}

/** Why not: a code of point 8, its message with values filled in, and the line that says so. */
export interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
  /** Where the message is a rule's own words: what it is made of. */
  readonly template?: MessageTemplate
  readonly wording?: TextReference
  readonly errors: readonly FieldError[]
  /** How many there are besides those; left out where all are there. */
  readonly moreErrors?: number
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
