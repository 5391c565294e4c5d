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
 * server decides. `record` holds the form's values in JSON form. Where it asks what the person may not read (`readableOf`), nothing
 * may be chosen. Rules that speak of the field leave out what they would refuse, as far as they are asked of what the person may read.
 */
export function choiceFilter(
  entity: Entity,
  field: Pick<Field, 'name' | 'chooseFrom' | 'type'>,
  record: { readonly [field: string]: unknown },
  readableOf: ReadableOf,
): string | undefined {
  const form = { fields: entity.fields, chosen: field.name.identifier, record, entity, readableOf }
  const named = field.chooseFrom && filterOf(field.chooseFrom.tree, form, 'false')
  const ruled = choiceRules(entity, field).flatMap(({ tree }) => {
    const text = filterOf(tree, form, undefined)
    // What is not known refuses nothing.
    return text === undefined ? [] : [`coalesce(${text}, true)`]
  })
  return joinConditions(named, ...ruled)
}

/** May the person ask all of the filter? One that names what they may not read is refused. */
function isReadable(node: Node, readableOf: ReadableOf): boolean {
  if (node.kind === 'field' || node.kind === 'reverse' || node.kind === 'line')
    return readableOf(node.entity).has(node.field)
  if (node.kind === 'records') return readableOf(node.entity).size > 0
  return node.kind !== 'is' || node.person.kind === 'me' || readableOf('Person').has('roles')
}

/** `unread`: in place of a filter that the person may not ask. */
function filterOf(tree: Node, form: Form, unread: string | undefined): string | undefined {
  try {
    const asked = asAskedOfChoice(tree, form)
    return someNode(asked, (node) => !isReadable(node, form.readableOf)) ? unread : printExpression(asked)
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
  readableOf: ReadableOf,
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
  const form = {
    fields,
    chosen: `input ${ask.name.identifier}`,
    record: { ...record, ...given },
    entity,
    readableOf,
  }
  return filterOf(tree, form, 'false')
}

interface Form {
  readonly fields: ReadonlyMap<string, FieldShape>
  /** The relation that is chosen: its record is the one at hand in the filter. */
  readonly chosen: string
  readonly record: { readonly [field: string]: unknown }
  /** Kind of the form's record. */
  readonly entity: Entity
  readonly readableOf: ReadableOf
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
  if (own !== undefined) return valueNode(node, own, form)
  const related = node.kind === 'field' && node.field === 'id' ? ownFieldOf(node.record) : undefined
  if (related !== undefined && related !== form.chosen && isHeld(related, form))
    return literal(node, valueOf(related, form))
  if (node.kind === 'binary' && (node.operator === '==' || node.operator === '!=')) {
    // Something is chosen.
    if (isEmptiness(node, form.chosen))
      return { kind: 'literal', value: node.operator === '!=', type: node.type, span: node.span }
    const [left, right] = [byIdentity(node.left, form), byIdentity(node.right, form)]
    if (left !== undefined) return { ...node, left, right: idOf(asAskedOfChoice(node.right, form)) }
    if (right !== undefined) return { ...node, left: idOf(asAskedOfChoice(node.left, form)), right }
  }
  if (node.kind === 'this') return ownRecord(node, form)
  if (node.kind === 'old' || node.kind === 'input' || node.kind === 'fact') throw new NotKnowable()
  return mapChildren(node, (child) => asAskedOfChoice(child, form))
}

function isEmptiness({ left, right }: Node & { readonly kind: 'binary' }, chosen: string): boolean {
  const isEmpty = (node: Node): boolean => node.kind === 'literal' && node.value === null
  return (ownFieldOf(left) === chosen && isEmpty(right)) || (ownFieldOf(right) === chosen && isEmpty(left))
}

/** Records are compared by identity: the form's own, and a relation that it holds, stand for the id of their record. */
function byIdentity(node: Node, form: Form): Node | undefined {
  if (node.kind === 'this') return literal({ ...node, type: { kind: 'text' } }, form.record['id'] ?? null)
  const own = ownFieldOf(node)
  const isRelation = own !== undefined && own !== form.chosen && node.type.kind === 'record' && isHeld(own, form)
  return isRelation ? literal({ ...node, type: { kind: 'text' } }, valueOf(own, form)) : undefined
}

function idOf(node: Node): Node {
  const { type, span } = node
  if (type.kind !== 'record') return node
  return { kind: 'field', record: node, entity: type.entity, field: 'id', type: { kind: 'text' }, span }
}

function literal({ type, span }: Pick<Node, 'type' | 'span'>, value: unknown): Node {
  return { kind: 'literal', value, type, span }
}

/** A field of the form's record, as the filter can say it: by its value, by the records that it refers to, or by a walk from the stored record. */
function valueNode(node: Node, own: string, form: Form): Node {
  const { type } = node
  if (!isHeld(own, form)) {
    if (node.kind !== 'field' || form.record['id'] === undefined) throw new NotKnowable()
    return { ...node, record: ownRecord(node, form) }
  }
  const value = valueOf(own, form)
  if (type.kind === 'record') return recordBy(type.entity, value, node)
  if (type.kind === 'set' && type.of.kind === 'record') return recordsBy(type.of.entity, [value].flat(), node)
  return literal(node, value)
}

/** Does the form know the value of the field? Else it is not read, or left to the server. */
function isHeld(own: string, { record }: Form): boolean {
  return own === 'id' || record[own] !== undefined
}

/** The form's record as it is stored: a walk begins at it. A new one is none. */
function ownRecord({ span }: Node, { entity, record }: Form): Node {
  return recordBy(entity.name.identifier, record['id'] ?? null, { span })
}

function recordBy(entity: string, id: unknown, { span }: Pick<Node, 'span'>): Node {
  const set = recordsBy(entity, [id], { span })
  return { kind: 'call', name: 'first', arguments: [set], type: { kind: 'record', entity }, span }
}

const KNOWN = 'known_one'

function recordsBy(entity: string, ids: readonly unknown[], { span }: Pick<Node, 'span'>): Node {
  const record = { kind: 'record', entity } as const
  const type = { kind: 'set', of: record } as const
  const text = { kind: 'text' } as const
  const left: Node = {
    kind: 'field',
    record: { kind: 'variable', name: KNOWN, type: record, span },
    entity,
    field: 'id',
    type: text,
    span,
  }
  const items = ids.map((id): Node => literal({ type: text, span }, id))
  const [first = literal({ type: text, span }, null), second] = items
  const isOne = { kind: 'binary', left, type: { kind: 'boolean' }, span } as const
  const body: Node =
    second === undefined
      ? { ...isOne, operator: '==', right: first }
      : { ...isOne, operator: 'in', right: { kind: 'list', items, type: { kind: 'list', of: text }, span } }
  const set: Node = { kind: 'records', entity, type, span }
  return { kind: 'each', operation: 'filter', set, variable: KNOWN, body, type, span }
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
