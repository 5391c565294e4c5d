// Prints equality: empty is a value, and an index has to serve it where it stands in a condition.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { PrintContext, Sql } from './expression-sql-context.ts'
import { comparedValue, isDecidedInMemory, isWritten, rowOf } from './expression-sql-context.ts'

/** Prints what stands in WHERE, or under AND and OR of it: a row of which it is not known is left out like one of which it is false. */
export function printCondition(node: Node, place: PrintContext): Sql {
  if (node.kind !== 'binary' || isDecidedInMemory(node, place.context)) return place.print(node)
  const { operator, left, right } = node
  if (operator === 'and' || operator === 'or')
    return sql`(${place.condition(left)} ${sql.raw(operator.toUpperCase())} ${place.condition(right)})`
  return operator === '==' ? printEquality(true, left, right, place, 'condition') : place.print(node)
}

export function printEquality(
  same: boolean,
  left: Node,
  right: Node,
  place: PrintContext,
  stands: 'value' | 'condition' = 'value',
): Sql {
  const { dialect } = place
  const [row, other] = [rowNumber(left, right, place), rowNumber(right, left, place)]
  if (row !== undefined && other !== undefined) return sql`(${row} ${sql.raw(same ? '=' : '<>')} ${other})`
  const lists = isCollection(left.type) || isCollection(right.type)
  const type = left.type.kind === 'null' ? right.type : left.type
  const side = (node: Node): Sql =>
    lists ? dialect.comparable(place.print(node)) : comparedValue(place.print(node), type)
  const isOneThere = lists || isNeverEmpty(left, place) || isNeverEmpty(right, place)
  const isSimple = isOneThere || (isRepeatable(left, place) && isRepeatable(right, place))
  return stands === 'condition' && isSimple
    ? dialect.equal(side(left), side(right), type, isOneThere)
    : dialect.same(same, side(left), side(right), type)
}

/** The number of a row that is compared with another one of its table. */
function rowNumber(node: Node, other: Node, place: PrintContext): Sql | undefined {
  const { type } = node
  if (type.kind !== 'record' || other.type.kind !== 'record' || type.entity !== other.type.entity) return undefined
  const row = rowOf(node, place)
  return row === undefined ? undefined : place.context.number?.(row)
}

function isNeverEmpty(node: Node, place: PrintContext): boolean {
  if (node.kind === 'literal') return isWritten(node) && node.value !== null
  if (node.kind !== 'field' || rowOf(node.record, place) === undefined) return false
  return node.field === 'id' || place.context.isRequired?.(node.entity, node.field) === true
}

/** May it be looked at twice? A field of a record is found by its id, and the text of a choice is its column. */
function isRepeatable(node: Node, place: PrintContext): boolean {
  if (node.kind === 'call' && node.name === 'text')
    return node.arguments.every((each) => each.type.kind === 'choice' && isRepeatable(each, place))
  if (isAtHand(node, place)) return true
  if (node.kind !== 'field' || place.context.isWorkedOut?.(node.entity, node.field) === true) return false
  return isRepeatable(node.record, place)
}

/** Reports whether a value costs nothing to be read more than once. */
export function isAtHand(node: Node, place: PrintContext): boolean {
  return (
    node.kind === 'literal' ||
    node.kind === 'variable' ||
    rowOf(node.kind === 'field' ? node.record : node, place) !== undefined ||
    isDecidedInMemory(node, place.context)
  )
}
