// Makes the filter of the records that a relation may refer to.
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { mapChildren, mapNode, someNode } from '#shared/expressions/walk.ts'
import { coerceValue } from '#shared/fields/coerce-value.ts'
import type { FieldShape } from '#shared/fields/field-type.ts'
import type { Entity, Field, TransitionInput } from '#shared/model/model.ts'
import { joinConditions } from '#shared/decisions/2-screens.ts'
import { choiceRules, ownFieldOf } from '#shared/model/5-rules/choice-rules.ts'
import type { ReadableOf } from '#shared/decisions/title-paths.ts'

/**
 * A condition of the language on the records that may be chosen; undefined: all of them, or which is not knowable here, and then the
 * server decides. `record` holds the form's values in JSON form. Rules that speak of the field leave out what they would refuse, as
 * far as they are asked of what the person may read (`readableOf`).
 */
export function choiceFilter(
  entity: Entity,
  field: Pick<Field, 'name' | 'chooseFrom' | 'type'>,
  record: { readonly [field: string]: unknown },
  readableOf?: ReadableOf,
): string | undefined {
  const form = { fields: entity.fields, chosen: field.name.identifier, record }
  const named = field.chooseFrom && filterOf(field.chooseFrom.tree, form)
  const ruled =
    readableOf === undefined ? [] : choiceRules(entity, field).map(({ tree }) => ruledFilter(tree, form, readableOf))
  return joinConditions(named, ...ruled)
}

/** Undefined: it asks what the person may not read. */
function ruledFilter(tree: Node, form: Form, readableOf: ReadableOf): string | undefined {
  if (someNode(tree, (node) => !isReadable(node, readableOf))) return undefined
  const text = filterOf(tree, form)
  // What is not known refuses nothing.
  return text && `coalesce(${text}, true)`
}

function isReadable(node: Node, readableOf: ReadableOf): boolean {
  if (node.kind === 'field') return node.record.kind === 'this' || readableOf(node.entity).has(node.field)
  return node.kind !== 'is' || node.person.kind === 'me' || readableOf('Person').has('roles')
}

function filterOf(tree: Node, form: Form): string | undefined {
  try {
    return printExpression(asAskedOfChoice(tree, form))
  } catch (error) {
    if (error instanceof NotKnowable) return undefined
    throw error
  }
}

/**
 * Makes the filter for an input of a transition, as for a field. The current record and the other inputs given are
 * known.
 */
export function inputChoiceFilter(
  entity: Entity,
  asks: readonly TransitionInput[],
  ask: TransitionInput,
  record: { readonly [field: string]: unknown },
  values: { readonly [input: string]: unknown },
): string | undefined {
  if (!ask.chooseFrom) return undefined
  const names = new Map(asks.map((each) => [each.name.identifier, `input ${each.name.identifier}`]))
  // Inputs stand beside the fields of the record, under names that no field has.
  const inputs = asks.map((each) => [`input ${each.name.identifier}`, each] as const)
  const given = Object.fromEntries(inputs.map(([name, each]) => [name, values[each.name.identifier] ?? null]))
  const tree = mapNode(ask.chooseFrom.tree, (node) => {
    const field = node.kind === 'input' ? names.get(node.name) : undefined
    if (field === undefined) return node
    const { type, span } = node
    const of: Node = { kind: 'this', type: { kind: 'record', entity: entity.name.identifier }, span }
    return { kind: 'field', record: of, entity: entity.name.identifier, field, type, span }
  })
  const fields = new Map<string, FieldShape>([...entity.fields, ...inputs])
  const form = { fields, chosen: `input ${ask.name.identifier}`, record: { ...record, ...given } }
  return filterOf(tree, form)
}

interface Form {
  readonly fields: ReadonlyMap<string, FieldShape>
  /** The relation that is chosen: its record is the one at hand in the filter. */
  readonly chosen: string
  readonly record: { readonly [field: string]: unknown }
  /** Variable that stands for each chosen record of a relation to several. */
  readonly each?: string
}

class NotKnowable extends Error {}

/**
 * Turns a condition of the document around. The document starts at the form's record and reaches the candidate
 * through a relation; the filter starts at the candidate.
 */
function asAskedOfChoice(node: Node, form: Form): Node {
  const own = ownFieldOf(node)
  if (node.kind === 'each' && ownFieldOf(node.set) === form.chosen)
    return asAskedOfChoice(node.body, { ...form, each: node.variable })
  if (node.kind === 'variable' && node.name === form.each) return { kind: 'this', type: node.type, span: node.span }
  if (own === form.chosen) return { kind: 'this', type: node.type, span: node.span }
  if (own !== undefined) return literalOf(node, own, form)
  if (node.kind === 'binary' && (node.operator === '==' || node.operator === '!=')) {
    // Something is chosen.
    if (isEmptiness(node, form.chosen))
      return { kind: 'literal', value: node.operator === '!=', type: node.type, span: node.span }
    const [left, right] = [byIdentity(node.left, form), byIdentity(node.right, form)]
    if (left !== undefined) return { ...node, left, right: idOf(asAskedOfChoice(node.right, form)) }
    if (right !== undefined) return { ...node, left: idOf(asAskedOfChoice(node.left, form)), right }
  }
  if (node.kind === 'this' || node.kind === 'old' || node.kind === 'input' || node.kind === 'fact')
    throw new NotKnowable()
  return mapChildren(node, (child) => asAskedOfChoice(child, form))
}

function isEmptiness({ left, right }: Node & { readonly kind: 'binary' }, chosen: string): boolean {
  const isEmpty = (node: Node): boolean => node.kind === 'literal' && node.value === null
  return (ownFieldOf(left) === chosen && isEmpty(right)) || (ownFieldOf(right) === chosen && isEmpty(left))
}

/** Records are compared by identity: a relation that the form holds stands for the id of its record. */
function byIdentity(node: Node, form: Form): Node | undefined {
  const own = ownFieldOf(node)
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

function valueOf(own: string, { fields, record }: Form): unknown {
  const field = fields.get(own)
  // A new record has none yet: no other record has the same.
  const value = own === 'id' ? (record[own] ?? null) : record[own]
  if (!field || value === undefined) throw new NotKnowable()
  const read = coerceValue(value, field)
  if ('problem' in read) throw new NotKnowable()
  return read.value
}
