// What a random application holds at a moment, where an effect happens in it, and what comes of a request.
import type { Row } from '../entities.ts'

export interface State {
  readonly rows: { readonly [entity: string]: readonly Row[] }
  /** Oldest first. */
  readonly inbox: readonly { readonly person: string; readonly text: string }[]
  /** Texts that the command at hand has sent: each reaches a person once. */
  readonly told: readonly string[]
  readonly sent: readonly object[]
  /** When a state was entered, by row and field; the others were when the record was made. */
  readonly waiting: ReadonlyMap<string, number>
}

/** Undefined: nothing is said of it. */
export interface Outcome {
  readonly status: readonly number[]
  /** The message of a refusal to the caller. */
  readonly detail?: string
  readonly body?: unknown
}

/** The refusal of an act, which undoes all that the act did. */
export class Refusal extends Error {
  readonly status: number
  /** Undefined: nothing is said of it. */
  readonly detail: string | undefined

  constructor(status: number, detail?: string) {
    super()
    this.status = status
    this.detail = detail
  }
}

/** The context in which an effect happens: the record, the person and the moment. */
export interface Place {
  readonly entity: string
  readonly id: string
  readonly me: Row | null
  readonly at: number
  /**
   * Decides what the effect sees of the records that it changes: a transition sees all, and the steps of a call see
   * what the caller may read.
   */
  readonly authority: 'caller' | 'document'
  /** The record as it was last; what a transition deletes is known to its effects until the end. */
  readonly last: { row: Row | null }
  /** The record that `for each` is at. */
  readonly each?: { readonly entity: string; readonly id: string }
}
