// Puts the expressions of computed fields in their place, for what the document itself evaluates.
import type { Node } from '../../expressions/node.ts'
import { mapNode } from '../../expressions/walk.ts'
import type { Model } from '../model.ts'
import { substituteThis } from '../substitute-this.ts'

/**
 * Replaces computed fields by their expressions, so that what was read for a reader, such as a shape, is evaluated on
 * the document's authority.
 */
export function expandComputed({ entities }: Pick<Model, 'entities'>, node: Node): Node {
  return mapNode(node, (each) => {
    const computed = each.kind === 'field' ? entities.get(each.entity)?.fields.get(each.field)?.computed : undefined
    return each.kind === 'field' && computed?.stored === false
      ? substituteThis(computed.expression.tree, each.record)
      : each
  })
}
