// Declares what the editor asks the language service in its worker.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { Completion } from '#shared/language/complete.ts'
import type { FoundName } from '#shared/language/find-name.ts'

export type Question = { readonly kind: 'check' } | { readonly kind: 'complete' | 'name'; readonly offset: number }

export interface CheckedText {
  readonly diagnostics: readonly Diagnostic[]
  /** Labels of everything that the document declares. */
  readonly names: readonly string[]
}

export interface Answers {
  readonly check: CheckedText
  readonly complete: readonly Completion[]
  readonly name: FoundName | undefined
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
