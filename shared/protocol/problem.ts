// Declares the body of an error: RFC 9457 problem details.

/** The sentence of the document that says so; only for readers who may see it. */
export interface ProblemSource {
  readonly point: number
  readonly line: number
  readonly text: string
  readonly revision: string
}

/** One wrong field; all of them stand in one problem. */
interface ProblemError {
  readonly field: string
  readonly code: string
  readonly message: string
  readonly source?: ProblemSource
}

export interface Problem {
  /** `urn:verbatim:not_allowed` */
  readonly type: string
  readonly title: string
  readonly status: number
  /** The message of point 8, filled. */
  readonly detail: string
  readonly code: string
  readonly errors?: readonly ProblemError[]
  /** How many wrong fields there are besides: 20 are listed. */
  readonly moreErrors?: number
  /** The warnings that stand against it, where nothing else does; `code` is the name by which each is confirmed. */
  readonly warnings?: readonly Omit<ProblemError, 'field'>[]
  /** Value of the header `Confirm` with which the request goes on: these warnings, and what the request has confirmed already. */
  readonly confirm?: string
  readonly source?: ProblemSource
  /** Condition that would have to be true, or the people who could do it. */
  readonly remedy?: string
  /** The id in the log. */
  readonly request?: string
  /** State that the record is in, for a conflict. */
  readonly state?: string
}
