// Declares a refusal in the reader's language, as it is sent.
import type { Citation } from '../model/model.ts'

export interface WordedFieldError {
  readonly field: string
  readonly code: string
  readonly message: string
  readonly cites?: Citation | undefined
}

export interface WordedRefusal {
  /** A code of point 8. */
  readonly code: string
  readonly status: number
  readonly message: string
  readonly errors: readonly WordedFieldError[]
  readonly moreErrors?: number | undefined
  readonly cites?: Citation | undefined
  /** The warnings that stand against it, where nothing else does, by the names by which they are confirmed. */
  readonly warnings?: readonly Omit<WordedFieldError, 'field'>[] | undefined
  /** Value of the header `Confirm` with which the request goes on. */
  readonly confirm?: string | undefined
  readonly remedy?: string | undefined
  readonly state?: string | undefined
}
