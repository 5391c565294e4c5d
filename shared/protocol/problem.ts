// The body of an error: RFC 9457 problem details, as the HTTP contract has them.
import type { FieldError } from '../decisions/decision.ts'

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

export interface ProblemError {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** The sentence of the document that says so; only for readers who may see it. */
export interface ProblemSource {
  readonly point: number
  readonly line: number
  readonly text: string
  readonly revision: string
}

export interface Problem {
  /** A URI that names the kind of problem: `/about#not_allowed`. */
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly errors?: readonly ProblemError[]
  readonly source?: ProblemSource
  readonly remedy?: string
  /** The id in the log. */
  readonly request?: string
  /** For a conflict: the state that the record is in. */
  readonly state?: string
}

/** Fields of a refusal as they go over the wire: without their citations. */
export function problemErrors(errors: readonly FieldError[]): readonly ProblemError[] {
  return errors.map(({ field, code, message }) => ({ field, code, message }))
}
