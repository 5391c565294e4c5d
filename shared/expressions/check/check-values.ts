// Checks functions over values of several types: `min(a, b)`, `abs(x)`, `join(set, ", ")`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { convertNode } from './convert-node.ts'
import { describeType } from './describe-type.ts'
import { INTEGER, isCollection, isNumeric, isOrdered, isTextual, joinTypes, TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'
import type { CheckContext } from './check-context.ts'

type CallSyntax = Extract<Syntax, { readonly kind: 'call' }>

/** The least or the greatest of values that are written side by side; `first` is checked already. */
export function checkExtreme(
  { name, span }: CallSyntax,
  first: Node,
  rest: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  if (rest.length === 0) {
    context.report(say.wrongCount(span, { name, expected: 'two values or more', found: 1 }))
    return undefined
  }
  const nodes = [first]
  for (const syntax of rest) {
    const node = context.check(syntax, first.type)
    if (!node) return undefined
    nodes.push(node)
  }
  let type: Type = first.type
  for (const node of nodes) {
    const joined = joinTypes(type, node.type)
    if (!joined || !isOrdered(joined)) {
      const [found, expected] = [describeType(node.type), joined ? 'values with an order' : describeType(type)]
      context.report(say.wrongOperand(node.span, { operator: name, expected, found }))
      return undefined
    }
    type = joined
  }
  return { kind: 'call', name, arguments: nodes.map((node) => convertNode(node, type) ?? node), type, span }
}

export function checkAbs(
  { name, span }: CallSyntax,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const node = given[0] && context.check(given[0])
  if (!node) return undefined
  if (given.length > 1) {
    context.report(say.wrongCount(span, { name, expected: 'one number', found: given.length }))
    return undefined
  }
  if (isNumeric(node.type) || node.type.kind === 'duration')
    return { kind: 'call', name, arguments: [node], type: node.type, span }
  const found = describeType(node.type)
  context.report(say.wrongOperand(node.span, { operator: name, expected: 'a number or a duration', found }))
  return undefined
}

/** `div(a, b)`: how many times one number goes into another, as a whole number. */
export function checkDivision(
  { name, span }: CallSyntax,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  if (given.length !== 2) {
    context.report(say.wrongCount(span, { name, expected: 'two numbers', found: given.length }))
    return undefined
  }
  const nodes = given.map((each) => context.check(each))
  const [left, right] = nodes
  if (!left || !right) return undefined
  const wrong = [left, right].find(({ type }) => !['integer', 'decimal', 'null'].includes(type.kind))
  if (wrong) {
    const hint = wrong.type.kind === 'number' ? 'the whole part of a quotient of numbers is floor(a / b)' : undefined
    const found = describeType(wrong.type)
    context.report(say.wrongOperand(wrong.span, { operator: name, expected: 'exact numbers', found, hint }))
    return undefined
  }
  const type = joinTypes(left.type, right.type) ?? INTEGER
  const operands = [left, right].map((node) => convertNode(node, type.kind === 'null' ? INTEGER : type) ?? node)
  return { kind: 'call', name, arguments: operands, type: INTEGER, span }
}

/** The texts of a set in its order; what is empty is left out. */
export function checkJoin(
  { name, span }: CallSyntax,
  given: readonly Syntax[],
  context: CheckContext,
): Node | undefined {
  const [texts, separator] = given
  if (!texts || !separator || given.length > 2) {
    context.report(
      say.wrongCount(span, { name, expected: 'a set of texts and what stands between', found: given.length }),
    )
    return undefined
  }
  const set = context.check(texts)
  if (!set) return undefined
  if (!isCollection(set.type) || !(isTextual(set.type.of) || set.type.of.kind === 'null')) {
    const hint = isCollection(set.type) ? 'make texts of them first: .map(x, text(x))' : undefined
    const found = describeType(set.type)
    context.report(say.wrongOperand(set.span, { operator: name, expected: 'a set of texts', found, hint }))
    return undefined
  }
  if (separator.kind !== 'text') {
    context.report(say.needsLiteral(separator.span, { name, what: 'what stands between, as ", "' }))
    return undefined
  }
  const between: Node = { kind: 'literal', value: separator.value, type: TEXT, span: separator.span }
  return { kind: 'call', name, arguments: [set, between], type: TEXT, span }
}

/** The words of a choice as people see them. */
export function checkLabel({ span }: CallSyntax, given: readonly Syntax[], context: CheckContext): Node | undefined {
  const [first, ...others] = given
  const value = first && context.check(first)
  if (!value) return undefined
  if (others.length > 0) {
    context.report(say.wrongCount(span, { name: 'label', expected: 'one value', found: given.length }))
    return undefined
  }
  if (value.type.kind === 'choice') return { kind: 'shown', value, type: TEXT, span }
  const found = describeType(value.type)
  const hint = isCollection(value.type) ? 'take the label of each of them: .map(x, label(x))' : undefined
  context.report(say.wrongOperand(value.span, { operator: 'label', expected: 'a choice', found, hint }))
  return undefined
}
