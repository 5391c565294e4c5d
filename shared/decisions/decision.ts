// Declares the result of a decision, which the server enforces and the client shows.
import type { Printing } from '../fields/printing.ts'
import type { Citation, MessageTemplate } from '../model/model.ts'
import type { HoleValues } from '../text/phrase.ts'
import type { Evaluator } from './evaluator.ts'

/** Names the text of a refusal or of one of its errors, with its values; `wordRefusal` puts it into words. */
export interface Reason {
  /** Name in the catalogue of refusals, or a code of the document's point 8. */
  readonly name: string
  readonly values: HoleValues
  /** True for an error that comes from the type of a field: its name is only a code, which other texts may share. */
  readonly isOfValue?: true
  /** The entity whose message of point 8 is meant. */
  readonly entity?: string | undefined
  /** The document's own words in place of those of the name. */
  readonly template?: MessageTemplate | undefined
  /** Values in the document's words that the recipient may know; the others are shown as "…". */
  readonly filling?: MessageValues | undefined
  readonly cites?: Citation | undefined
}

export interface FieldError extends Reason {
  readonly field: string
}

/** A rule that only warns, in its own words, with the name by which it is confirmed. */
export interface WarningReason extends Reason {
  readonly warning: string
}

/** Why not, and the line that says so. */
export interface Refusal extends Reason {
  readonly errors: readonly FieldError[]
  /** How many there are besides those; left out where all are there. */
  readonly moreErrors?: number | undefined
  /** All warnings that stand against it, where nothing else does: they can be confirmed. */
  readonly warnings?: readonly WarningReason[] | undefined
  /** Names of all that has to be confirmed to go on, with what was confirmed before. */
  readonly confirm?: readonly string[] | undefined
  /** The condition that would have to be true, or the people who could perform the action, if that is known. */
  readonly remedy?: string | undefined
  /** Current state of the record, for a conflict. */
  readonly state?: string | undefined
}

/** Gives the values that a message's expressions have: they read no more than its recipient may read. */
export interface MessageValues {
  readonly evaluate: Evaluator
  readonly printing: Printing
}

export type Decision<Why = Refusal> =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly refusal: Why }
  /** The client's third answer: a field is hidden or a fact is not loaded; the server's `may` decides. */
  | { readonly allowed: 'not knowable' }
