// Declares what the editor asks the language service in its worker.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { Completion } from '#shared/language/complete.ts'
import type { PointNumber } from '#shared/document/document.ts'
import type { FoundName } from '#shared/language/find-name.ts'
import type { NamedDefinition } from '#shared/language/outline.ts'
import type { Place } from '#shared/language/place.ts'
import type { RenameOutcome, RenameRequest } from '#shared/language/rename.ts'

export type Question =
  | { readonly kind: 'check' }
  | { readonly kind: 'complete' | 'name' | 'place' | 'renamable'; readonly offset: number }
  | ({ readonly kind: 'rename' } & RenameRequest)

/** A point of the document, or an entity, a screen or another part below a heading in it. */
export interface OutlineEntry {
  readonly title: string
  readonly start: number
}

export interface PointEntry extends OutlineEntry {
  readonly point: PointNumber
  readonly parts: readonly OutlineEntry[]
}

/** Kind of place that the caret stands in, for the help about it. */
export type PlaceOfCaret = Pick<Place, 'point' | 'kind' | 'column' | 'heading'> & { readonly isCode: boolean }

export interface CheckedText {
  readonly diagnostics: readonly Diagnostic[]
  /** Labels of everything that the document declares. */
  readonly names: readonly string[]
  /** Points that the document has, in its order. */
  readonly points: readonly PointEntry[]
}

export interface Answers {
  readonly check: CheckedText
  readonly complete: readonly Completion[]
  readonly name: FoundName | undefined
  /** Undefined outside the nine points. */
  readonly place: PlaceOfCaret | undefined
  readonly renamable: NamedDefinition | undefined
  readonly rename: RenameOutcome
}

/** `text` is absent if it is that of the question before. */
export interface LanguageRequest {
  readonly id: number
  readonly text?: string
  readonly question: Question
}

export interface LanguageResponse {
  readonly id: number
  readonly answer: Answers[Question['kind']]
}
