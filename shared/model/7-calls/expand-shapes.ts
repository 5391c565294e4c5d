// Expands shapes in an expression into objects: `shape.short_tool(this)` becomes its named values.
import type { Node } from '../../expressions/node.ts'
import { BOOLEAN, NULL, TEXT } from '../../expressions/type-rules.ts'
import { mapNode } from '../../expressions/walk.ts'
import type { Model } from '../model.ts'
import { substituteThis } from '../substitute-this.ts'

export function expandShapes({ shapes }: Pick<Model, 'shapes'>, node: Node): Node {
  return mapNode(node, (each) => {
    if (each.kind !== 'call' || each.name !== 'shape') return each
    const [record, named] = each.arguments
    if (!record || named?.kind !== 'literal') return each
    const shape = shapes.get(String(named.value))
    if (!shape) return { kind: 'literal', value: null, type: NULL, span: each.span }
    const entries = shape.entries.map(({ name, value }) => ({
      name,
      value: substituteThis(expandShapes({ shapes }, value.tree), record),
    }))
    const { type, span } = each
    const object: Node = { kind: 'object', entries, type, span }
    if (record.kind === 'variable' || record.kind === 'this') return object
    // A record that is not there, or that the caller may not read, has no shape.
    const id: Node = { kind: 'field', record, entity: shape.entity, field: 'id', type: TEXT, span }
    const empty: Node = { kind: 'literal', value: null, type: NULL, span }
    const test: Node = { kind: 'binary', operator: '!=', left: id, right: empty, type: BOOLEAN, span }
    return { kind: 'conditional', test, then: object, otherwise: { ...empty, type }, type, span }
  })
}
