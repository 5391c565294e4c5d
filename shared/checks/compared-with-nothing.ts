// Warns of comparisons with the empty text, and notes values that an empty field leaves empty.
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { allHoldsWhereEmpty, comparedWithEmptyText, emptyWhereCompared } from '../diagnostics/warnings-of-emptiness.ts'
import type { Node } from '../expressions/node.ts'
import { printExpression } from '../expressions/print-expression.ts'
import { isTextual } from '../expressions/type-rules.ts'
import { conjunctsOf, nodesIn, someNode } from '../expressions/walk.ts'
import { familyOf } from '../fields/registry.ts'
import type { Field, Model } from '../model/model.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkComparedWithNothing: SpecificationCheck = (model) => [
  ...warnOfEmptyTexts(model),
  ...noteEmptyValues(model),
  ...noteEmptyInAll(model),
]

/** An empty text is stored, and given to a transition, as empty: no text that is there equals it. */
function warnOfEmptyTexts(model: Model): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>()
  // A call may be sent an empty text, and knows it from nothing.
  const ofCalls = new Set(expressionsIn(model.calls))
  for (const expression of expressionsIn(model)) {
    if (ofCalls.has(expression)) continue
    const { tree, asked = tree } = expression
    for (const node of nodesIn(asked)) {
      if (node.kind !== 'binary' || (node.operator !== '==' && node.operator !== '!=')) continue
      const [text, empty] = isEmptyText(node.left) ? [node.right, node.left] : [node.left, node.right]
      if (!isEmptyText(empty) || !isStoredText(model, text)) continue
      const fix: Fix = { title: 'Compare with null', certain: true, edits: [{ span: empty.span, text: 'null' }] }
      const about = { text: printExpression(text), operator: node.operator }
      found.set(empty.span.start, comparedWithEmptyText(node.span, about, { fixes: [fix] }))
    }
  }
  return [...found.values()]
}

function isEmptyText(node: Node): boolean {
  return node.kind === 'literal' && node.value === ''
}

function isStoredText({ entities }: Model, node: Node): boolean {
  if (!isTextual(node.type)) return false
  if (node.kind !== 'field') return node.kind === 'input'
  const field = entities.get(node.entity)?.fields.get(node.field)
  return field !== undefined && !field.computed
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** A condition that compares what is empty is neither met nor not: `? :` gives nothing then, and so do sums of it. */
function noteEmptyValues(model: Model): readonly Diagnostic[] {
  return [...model.entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => (familyOf(field.type) === 'flag' ? [] : noteEmptyValue(model, field))),
  )
}

function noteEmptyValue(model: Model, { name, computed }: Field): readonly Diagnostic[] {
  if (!computed) return []
  const { tree } = computed.expression
  const noted = new Set<string>()
  for (const node of nodesIn(tree)) {
    if (node.kind !== 'conditional') continue
    for (const part of partsOf(node.test)) {
      if (part.kind !== 'binary' || !ORDERS.has(part.operator)) continue
      const empty = [part.left, part.right].find((side) => isOptional(model, side))
      const text = empty && printExpression(empty)
      if (text !== undefined && !isAsked(tree, text)) noted.add(text)
    }
  }
  return [...noted].map((empty) => emptyWhereCompared(name.span, { field: name.label, empty }))
}

/** Notes comparisons within `all` with what may be empty: what is neither true nor false keeps no `all` from holding. */
function noteEmptyInAll(model: Model): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>()
  for (const { tree, asked = tree } of expressionsIn(model))
    for (const each of nodesIn(asked)) {
      if (each.kind !== 'each' || each.operation !== 'all') continue
      for (const part of conjunctsOf(each.body)) {
        if (part.kind !== 'binary' || !ORDERS.has(part.operator)) continue
        const empty = [part.left, part.right].find((side) => isOptional(model, side))
        const text = empty && printExpression(empty)
        if (text === undefined || isAsked(each.body, text)) continue
        found.set(part.span.start, allHoldsWhereEmpty(part.span, { empty: text }))
      }
    }
  return [...found.values()]
}

/** The conditions of which one may leave the whole undecided. */
function partsOf(node: Node): readonly Node[] {
  if (node.kind === 'not') return partsOf(node.operand)
  return node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')
    ? [node.left, node.right].flatMap(partsOf)
    : [node]
}

function isOptional({ entities }: Model, node: Node): boolean {
  if (node.kind !== 'field') return false
  const field = entities.get(node.entity)?.fields.get(node.field)
  if (field === undefined || field.computed || field.workflow || field.standard) return false
  return field.required === false && field.default === undefined
}

/** A writer who compares it with nothing knows that it may be empty. */
function isAsked(tree: Node, text: string): boolean {
  return someNode(tree, (node) => {
    if (node.kind === 'call' && node.name === 'coalesce')
      return node.arguments.some((each) => printExpression(each) === text)
    if (node.kind !== 'binary') return false
    const { left, right } = node
    return [left, right].some((side, at) => {
      const other = at === 0 ? right : left
      return side.kind === 'literal' && side.value === null && printExpression(other) === text
    })
  })
}
