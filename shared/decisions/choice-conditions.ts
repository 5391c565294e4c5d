// Makes the condition by which a choice is checked, as people were offered it: before the choice.
import type { Node } from '../expressions/node.ts'
import { BOOLEAN, TEXT, isCollection } from '../expressions/type-rules.ts'
import { mapNode } from '../expressions/walk.ts'
import type { Entity, Field } from '../model/model.ts'

const OTHER = 'other_than_this'

/**
 * The condition on what `field` may refer to. Sets of records of the same kind leave out the record that chooses: a
 * copy that nobody has borrowed is free for the loan that borrows it.
 */
export function choiceCondition({ name: { identifier: entity } }: Entity, { chooseFrom }: Field): Node | undefined {
  return chooseFrom && mapNode(chooseFrom.tree, (node) => (isSetOf(node, entity) ? withoutThis(node, entity) : node))
}

function isSetOf(node: Node, entity: string): boolean {
  const { kind, type } = node
  return (kind === 'reverse' || kind === 'records') && isCollection(type) && node.entity === entity
}

function withoutThis(set: Node, entity: string): Node {
  const { span, type } = set
  const record = { type: { kind: 'record', entity }, span } as const
  const idOf = (of: Node): Node => ({ kind: 'field', record: of, entity, field: 'id', type: TEXT, span })
  const body: Node = {
    kind: 'binary',
    operator: '!=',
    left: idOf({ ...record, kind: 'variable', name: OTHER }),
    right: idOf({ ...record, kind: 'this' }),
    type: BOOLEAN,
    span,
  }
  return { kind: 'each', operation: 'filter', set, variable: OTHER, body, type, span }
}
