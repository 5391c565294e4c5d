// Tells whether a set comes in the order of its ids, which a descending sort turns round, as in every list.
import type { Node } from './node.ts'
import { isCollection } from './type-rules.ts'

/** Reports whether nothing has sorted a set: then its records are in the order in which they were created. */
export function isInOrderOfIds(node: Node): boolean {
  if (node.kind === 'each') return node.operation === 'filter' && isInOrderOfIds(node.set)
  return KINDS.has(node.kind) && isCollection(node.type) && node.type.of.kind === 'record'
}

const KINDS: ReadonlySet<Node['kind']> = new Set(['records', 'reverse', 'line', 'field'])
