// What a random application holds at a moment, where an effect happens in it, and what comes of a request.
import type { Row } from '../entities.ts'

export interface State {
  readonly rows: { readonly [entity: string]: readonly Row[] }
  /** Oldest first. */
  readonly inbox: readonly { readonly person: string; readonly text: string }[]
  readonly sent: readonly object[]
  /** When a state was entered, by row and field; the others were when the record was made. */
  readonly waiting: ReadonlyMap<string, number>
}

/** Undefined: nothing is said of it. */
export interface Outcome {
  readonly status: readonly number[]
  /** Of a refusal, what is said to who asked. */
  readonly detail?: string
  readonly body?: unknown
}

/** It refuses: all that it did is undone. */
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

/** Where an effect happens. */
export interface Place {
  readonly entity: string
  readonly id: string
  readonly me: Row | null
  readonly at: number
  /** Of what it changes: a transition sees all, and the steps of a call what the caller may read. */
  readonly authority: 'caller' | 'document'
  /** The record as it was last; what a transition deletes is known to its effects until the end. */
  readonly last: { row: Row | null }
  /** What `for each` is at. */
  readonly each?: { readonly entity: string; readonly id: string }
}
