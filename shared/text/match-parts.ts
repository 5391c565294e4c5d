// Matches a pattern on a fragment; the groups keep their places.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'

/** The groups of the match (index 0 is the whole), each trimmed; a group that took no part is undefined. */
export function matchParts(text: Fragment, pattern: RegExp): readonly (Fragment | undefined)[] | undefined {
  // Patterns with several blanks in them try each place in a run of blanks; no form of the language has so many in a row.
  if (MANY_BLANKS.test(text.value)) return undefined
  // Most texts are of another form than the one asked for: a pattern with places is made for those that fit.
  if (!pattern.test(text.value)) return undefined
  const found = withPlaces(pattern).exec(text.value)
  return found?.indices?.map((range) => (range ? trimFragment(sliceFragment(text, range[0], range[1])) : undefined))
}

const MANY_BLANKS = /\s{60}/

function withPlaces(pattern: RegExp): RegExp {
  const key = `${pattern.flags}/${pattern.source}`
  const known = placed.get(key)
  if (known) return known
  const made = new RegExp(pattern.source, `${pattern.flags}d`)
  placed.set(key, made)
  return made
}

/** Patterns stand in the source, never in a document: there are few. */
const placed = new Map<string, RegExp>()
