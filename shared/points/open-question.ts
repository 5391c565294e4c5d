// Tells open questions of a document from settled ones.
import type { QuestionDeclaration } from './read-questions.ts'

export function isOpenQuestion({ answer }: Pick<QuestionDeclaration, 'answer'>): boolean {
  return answer === undefined
}
