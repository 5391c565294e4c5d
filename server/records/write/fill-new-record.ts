// Works out the defaults of a new record before it is stored, those that look at other records too.
import { fillDefaults } from '#shared/decisions/3-entities.ts'
import type { Evaluator, PreparedExpressions } from '#shared/decisions/evaluator.ts'
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Value } from '#shared/expressions/value.ts'
import { BOOLEAN } from '#shared/expressions/type-rules.ts'
import { mapChildren } from '#shared/expressions/walk.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Entity } from '#shared/model/model.ts'
import type { FactsPlan } from '../../storage/query-plans.ts'
import type { CommandContext } from './command-context.ts'
import { bindingsOf, scopeOf } from '../access/condition-facts.ts'

type FieldValues = { readonly [field: string]: unknown }

/**
 * Fills in all stored fields of a record that does not exist yet: sets do not contain it. `local` evaluates what needs no other
 * records, on the record as far as it is known.
 */
export async function fillNewRecord(
  context: CommandContext,
  entity: Entity,
  values: FieldValues,
  standard: FieldValues,
  local: (record: FieldValues) => Evaluator,
): Promise<FieldValues> {
  let given = values
  let filled = fillDefaults(entity, given, local)
  for (const { field, type, ...prepared } of defaultsWithFacts(context, entity)) {
    if (Object.hasOwn(given, field)) continue
    const value = await evaluateDefault(context, entity, prepared, { ...filled, ...standard })
    given = { ...given, [field]: convertToJson(value, type) }
    filled = fillDefaults(entity, given, local)
  }
  return filled
}

interface PreparedDefault {
  readonly node: Node
  readonly preparation: PreparedExpressions
  readonly plan: FactsPlan
}

/** Defaults that look beyond the record, in the order of the document. */
export function defaultsWithFacts(
  { running, storage }: CommandContext,
  entity: Entity,
): readonly (PreparedDefault & { readonly field: string; readonly type: Type })[] {
  return running.compiled('defaults with facts', entity, () =>
    [...entity.fields].flatMap(([field, { default: given, valueType: type }]) => {
      if (given?.kind !== 'expression') return []
      const node = withoutRecord(given.expression.tree, entity)
      const preparation = prepareExpressions([node])
      if (preparation.facts.length === 0) return []
      return [{ field, type, node, preparation, plan: storage.planValues(preparation.facts.map((fact) => fact.node)) }]
    }),
  )
}

async function evaluateDefault(
  { running, transaction, actorContext }: CommandContext,
  entity: Entity,
  { node, preparation, plan }: PreparedDefault,
  record: FieldValues,
): Promise<Value> {
  const input: { readonly [field: string]: Value } = Object.fromEntries(
    [...entity.fields].map(([name, { valueType }]) => [name, readValue(record[name], valueType) ?? null]),
  )
  const values = await transaction.facts(plan, '', bindingsOf(actorContext, input))
  const facts = Object.fromEntries(preparation.facts.map(({ name }, index) => [name, values[index] ?? null]))
  return preparation.evaluatorFor({ ...scopeOf(running, actorContext, { input }), facts })(node)
}

/** The record has no row yet: its fields are given, nothing points to it, and it equals no other. */
function withoutRecord(node: Node, entity: Entity): Node {
  const { span, type } = node
  const given = (field: string): Node => {
    return { kind: 'input', name: field, type: entity.fields.get(field)?.valueType ?? type, span }
  }
  if (node.kind === 'this') return { kind: 'literal', value: null, type, span }
  const isOfIt =
    (node.kind === 'field' || node.kind === 'reverse' || node.kind === 'line') && node.record.kind === 'this'
  if (!isOfIt) return mapChildren(node, (child) => withoutRecord(child, entity))
  if (node.kind === 'field') return given(node.field)
  const one: Node = { kind: 'variable', name: 'each_one', type: { kind: 'record', entity: node.entity }, span }
  const set: Node = { kind: 'records', entity: node.entity, type, span }
  const condition = (operator: '==' | 'in' | 'or', left: Node, right: Node): Node => {
    return { kind: 'binary', operator, left, right, type: BOOLEAN, span }
  }
  const none: Node = { kind: 'literal', value: false, type: BOOLEAN, span }
  // Above it are what its relation leads to, and what is above that.
  const first = node.kind === 'line' && node.direction === 'ancestors' ? given(node.field) : undefined
  const body = first
    ? condition('or', condition('==', one, first), condition('in', one, { ...node, record: first }))
    : none
  return { kind: 'each', operation: 'filter', set, variable: 'each_one', body, type, span }
}
