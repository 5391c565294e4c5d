// Declares a check: a request with what is expected of its answer, for a line of the document.
import type { Citation } from '#shared/model/model.ts'
import type { Phrase } from '#shared/text/phrase.ts'
import type { GivenRecord } from './world.ts'

export interface Check {
  /** The line that it is about. */
  readonly line: Citation
  /** Sentence that says what is expected of the answer. */
  readonly says: Phrase
  /** Records that are there for this check only. */
  readonly given: readonly GivenRecord[]
  /** Id of the person who asks; null: nobody who is signed in. */
  readonly as: string | null
  readonly request: CheckRequest
  readonly expects: Expectation
  /** Later requests. */
  readonly then?: readonly (CheckStep & { readonly at?: string })[]
}

export interface CheckStep {
  /** Id of the person who asks, where it is not the one of the check. */
  readonly as?: string | null
  readonly request: CheckRequest
  readonly expects: Expectation
}

/** Is a later request made at a moment of its own? */
export function movesClock({ then = [] }: Check): boolean {
  return then.some(({ at }) => at !== undefined)
}

export interface CheckRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: { readonly [name: string]: unknown }
}

export type Expectation =
  /** Done; what another line refuses says nothing about this one. */
  | { readonly kind: 'done'; readonly to?: { readonly field: string; readonly is: readonly unknown[] } }
  /** Refused for this reason. `codes`: those that it may have; `hides`: it must not name the state. */
  | {
      readonly kind: 'refused'
      readonly statuses: readonly number[]
      readonly codes?: readonly string[]
      readonly hides?: 'state'
    }
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
  /** Are all of these records in the list? */
  | { readonly kind: 'listed'; readonly ids: readonly string[]; readonly isThere: boolean }
  /** These records in this order, those of one group in any. */
  | { readonly kind: 'order'; readonly groups: readonly (readonly string[])[] }
  /** These groups of a summary, by their key as JSON, with how many records are in each. */
  | { readonly kind: 'summary'; readonly counts: { readonly [key: string]: number } }
  /** Is the related record in the place of its id? */
  | { readonly kind: 'related'; readonly field: string; readonly isShown: boolean }
  /** Does the latest entry of the history tell of the field? */
  | { readonly kind: 'history'; readonly field: string; readonly isTold: boolean }
  | { readonly kind: 'status'; readonly is: readonly number[] }
  | { readonly kind: 'value'; readonly field: string; readonly is: readonly unknown[]; readonly isNot?: true }

/** A line that no check looks at, or a part of it. */
export interface NotTestable {
  readonly line: Citation
  readonly why: Phrase
}

export interface Derivation {
  readonly checks: readonly Check[]
  readonly notTestable: readonly NotTestable[]
}
