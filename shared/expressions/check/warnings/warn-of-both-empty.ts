// Warns of two optional fields compared with `==`, which are equal when both are empty.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts'
import { expressions as say } from '../../../diagnostics/expressions.ts'
import type { Node } from '../../node.ts'
import { printerIn } from '../../print-expression.ts'
import type { Environment, Schema } from '../../schema.ts'
import { childrenOf } from '../../walk.ts'

/** Nothing is said where the expression itself says that one of them is not empty: `a == b and a != null`. */
export function warnOfBothEmpty(
  tree: Node,
  nodes: readonly Node[],
  { schema, environment }: { readonly schema: Schema; readonly environment: Pick<Environment, 'candidate'> },
  report: (diagnostic: Diagnostic) => void,
): void {
  const print = printerIn(environment)
  if (nodes.some((node) => node.kind === 'binary' && node.operator === '==')) walk(tree, new Set())

  function walk(node: Node, filled: ReadonlySet<string>): void {
    if (node.kind !== 'binary') {
      for (const child of childrenOf(node)) walk(child, filled)
      return
    }
    const { operator, left, right } = node
    if (operator === '==' && mayBeEmpty(left) && mayBeEmpty(right) && print(left) !== print(right)) {
      const [first, second] = [print(left), print(right)]
      if (!filled.has(first) && !filled.has(second)) report(say.bothEmpty(node.span, { left: first, right: second }))
    }
    // In `a and b` each side counts only where the other is true; in `a or b`, only where it is not.
    const known =
      operator === 'and'
        ? comparedWithNull(node, ['and', '!='], print)
        : operator === 'or'
          ? comparedWithNull(node, ['or', '=='], print)
          : []
    const inside = known.length === 0 ? filled : new Set([...filled, ...known])
    walk(left, inside)
    walk(right, inside)
  }

  function mayBeEmpty(node: Node): boolean {
    if (node.kind !== 'field') return false
    const owner = node.record.type
    const member = owner.kind === 'record' ? schema.member(owner.entity, node.field) : undefined
    return member?.kind === 'field' && member.optional === true
  }
}

/** Lists the operands that are compared by `!= null` (or `== null`) among the parts joined by `and` (or `or`). */
function comparedWithNull(
  node: Node,
  written: readonly ['and', '!='] | readonly ['or', '=='],
  print: (node: Node) => string,
): readonly string[] {
  const [joined, operator] = written
  if (node.kind !== 'binary') return []
  if (node.operator === joined) return [node.left, node.right].flatMap((side) => comparedWithNull(side, written, print))
  const isNull = (side: Node): boolean => side.kind === 'literal' && side.value === null
  if (node.operator !== operator) return []
  return isNull(node.right) ? [print(node.left)] : isNull(node.left) ? [print(node.right)] : []
}
