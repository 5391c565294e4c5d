// Walks and rebuilds trees of expressions.
import type { Node } from '../expressions/node.ts'

/** The tree with every node replaced, children first. */
export function mapNode(node: Node, replace: (node: Node) => Node): Node {
  const map = (child: Node): Node => mapNode(child, replace)
  return replace(mapChildren(node, map))
}

/** Is there a node like this in the tree? */
export function someNode(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true
  let found = false
  mapChildren(node, (child) => {
    if (!found) found = someNode(child, test)
    return child
  })
  return found
}

function mapChildren(node: Node, map: (node: Node) => Node): Node {
  switch (node.kind) {
    case 'field':
    case 'reverse':
      return { ...node, record: map(node.record) }
    case 'member':
      return { ...node, object: map(node.object) }
    case 'index':
      return { ...node, object: map(node.object), index: map(node.index) }
    case 'not':
    case 'negate':
      return { ...node, operand: map(node.operand) }
    case 'binary':
      return { ...node, left: map(node.left), right: map(node.right) }
    case 'conditional':
      return { ...node, test: map(node.test), then: map(node.then), otherwise: map(node.otherwise) }
    case 'list':
      return { ...node, items: node.items.map(map) }
    case 'object':
      return { ...node, entries: node.entries.map(({ name, value }) => ({ name, value: map(value) })) }
    case 'each':
      return { ...node, set: map(node.set), body: map(node.body) }
    case 'call':
      return { ...node, arguments: node.arguments.map(map) }
    case 'is':
      return { ...node, person: map(node.person) }
    default:
      return node
  }
}
