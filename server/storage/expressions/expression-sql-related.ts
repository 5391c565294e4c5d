// Prints what is asked of a related record that may be there or not.
import { sql } from '../sql.ts'
import { keyOfNode } from '#shared/expressions/facts.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import { mapChildren, someNode } from '#shared/expressions/walk.ts'
import type { PrintContext, Sql } from './expression-sql-context.ts'
import { rowsRelatedTo } from './expression-sql-context.ts'

/**
 * Prints a conditional that tests whether a record exists, by a single lookup of its row; `as` prints what is read
 * from it. Returns undefined if the condition tests something else.
 */
export function printIfThere(
  { test, then, otherwise }: Node & { readonly kind: 'conditional' },
  place: PrintContext,
  as: (node: Node, place: PrintContext) => Sql,
): Sql | undefined {
  if (test.kind !== 'binary' || test.operator !== '!=' || !isNothing(test.right) || !isNothing(otherwise))
    return undefined
  if (test.left.kind !== 'field' || test.left.field !== 'id' || test.left.record.kind !== 'field') return undefined
  const { record, entity } = test.left
  const names = new Set<string>()
  someNode(record, (node) => {
    if (node.kind === 'variable') names.add(node.name)
    return false
  })
  // Under a variable of the same name the same words would be another record.
  if (someNode(then, (node) => node.kind === 'each' && names.has(node.variable))) return undefined
  const { context } = place
  const row = context.fresh()
  const key = keyOfNode(record)
  const found: Node = { kind: 'variable', name: `the record ${row}`, type: record.type, span: record.span }
  const ofRow = (node: Node): Node =>
    node.kind === 'field' && keyOfNode(node) === key ? found : mapChildren(node, ofRow)
  const value = as(ofRow(then), place.bind(found.name, { row, entity }))
  return sql`(SELECT ${value} FROM ${rowsRelatedTo(place, entity)} AS ${sql.raw(row)} WHERE ${context.column(entity, 'id', row)} = ${place.print(record)})`
}

function isNothing(node: Node): boolean {
  return node.kind === 'literal' && node.value === null
}

/** Prints the first value that is there; a list without entries is none. */
export function printFirst(node: Node & { readonly kind: 'call' }, place: PrintContext): Sql {
  const values = node.arguments.map((argument) => place.print(argument))
  if (!isCollection(node.type)) return values.length === 1 ? (values[0] as Sql) : sql`coalesce(${sql.join(values)})`
  const { comparable } = place.dialect
  const none = comparable(sql`NULL`)
  return sql`coalesce(${sql.join([...values.map((list) => sql`nullif(${comparable(list)}, ${none})`), none])})`
}
