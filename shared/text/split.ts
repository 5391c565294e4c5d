// Splits lists at commas (effects at semicolons) and texts into words, outside quotes, code and brackets.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'
import { findOutside, step } from './scan.ts'

/** The parts between separators, trimmed; empty ones (`a,, b,`) are left out. */
export function splitList(text: Fragment, separator: ',' | ';' = ','): Fragment[] {
  const parts: Fragment[] = []
  let from = 0
  for (let at = 0; at <= text.value.length; at = at < text.value.length ? step(text.value, at) : at + 1) {
    if (at < text.value.length && text.value[at] !== separator) continue
    const part = trimFragment(sliceFragment(text, from, at))
    if (part.value !== '') parts.push(part)
    from = at + 1
  }
  return parts
}

/** The words between white space; what stands in quotes, code or brackets is not broken. */
export function readWords(text: Fragment): Fragment[] {
  const words: Fragment[] = []
  let from = -1
  for (let at = 0; at < text.value.length; at = step(text.value, at)) {
    const blank = /\s/.test(text.value[at] ?? '')
    if (!blank && from < 0) from = at
    if (blank && from >= 0) {
      words.push(sliceFragment(text, from, at))
      from = -1
    }
  }
  if (from >= 0) words.push(sliceFragment(text, from))
  return words
}

/** Splits at the first place outside quotes, code and brackets where the pattern matches; `undefined` if it never does. */
export function splitAt(
  text: Fragment,
  pattern: RegExp,
): { before: Fragment; match: Fragment; after: Fragment } | undefined {
  const at = findOutside(text.value, pattern)
  if (at < 0) return undefined
  const length = new RegExp(pattern.source, `${pattern.flags.replace('y', '')}y`)
  length.lastIndex = at
  const end = at + (length.exec(text.value)?.[0].length ?? 0)
  return {
    before: trimFragment(sliceFragment(text, 0, at)),
    match: sliceFragment(text, at, end),
    after: trimFragment(sliceFragment(text, end)),
  }
}
