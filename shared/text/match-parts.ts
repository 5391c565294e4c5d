// Matches a pattern on a fragment; the groups keep their places.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'

/**
 * The groups of the match (index 0 is the whole), each trimmed; a group that took no part is undefined. The pattern has
 * the flag `d`, by which a match has places; without it a TypeError is thrown.
 */
export function matchParts(text: Fragment, pattern: RegExp): readonly (Fragment | undefined)[] | undefined {
  // Patterns with several blanks in them try each place in a run of blanks; no form of the language has so many in a row.
  if (text.value.length >= MOST_BLANKS && MANY_BLANKS.test(text.value)) return undefined
  const match = pattern.exec(text.value)
  if (match === null) return undefined
  if (match.indices === undefined) throw new TypeError(`The pattern ${String(pattern)} lacks the flag "d".`)
  return match.indices.map((range) => (range ? trimFragment(sliceFragment(text, range[0], range[1])) : undefined))
}

const MOST_BLANKS = 60
const MANY_BLANKS = new RegExp(`\\s{${MOST_BLANKS}}`)
