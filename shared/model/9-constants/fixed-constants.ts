// Puts constants whose value never changes in place of their names, and tells which values stand in a tree.
import { makeDuration, printIsoDuration } from '../../expressions/duration.ts'
import type { Whole } from '../../expressions/functions/whole.ts'
import type { Node } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import type { Value } from '../../expressions/value.ts'
import { mapNode, someNode } from '../../expressions/walk.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { Literal } from '../../points/literal.ts'

/** Constants that have one value, in force on every day, in JSON form and by identifier. */
export type FixedConstants = ReadonlyMap<string, unknown>

export function findFixedConstants({ limits }: Declarations): FixedConstants {
  const declared = isShown(limits) ? limits.limits : []
  const byName = Map.groupBy(declared, ({ name }) => name.identifier)
  return new Map(
    [...byName].flatMap(([name, [only, ...others]]) =>
      only && others.length === 0 && only.from === undefined && isShown(only.value)
        ? [[name, plainValue(only.value.value)] as const]
        : [],
    ),
  )
}

/** Sizes in bytes, a rate by its count, a decimal as it is written. */
export function plainValue(literal: Literal): Value {
  switch (literal.kind) {
    case 'size':
      return literal.bytes
    case 'duration':
      return makeDuration(literal.milliseconds, literal.days)
    case 'rate':
      return literal.count
    case 'list':
      return literal.items.map(plainValue)
    default:
      return literal.value
  }
}

export function replaceConstants(tree: Node, constants: FixedConstants): Node {
  return mapNode(tree, (node) =>
    node.kind === 'limit' && constants.has(node.name)
      ? { kind: 'literal', value: valueFor(constants.get(node.name), node.type), type: node.type, span: node.span }
      : node,
  )
}

/** The JSON form of a written value, as literals have it. */
export function jsonOfLiteral(literal: Literal, type: Type): unknown {
  return valueFor(plainValue(literal), type)
}

/** A decimal is written as a text, and a duration as ISO 8601. */
function valueFor(value: unknown, type: Type): unknown {
  if (type.kind === 'duration') return printIsoDuration(value as Whole)
  return type.kind === 'decimal' ? String(value) : value
}

/**
 * Prints the values of point 9 that an expression uses, which change with that point though the expression is written
 * as before. Returns '' where it uses no such value.
 */
export function printConstantsIn(tree: Node, constants: FixedConstants): string {
  const found: unknown[] = []
  someNode(tree, (node) => {
    if (node.kind === 'limit') found.push(valueFor(constants.get(node.name), node.type))
    if (node.kind === 'lookup') found.push(node.cells.map(({ row, column, value }) => [row, column, value]))
    return false
  })
  return found.length === 0 ? '' : JSON.stringify(found)
}
