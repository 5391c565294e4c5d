// Changes a text that is being written, as typing would: at once, with its undo, and before the next key.
import { insertText } from '../../ui/insert-text.ts'
import type { TextSelection } from './mark-markdown.ts'

/** Calls the input's own `onChange`, and then selects what `next` selects. */
export function writeText(element: HTMLTextAreaElement, next: TextSelection): void {
  const { start, end, words } = findChange(element.value, next.text)
  element.focus()
  element.setSelectionRange(start, end)
  if (start !== end || words !== '') insertText(element, words)
  element.setSelectionRange(next.start, next.end)
}

/** Replaces the range from `start` to `end` of the previous text by `words`. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly words: string
}

export function findChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let same = 0
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { start, end: before.length - same, words: after.slice(start, after.length - same) }
}
