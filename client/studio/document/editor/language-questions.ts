// Declares what the editor asks the language service in its worker.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { Completion } from '#shared/language/complete.ts'
import type { FoundName } from '#shared/language/find-name.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import type { Addable, CheckedAddition } from '#shared/language/open-document.ts'
import type { DocumentQuestion } from '#shared/model/model.ts'
import type { NamedDefinition } from '#shared/language/outline.ts'
import type { Place } from '#shared/language/place.ts'
import type { PointEntry } from '#shared/language/points.ts'
import type { RenameOutcome, RenameRequest } from '#shared/language/rename.ts'
import type { Pictures } from '#shared/pictures/pictures.ts'

export type Question =
  | { readonly kind: 'check' | 'addable' | 'pictures' }
  | { readonly kind: 'complete'; readonly offset: number; readonly today: string }
  | { readonly kind: 'name' | 'place' | 'renamable'; readonly offset: number }
  | ({ readonly kind: 'rename' } & RenameRequest)
  | { readonly kind: 'add'; readonly wanted: WantedPart }

/** Kind of place that the caret stands in, for the help about it. */
export type PlaceOfCaret = Pick<Place, 'point' | 'kind' | 'column' | 'heading'> & { readonly isCode: boolean }

export interface CheckedText {
  readonly diagnostics: readonly Diagnostic[]
  /** Labels and identifiers of everything that the document declares. */
  readonly names: readonly string[]
  readonly questions: readonly DocumentQuestion[]
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
  readonly addable: Addable
  readonly add: CheckedAddition
  /** Undefined where the document has errors. */
  readonly pictures: Pictures | undefined
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
