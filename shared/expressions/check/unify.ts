// Brings nodes to the type that they have in common, or to JSON where that is what becomes of them.
import type { Node } from '../node.ts'
import { joinTypes } from '../type-rules.ts'
import type { Type } from '../type.ts'
import type { CheckContext } from './check-context.ts'
import { convertNode, recordOfId } from './convert-node.ts'

/** Both nodes in the type that they have in common. */
export function unify(first: Node, second: Node): readonly [Node, Node, Type] | undefined {
  const [left, right] = [recordOfId(first, second.type) ?? first, recordOfId(second, first.type) ?? second]
  const type = joinTypes(left.type, right.type)
  const a = type && convertNode(left, type)
  const b = type && convertNode(right, type)
  return type && a && b && [a, b, type]
}

export const JSON_VALUE: Type = { kind: 'json' }

/** Both nodes as JSON, where that is what becomes of them. */
export function bothAsJson(left: Node, right: Node, context: CheckContext): readonly [Node, Node, Type] | undefined {
  return canBeJson(left.type, context) && canBeJson(right.type, context)
    ? [toJson(left), toJson(right), JSON_VALUE]
    : undefined
}

export function canBeJson({ kind }: Type, { environment }: CheckContext): boolean {
  return environment.asJson === true && kind !== 'calendar'
}

export function toJson(node: Node): Node {
  const { type, span } = node
  return type.kind === 'json' ? node : { kind: 'json', value: node, type: JSON_VALUE, span }
}
