// Splits lists at commas, outside quotes, code and brackets.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'
import { findOutside, step } from './scan.ts'

/** The parts between separators, trimmed; empty ones (`a,, b,`) are left out. The comma in `1,000` separates nothing. */
export function splitFragment(text: Fragment, separator: ',' | ';' = ','): Fragment[] {
  const parts: Fragment[] = []
  // Most lists have one part.
  const only = text.value.includes(separator) ? undefined : trimFragment(text)
  if (only) return only.value === '' ? [] : [only]
  const { length } = text.value
  let from = 0
  for (let at = 0; at <= length; at = at < length ? step(text.value, at) : at + 1) {
    if (at < length && (text.value[at] !== separator || isInNumber(text.value, at))) continue
    const part = trimFragment(sliceFragment(text, from, at))
    if (part.value !== '') parts.push(part)
    from = at + 1
  }
  return parts
}

function isInNumber(text: string, comma: number): boolean {
  return /\d/.test(text[comma - 1] ?? '') && /^,\d{3}(?!\d)/.test(text.slice(comma, comma + 5))
}

/** Splits at the first place outside quotes, code and brackets where the pattern matches; `undefined` if it never does. */
export function splitAt(
  text: Fragment,
  pattern: RegExp,
): { before: Fragment; match: Fragment; after: Fragment } | undefined {
  const at = findOutside(text.value, pattern)
  if (at < 0) return undefined
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`)
  sticky.lastIndex = at
  const end = at + (sticky.exec(text.value)?.[0].length ?? 0)
  return {
    before: trimFragment(sliceFragment(text, 0, at)),
    match: sliceFragment(text, at, end),
    after: trimFragment(sliceFragment(text, end)),
  }
}
