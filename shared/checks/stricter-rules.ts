// Notes rules that refuse or pass what their writer may not expect: empty values, and spans that share a day.
import { spansShareDay } from '../diagnostics/warnings.ts'
import * as say from '../diagnostics/warnings-of-emptiness.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Node } from '../expressions/node.ts'
import { printExpression } from '../expressions/print-expression.ts'
import { conjunctsOf, someNode } from '../expressions/walk.ts'
import type { Entity, Model, Rule } from '../model/model.ts'
import { includesEnd } from '../model/3-entities/period-fields.ts'
import type { RuleDeclaration } from '../points/5-rules/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf } from '../text/identifier.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkStricterRules: SpecificationCheck = (model, { rules: declared }) =>
  [...model.entities.values()].flatMap((entity) =>
    entity.rules.flatMap((rule) => [
      ...noteEmptyInLists(model, rule),
      ...noteEmptyAlongRelations(model, rule),
      ...noteSharedDay(entity, rule, isShown(declared) ? declared.rules : []),
    ]),
  )

/** Nothing is noted where the condition itself compares the value, or the record on the way to it, with nothing. */
function noteEmptyInLists(model: Model, { must, warns }: Rule): readonly Diagnostic[] {
  if (must.kind !== 'hold') return []
  const { tree } = must.condition
  const isAsked = (value: string): boolean =>
    someNode(tree, (node) => node.kind === 'binary' && comparesWithNothing(node, value))
  return membershipsIn(tree).flatMap((node) => {
    const optional = optionalPartOf(model, node.left)
    if (optional === undefined) return []
    const empty = printExpression(optional)
    if (isAsked(printExpression(node.left)) || isAsked(empty)) return []
    return [say.emptyInList(node.span, { form: printExpression(node), empty, warns })]
  })
}

/**
 * Notes comparisons with a field of another record that may be empty: the rule speaks of that record as if it had the
 * value. An empty field of the record itself is left out by the person who writes it.
 */
function noteEmptyAlongRelations(model: Model, { must }: Rule): readonly Diagnostic[] {
  if (must.kind !== 'hold') return []
  const { tree } = must.condition
  return conjunctsOf(tree).flatMap((node) => {
    if (node.kind !== 'binary' || !ORDERS.has(node.operator)) return []
    const parts = [node.left, node.right].flatMap(neededParts)
    const empty = parts.find((part) => isOfOther(part) && isOptionalField(model, part))
    if (!empty) return []
    const name = printExpression(empty)
    const isAsked = someNode(tree, (each) => each.kind === 'binary' && comparesWithNothing(each, name))
    return isAsked ? [] : [say.holdsWhereEmpty(node.span, { empty: name })]
  })
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** Lists the values without which there is no result: those of a sum, and what most functions are given. */
function neededParts(node: Node): readonly Node[] {
  if (node.kind === 'negate') return neededParts(node.operand)
  if (node.kind === 'binary' && ARITHMETIC.has(node.operator)) return [node.left, node.right].flatMap(neededParts)
  if (node.kind === 'call' && !TAKES_EMPTY.has(node.name)) return node.arguments.flatMap(neededParts)
  return [node]
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])

/** Functions with a result where an argument is empty. */
const TAKES_EMPTY: ReadonlySet<string> = new Set(['coalesce', 'has', 'join', 'label'])

function isOfOther(node: Node): boolean {
  return node.kind === 'field' && node.record.kind === 'field'
}

function isOptionalField(model: Model, node: Node): boolean {
  if (node.kind !== 'field') return false
  const field = model.entities.get(node.entity)?.fields.get(node.field)
  return field?.required === false && !field.computed && !field.workflow && !field.standard
}

type Binary = Node & { readonly kind: 'binary' }

/** Lists each `in` whose being false makes the whole false. */
function membershipsIn(node: Node): readonly Binary[] {
  if (node.kind === 'conditional') return [node.then, node.otherwise].flatMap(membershipsIn)
  if (node.kind === 'each') return ['exists', 'all'].includes(node.operation) ? membershipsIn(node.body) : []
  if (node.kind !== 'binary') return []
  if (node.operator === 'in') return [node]
  return node.operator === 'and' || node.operator === 'or' ? [node.left, node.right].flatMap(membershipsIn) : []
}

function comparesWithNothing({ operator, left, right }: Binary, value: string): boolean {
  if (operator !== '==' && operator !== '!=') return false
  return [left, right].some((side, at) => {
    const other = at === 0 ? right : left
    return side.kind === 'literal' && side.value === null && printExpression(other) === value
  })
}

/** The first field on the way to a value that may stay empty. */
function optionalPartOf(model: Model, node: Node): Node | undefined {
  if (node.kind === 'call' && node.name === 'convert')
    return node.arguments[0] && optionalPartOf(model, node.arguments[0])
  if (node.kind !== 'field') return undefined
  return optionalPartOf(model, node.record) ?? (isOptionalField(model, node) ? node : undefined)
}

/** A rule that permits a span of one day counts its last day; an end that is computed was chosen for the last day that counts. */
function noteSharedDay(
  { fields, rules }: Entity,
  { entity, name, must }: Rule,
  declared: readonly RuleDeclaration[],
): readonly Diagnostic[] {
  if (must.kind !== 'no overlap') return []
  const { from, to } = must
  const last = fields.get(to)
  if (!last || last.computed || !includesEnd(last.valueType)) return []
  const isSaid = rules.some(
    (other) => other.must.kind === 'hold' && someNode(other.must.condition.tree, (node) => mayBeOneDay(node, from, to)),
  )
  if (isSaid) return []
  const written = declared.find((each) => each.name === name && isOfEntity(each, entity))?.must
  if (!written || 'notShown' in written || written.kind !== 'no overlap') return []
  const span = { start: spanOf(written.from).start, end: spanOf(written.to).end }
  return [spansShareDay(span, { from, to })]
}

function isOfEntity({ target }: RuleDeclaration, entity: string): boolean {
  return target.kind === 'entity' && identifierOf(target.entity.value, 'entity') === entity
}

function mayBeOneDay(node: Node, from: string, to: string): boolean {
  if (node.kind !== 'binary') return false
  const written = `${printExpression(node.left)} ${node.operator} ${printExpression(node.right)}`
  return written === `${from} <= ${to}` || written === `${to} >= ${from}`
}
