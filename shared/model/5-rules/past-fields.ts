// Finds days and moments that a rule keeps from lying in the future, such as days of birth.
import type { BinaryOperator, Node } from '../../expressions/node.ts'
import { someNode } from '../../expressions/walk.ts'
import type { Field, Rule } from '../model.ts'
import { ownFieldOf } from './choice-rules.ts'

/** Marks those fields, so that a year of two digits in them is one that has been. */
export function markPastFields(fields: ReadonlyMap<string, Field>, rules: readonly Rule[]): ReadonlyMap<string, Field> {
  const past = new Set(
    rules.flatMap(({ must, warns, transition }) =>
      must.kind === 'hold' && !warns && transition === undefined ? pastIn(must.condition.tree) : [],
    ),
  )
  if (past.size === 0) return fields
  return new Map([...fields].map(([name, field]) => [name, past.has(name) ? { ...field, isPast: true } : field]))
}

function pastIn(node: Node): readonly string[] {
  if (node.kind !== 'binary') return []
  const { operator, left, right } = node
  if (operator === 'and') return [...pastIn(left), ...pastIn(right)]
  // "It is empty, or lies in the past."
  if (operator === 'or') return isEmptyTest(left) ? pastIn(right) : isEmptyTest(right) ? pastIn(left) : []
  const [earlier, later] = BEFORE.has(operator) ? [left, right] : AFTER.has(operator) ? [right, left] : []
  const field = earlier && ownFieldOf(earlier)
  return field !== undefined && later && isNotFuture(later) ? [field] : []
}

const BEFORE: ReadonlySet<BinaryOperator> = new Set(['<', '<='])
const AFTER: ReadonlySet<BinaryOperator> = new Set(['>', '>='])

function isEmptyTest(node: Node): boolean {
  return (
    node.kind === 'binary' &&
    node.operator === '==' &&
    [node.left, node.right].some((side) => side.kind === 'literal' && side.value === null)
  )
}

/** `today`, `now`, or some time before them: `today - days(7)`, `later(today, -18, "year")`. */
function isNotFuture(node: Node): boolean {
  if (node.kind === 'today' || node.kind === 'now') return true
  if (node.kind === 'binary' && node.operator === '-') return isNotFuture(node.left) && !hasNegative(node.right)
  const [from, count] = node.kind === 'call' && node.name === 'later' ? node.arguments : []
  return from !== undefined && count !== undefined && isNotFuture(from) && isBack(count)
}

function isBack(count: Node): boolean {
  if (count.kind === 'negate') return !hasNegative(count.operand)
  return count.kind === 'literal' && Number(count.value) < 0
}

function hasNegative(node: Node): boolean {
  return someNode(node, (each) => each.kind === 'negate' || (each.kind === 'literal' && Number(each.value) < 0))
}
