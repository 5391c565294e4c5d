// Declares a diagnostic: a code, a severity, a message, a place and possible fixes.
import type { Span } from '../text/span.ts'
import type { TextEdit } from '../text/text-edits.ts'

/**
 * `error`: the document does not run. `warning`: it runs, and probably not as meant.
 * `note`: it is legal, and this version does not run it yet (or something worth knowing).
 */
export type Severity = 'error' | 'warning' | 'note'

export interface RelatedPlace {
  readonly message: string
  readonly span: Span
  /** Does the same cause stand here again? */
  readonly again?: true
}

/** One remedy, as text edits. */
export interface Fix {
  readonly title: string
  /** Nothing else can have been meant: it may be done without asking. */
  readonly certain?: true
  readonly edits: readonly TextEdit[]
}

export interface Diagnostic {
  /** `states/unknown-state`: point or layer, then what is the matter; every code stands in the catalogue. */
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly span: Span
  readonly hint?: string
  readonly related?: readonly RelatedPlace[]
  readonly fixes?: readonly Fix[]
  /** Name that messages of one cause share where their words differ. Those that are gathered have none. */
  readonly cause?: string
}
