// Removes emphasis and backticks around a whole text.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'

/** `**yes**` is yes, `*due date*` is due date; emphasis on a part of the text stays. */
export function removeEmphasis(text: Fragment): Fragment {
  const trimmed = trimFragment(text)
  const found = /^(\*{1,3}|_{1,3})(\S|\S.*\S)\1$/s.exec(trimmed.value)
  if (!found) return trimmed
  const [, marks = '', inner = ''] = found
  if (marks.startsWith('*') ? inner.includes('*') : /(?<!\w)_|_(?!\w)/.test(inner)) return trimmed
  return trimFragment(sliceFragment(trimmed, marks.length, trimmed.value.length - marks.length))
}

/** Backticks around a whole name are dress as well. */
export function removeMarkup(text: Fragment): Fragment {
  const plain = removeEmphasis(text)
  return /^`[^`]+`$/.test(plain.value) ? trimFragment(sliceFragment(plain, 1, plain.value.length - 1)) : plain
}
