// Walks and rebuilds typed trees; unchanged parts stay the same object.
import type { Node } from './node.ts'
import { BOOLEAN } from './type-rules.ts'

export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'field':
    case 'reverse':
    case 'line':
      return [node.record]
    case 'member':
      return [node.object]
    case 'index':
      return [node.object, node.index]
    case 'lookup':
      return [node.row, node.column]
    case 'not':
    case 'negate':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'conditional':
      return [node.test, node.then, node.otherwise]
    case 'list':
      return node.items
    case 'object':
      return node.entries.map((entry) => entry.value)
    case 'each':
      return [node.set, node.body]
    case 'call':
      return node.arguments
    case 'is':
      return [node.person]
    case 'shown':
    case 'json':
      return [node.value]
  }
  return NONE
}

const NONE: readonly Node[] = []

/** The node with each of its children replaced. */
export function mapChildren(node: Node, map: (child: Node) => Node): Node {
  const before = childrenOf(node)
  // Most nodes stay as they are.
  let after: Node[] | undefined
  for (const [at, child] of before.entries()) {
    const mapped = map(child)
    if (mapped !== child) after ??= [...before]
    if (after) after[at] = mapped
  }
  return after ? withChildren(node, after) : node
}

/** Replaces from the leaves up: `map` sees each node with its children replaced already. */
export function mapNode(node: Node, map: (node: Node) => Node): Node {
  const visit = (each: Node): Node => map(mapChildren(each, visit))
  return visit(node)
}

/** Is there a node like that in the tree? */
export function someNode(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => someNode(child, test))
}

/** Lists the node and all below it. */
export function nodesIn(node: Node): readonly Node[] {
  const found: Node[] = []
  const visit = (each: Node): void => {
    found.push(each)
    for (const child of childrenOf(each)) visit(child)
  }
  visit(node)
  return found
}

/** `a and b and c` has three parts, which all have to hold. */
export function conjunctsOf(node: Node): readonly Node[] {
  return node.kind === 'binary' && node.operator === 'and' ? [node.left, node.right].flatMap(conjunctsOf) : [node]
}

/** Joins conditions that all have to hold; undefined where there are none. */
export function conjunctionOf(conditions: readonly Node[]): Node | undefined {
  const [first, ...rest] = conditions
  return rest.reduce<Node | undefined>(
    (left, right) => left && { kind: 'binary', operator: 'and', left, right, type: BOOLEAN, span: left.span },
    first,
  )
}

/** `a or b or c` has three parts, of which one has to hold. */
export function disjunctsOf(node: Node): readonly Node[] {
  return node.kind === 'binary' && node.operator === 'or' ? [node.left, node.right].flatMap(disjunctsOf) : [node]
}

function withChildren(node: Node, children: readonly Node[]): Node {
  const [first, second, third] = children as [Node, Node, Node]
  switch (node.kind) {
    case 'field':
    case 'reverse':
    case 'line':
      return { ...node, record: first }
    case 'member':
      return { ...node, object: first }
    case 'index':
      return { ...node, object: first, index: second }
    case 'lookup':
      return { ...node, row: first, column: second }
    case 'not':
    case 'negate':
      return { ...node, operand: first }
    case 'binary':
      return { ...node, left: first, right: second }
    case 'conditional':
      return { ...node, test: first, then: second, otherwise: third }
    case 'list':
      return { ...node, items: children }
    case 'object':
      return {
        ...node,
        entries: node.entries.map((entry, index) => ({ name: entry.name, value: children[index] as Node })),
      }
    case 'each':
      return { ...node, set: first, body: second }
    case 'call':
      return { ...node, arguments: children }
    case 'is':
      return { ...node, person: first }
    case 'shown':
    case 'json':
      return { ...node, value: first }
  }
  return node
}
