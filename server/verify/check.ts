// Declares a check: a request with what is expected of its answer, for a line of the document.
import type { Citation } from '#shared/model/model.ts'
import type { GivenRecord } from './world.ts'

export interface Check {
  /** The line that it is about. */
  readonly line: Citation
  /** Sentence that says what is expected of the answer. */
  readonly says: string
  /** Records that are there for this check only. */
  readonly given: readonly GivenRecord[]
  /** Id of the person who asks; null: nobody who is signed in. */
  readonly as: string | null
  readonly request: CheckRequest
  readonly expects: Expectation
  /** Later requests, each at its moment. */
  readonly then?: readonly { readonly at: string; readonly request: CheckRequest; readonly expects: Expectation }[]
}

export interface CheckRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: { readonly [name: string]: unknown }
}

export type Expectation =
  /** Done; what another line refuses says nothing about this one. */
  | { readonly kind: 'done'; readonly to?: { readonly field: string; readonly is: readonly unknown[] } }
  /** Refused for this reason. `codes`: those that it may have. */
  | { readonly kind: 'refused'; readonly statuses: readonly number[]; readonly codes?: readonly string[] }
  /** Is this field named as wrong? */
  | { readonly kind: 'field'; readonly field: string; readonly isWrong: boolean; readonly code?: string }
  /** Is it refused with this code, or with an error of that code? */
  | {
      readonly kind: 'rule'
      readonly code: string | undefined
      readonly on: readonly string[]
      readonly isBroken: boolean
    }
  /** Exactly these fields. */
  | { readonly kind: 'record'; readonly fields: readonly string[] }
  /** Exactly these records are in the list, of those that are known. */
  | { readonly kind: 'list'; readonly ids: readonly string[] }
  | { readonly kind: 'status'; readonly is: readonly number[] }
  | { readonly kind: 'value'; readonly field: string; readonly is: readonly unknown[]; readonly isNot?: true }

/** A line that no check looks at, or a part of it. */
export interface NotTestable {
  readonly line: Citation
  readonly why: string
}

export interface Derivation {
  readonly checks: readonly Check[]
  readonly notTestable: readonly NotTestable[]
}
