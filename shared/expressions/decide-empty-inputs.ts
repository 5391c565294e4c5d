// Simplifies expressions by which inputs are empty: comparisons with nothing are decided before the query.
import type { Node } from './node.ts'
import { mapNode, someNode } from './walk.ts'

/** Beyond so many, a tree would have too many forms. */
const MOST_INPUTS = 6

/** The inputs that these compare with nothing: `input.tag == null`. */
export function inputsComparedWithNothing(nodes: readonly Node[]): readonly string[] {
  const names = new Set<string>()
  for (const node of nodes)
    someNode(node, (each) => {
      const input = comparedInput(each)
      if (input !== undefined) names.add(input)
      return false
    })
  return [...names].slice(0, MOST_INPUTS)
}

/**
 * Simplifies an expression for inputs that are empty or not, as the map says. `tag == null or t.name == tag` is true
 * without a tag, and a filter that always holds is dropped, so that an index can serve the rest.
 */
export function decideEmptyInputs(node: Node, isEmpty: ReadonlyMap<string, boolean>): Node {
  if (isEmpty.size === 0) return node
  return mapNode(node, (each) => {
    const compared = comparedInput(each)
    const known = compared === undefined ? undefined : isEmpty.get(compared)
    if (known !== undefined && each.kind === 'binary')
      return { kind: 'literal', value: (each.operator === '==') === known, type: each.type, span: each.span }
    return dropDecided(each)
  })
}

/** The name of the input, in `input == null` and `null != input`. */
function comparedInput(node: Node): string | undefined {
  if (node.kind !== 'binary' || (node.operator !== '==' && node.operator !== '!=')) return undefined
  const [left, right] = [node.left, node.right]
  const input = isNothing(right) ? left : isNothing(left) ? right : undefined
  return input?.kind === 'input' ? input.name : undefined
}

function isNothing(node: Node): boolean {
  return node.kind === 'literal' && node.value === null
}

function dropDecided(node: Node): Node {
  if (node.kind === 'each' && node.operation === 'filter') return isTruth(node.body, true) ? node.set : node
  if (node.kind === 'conditional')
    return isTruth(node.test, true) ? node.then : isTruth(node.test, false) ? node.otherwise : node
  if (node.kind !== 'binary' || (node.operator !== 'and' && node.operator !== 'or')) return node
  // "or" is decided by true, "and" by false; the other truth leaves what stands beside it.
  const deciding = node.operator === 'or'
  for (const [one, other] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    if (isTruth(one, deciding)) return one
    if (isTruth(one, !deciding)) return other
  }
  return node
}

function isTruth(node: Node, truth: boolean): boolean {
  return node.kind === 'literal' && node.value === truth
}
