// Matches a pattern on a fragment; the groups keep their places.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'

/** The groups of the match (index 0 is the whole), each trimmed; a group that took no part is undefined. */
export function matchParts(text: Fragment, pattern: RegExp): readonly (Fragment | undefined)[] | undefined {
  const flags = pattern.flags.includes('d') ? pattern.flags : `${pattern.flags}d`
  const found = new RegExp(pattern.source, flags).exec(text.value)
  return found?.indices?.map((range) => (range ? trimFragment(sliceFragment(text, range[0], range[1])) : undefined))
}
