// Declares what point 8 contains: errors.
import type { Template } from '../4-states/declarations.ts'
import type { Span } from '../../text/span.ts'

export interface ErrorDeclaration {
  readonly code: string
  /** Absent where it is not shown. */
  readonly status?: number
  readonly message: Template
  readonly meaning: string
  readonly span: Span
}

export interface ErrorsPoint {
  readonly errors: readonly ErrorDeclaration[]
  readonly span: Span
}
