// Declares a piece of text that keeps the document's offset of each character.
import type { Span } from './span.ts'

/** `value[i]` stands in the document at `offsetAt(fragment, i)`. */
export interface Fragment {
  readonly value: string
  /** Offset in the document of `value[0]`. */
  readonly start: number
  /** Ascending indexes into `value` before which one source character (a backslash) was left out. */
  readonly gaps: readonly number[]
}

export function fragment(value: string, start = 0): Fragment {
  return { value, start, gaps: [] }
}

/** The offset in the document of the character at `index` (`value.length` gives the end). */
export function offsetAt({ start, gaps }: Fragment, index: number): number {
  if (gaps.length === 0) return start + index
  let skipped = 0
  for (const gap of gaps) if (gap <= index) skipped++
  return start + index + skipped
}

/** The span in the document of `value.slice(from, to)`. */
export function spanOf(text: Fragment, from = 0, to = text.value.length): Span {
  const start = offsetAt(text, from)
  return { start, end: to > from ? offsetAt(text, to - 1) + 1 : start }
}

/** Slices a fragment like `String.slice`, keeping positions. */
export function sliceFragment(text: Fragment, from: number, to = text.value.length): Fragment {
  const value = text.value.slice(from, to)
  if (text.gaps.length === 0) return { value, start: text.start + from, gaps: text.gaps }
  const gaps = text.gaps.filter((gap) => gap > from && gap <= to).map((gap) => gap - from)
  return { value, start: offsetAt(text, from), gaps }
}

/** Trims a fragment like `String.trim`, keeping positions. */
export function trimFragment(text: Fragment): Fragment {
  const { length } = text.value
  if (text.value.trim().length === length) return text
  const from = length - text.value.trimStart().length
  return sliceFragment(text, from, Math.max(from, text.value.trimEnd().length))
}
