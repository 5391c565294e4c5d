// Makes the filter of the records that a relation may refer to.
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { mapChildren } from '#shared/expressions/walk.ts'
import { coerceValue } from '#shared/fields/coerce-value.ts'
import type { Entity, Field } from '#shared/model/model.ts'

/**
 * A condition of the language on the records that may be chosen; undefined: all of them, or which is not knowable here, and then the
 * server decides. `record` holds the form's values in JSON form.
 */
export function choiceFilter(
  entity: Entity,
  field: Pick<Field, 'name' | 'chooseFrom'>,
  record: { readonly [field: string]: unknown },
): string | undefined {
  if (!field.chooseFrom) return undefined
  try {
    return printExpression(asAskedOfChoice(field.chooseFrom.tree, { entity, chosen: field.name.identifier, record }))
  } catch (error) {
    if (error instanceof NotKnowable) return undefined
    throw error
  }
}

interface Form {
  readonly entity: Entity
  /** The relation that is chosen: its record is the one at hand in the filter. */
  readonly chosen: string
  readonly record: { readonly [field: string]: unknown }
  /** Of a relation to several, each is asked by this name. */
  readonly each?: string
}

class NotKnowable extends Error {}

/** In the document's condition the form's record is at hand, and what may be chosen lies behind its relation: here it is the other way round. */
function asAskedOfChoice(node: Node, form: Form): Node {
  const own = ownField(node)
  if (node.kind === 'each' && ownField(node.set) === form.chosen)
    return asAskedOfChoice(node.body, { ...form, each: node.variable })
  if (node.kind === 'variable' && node.name === form.each) return { kind: 'this', type: node.type, span: node.span }
  if (own === form.chosen) return { kind: 'this', type: node.type, span: node.span }
  if (own !== undefined) return literalOf(node, own, form)
  if (node.kind === 'binary' && (node.operator === '==' || node.operator === '!=')) {
    const [left, right] = [byIdentity(node.left, form), byIdentity(node.right, form)]
    if (left !== undefined) return { ...node, left, right: idOf(asAskedOfChoice(node.right, form)) }
    if (right !== undefined) return { ...node, left: idOf(asAskedOfChoice(node.left, form)), right }
  }
  if (node.kind === 'this' || node.kind === 'old' || node.kind === 'input' || node.kind === 'fact')
    throw new NotKnowable()
  return mapChildren(node, (child) => asAskedOfChoice(child, form))
}

function ownField(node: Node): string | undefined {
  return node.kind === 'field' && node.record.kind === 'this' ? node.field : undefined
}

/** Records are compared by identity: a relation that the form holds stands for the id of its record. */
function byIdentity(node: Node, form: Form): Node | undefined {
  const own = ownField(node)
  const isRelation = own !== undefined && own !== form.chosen && node.type.kind === 'record'
  return isRelation
    ? { kind: 'literal', value: valueOf(own, form), type: { kind: 'text' }, span: node.span }
    : undefined
}

function idOf(node: Node): Node {
  const { type, span } = node
  if (type.kind !== 'record') return node
  return { kind: 'field', record: node, entity: type.entity, field: 'id', type: { kind: 'text' }, span }
}

function literalOf(node: Node, own: string, form: Form): Node {
  if (node.type.kind === 'record' || node.type.kind === 'set') throw new NotKnowable()
  return { kind: 'literal', value: valueOf(own, form), type: node.type, span: node.span }
}

function valueOf(own: string, { entity, record }: Form): unknown {
  const field = entity.fields.get(own)
  const value = record[own]
  if (!field || value === undefined) throw new NotKnowable()
  const read = coerceValue(value, field)
  if ('problem' in read) throw new NotKnowable()
  return read.value
}
