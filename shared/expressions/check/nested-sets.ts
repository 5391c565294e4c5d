// Limits how many sets an expression nests inside one another.
import type { Node } from '../node.ts'
import { childrenOf } from '../walk.ts'

/** With n records in each set, n to the power of this is the most that is looked at. */
export const MOST_NESTED_SETS = 5

/** How many sets of records lie one inside the other; a list that is written out, or stands in a field, is none. */
export function countNestedSets(node: Node): number {
  if (node.kind === 'each')
    return Math.max(countNestedSets(node.set), (node.set.type.kind === 'set' ? 1 : 0) + countNestedSets(node.body))
  const isSet =
    ['records', 'reverse', 'line'].includes(node.kind) || (node.kind === 'field' && node.type.kind === 'set')
  return childrenOf(node).reduce((most, child) => Math.max(most, countNestedSets(child)), isSet ? 1 : 0)
}
