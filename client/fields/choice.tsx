// Shows one word of an enumeration, or several.
import { wordsOf } from '#shared/fields/choice.ts'
import { labelOf } from '../words/label-of.ts'
import { WordBadge } from '../ui/word-badge.tsx'
import type { FieldView, ShowProps } from './field-view.ts'

export const choice: FieldView = { Show: ShowChoice, columnWidth: 100 }
export const choices: FieldView = { Show: ShowChoices, columnWidth: 170, leastWidth: 120, moreWidth: 120, wide: true }

function ShowChoice({ value, field }: ShowProps) {
  return <WordBadge word={String(value)} words={wordsOf(field.type)} badge={field.workflow ?? false} />
}

function ShowChoices({ value, field }: ShowProps) {
  const words = Array.isArray(value) ? value.map(String) : []
  return <>{words.map((word) => labelOf(wordsOf(field.type), word)).join(', ')}</>
}
