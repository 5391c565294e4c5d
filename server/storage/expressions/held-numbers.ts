// Tells which numbers an engine holds as its own: those of fields, and what stays within their size.
import { overloadsOf, findOverload } from '#shared/expressions/functions/overloads.ts'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import { isDecimal } from '#shared/expressions/decimal.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { SqlContext } from './expression-sql-context.ts'

/** Is it a number that is exact, of any size? */
export function isExact({ kind }: Type): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'duration'
}

type FieldContext = Pick<SqlContext, 'isWorkedOut'>

/** Is it never beyond ±(2^53 − 1), in units? Then it is a number of the engine, and no text. */
export function isHeld(node: Node, context: FieldContext): boolean {
  if (!isExact(node.type)) return true
  // Both of its parts are in one number.
  if (node.type.kind === 'duration') return false
  switch (node.kind) {
    case 'literal': {
      const value = readValue(node.value, node.type)
      return typeof (isDecimal(value) ? value.units : value) !== 'bigint'
    }
    case 'field':
      return context.isWorkedOut?.(node.entity, node.field) !== true
    case 'negate':
      return isHeld(node.operand, context)
    case 'conditional':
      return isHeld(node.then, context) && isHeld(node.otherwise, context)
    case 'lookup':
      return node.cells.every(({ value }) =>
        isHeld({ kind: 'literal', value, type: node.type, span: node.span }, context),
      )
    case 'binary':
      return node.left.type.kind === 'date' || node.left.type.kind === 'timestamp'
    case 'each':
      return (node.operation === 'min' || node.operation === 'max') && isHeld(node.body, context)
    case 'call':
      return isHeldCall(node, context)
    default:
      return false
  }
}

function isHeldCall(node: Node & { readonly kind: 'call' }, context: FieldContext): boolean {
  const [first] = node.arguments
  switch (node.name) {
    case 'count':
      return true
    case 'coalesce':
    case 'min':
    case 'max':
    case 'abs':
      return node.arguments.every((each) => !isCollection(each.type) && isHeld(each, context))
    case 'div':
      return first !== undefined && isHeld(first, context)
    case 'convert':
    case 'round':
      return first !== undefined && keepsSize(first.type, node.type) && isHeld(first, context)
  }
  const overload = overloadsOf(node.name)[
    findOverload(
      node.name,
      node.arguments.map(({ type }) => type),
    )
  ]
  return overload !== undefined && !UNBOUNDED.has(node.name)
}

/** Are its units no more than before? */
function keepsSize(from: Type, to: Type): boolean {
  const scale = from.kind === 'decimal' ? from.scale : from.kind === 'integer' ? 0 : undefined
  return scale !== undefined && (to.kind === 'decimal' ? to.scale : 0) <= scale
}

/** Functions whose whole numbers may be of any size. */
const UNBOUNDED: ReadonlySet<string> = new Set(['int', 'floor', 'ceil'])
