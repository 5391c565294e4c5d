// Substitutes another record for the record at hand in an expression.
import type { Node } from '../expressions/node.ts'
import { mapNode } from '../expressions/walk.ts'

/** The tree with another record in place of `this`; bound variables get names of their own, so that none is caught. */
export function substituteThis(tree: Node, record: Node): Node {
  return substitute(tree, { this: record })
}

/** Both at once: what is put in is not looked into again. */
export function substitute(tree: Node, by: { readonly this?: Node; readonly me?: Node }): Node {
  const { this: record, me } = by
  if ((!record || record.kind === 'this') && (!me || me.kind === 'me')) return tree
  const taken = new Set([...(record ? variablesOf(record) : []), ...(me ? variablesOf(me) : [])])
  return mapNode(renameVariables(tree, taken), (node) => {
    return (node.kind === 'this' ? record : node.kind === 'me' ? me : undefined) ?? node
  })
}

function variablesOf(tree: Node): ReadonlySet<string> {
  const names = new Set<string>()
  mapNode(tree, (node) => {
    if (node.kind === 'variable') names.add(node.name)
    return node
  })
  return names
}

function renameVariables(tree: Node, taken: ReadonlySet<string>): Node {
  return mapNode(tree, (node) => {
    if (node.kind !== 'each' || !taken.has(node.variable)) return node
    let name = node.variable
    while (taken.has(name)) name += '_'
    const body = mapNode(node.body, (each) =>
      each.kind === 'variable' && each.name === node.variable ? { ...each, name } : each,
    )
    return { ...node, variable: name, body }
  })
}
