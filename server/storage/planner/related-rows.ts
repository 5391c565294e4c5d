// Rewrites a row rule over a relation to start from the actor's own records.
//
//   ticket.requester == me   →   r.ticket IN (SELECT id FROM ticket WHERE requester = me)
//
// Asked row by row, a customer of 108 among 100,000 tickets waited 23 ms for their comments; from this end it takes 0.1 ms.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { mapNode, someNode } from '#shared/expressions/walk.ts'
import { documentCondition, documentSql } from './condition-sql.ts'
import type { StatementContext, Sql } from './plan-context.ts'
import { placeOf, tableOf } from './plan-lookup.ts'

export type Walk = Extract<Node, { readonly kind: 'field' }>

/** Prints a part of the condition over the row called `alias`, with the eyes of whose condition it is. */
export type PrintPart = (node: Node, alias: string) => Sql

/**
 * Selects the rows that satisfy the condition, for a caller who is signed in; for others the result would differ
 * where the relation is empty. Undefined means that no relation is compared with the caller.
 */
export function relatedRows(
  context: StatementContext,
  node: Node,
  alias: string,
  print: PrintPart = (part, row) => documentCondition(context, part, row),
): Sql | undefined {
  if (node.kind === 'each') return rowsThatAreLedTo(context, node, alias, print)
  if (node.kind !== 'binary') return undefined
  if (node.operator === 'and' || node.operator === 'or') {
    const [left, right] = [node.left, node.right].map((side) => relatedRows(context, side, alias, print))
    if (!left && !right) return undefined
    const operator = sql.raw(node.operator === 'and' ? 'AND' : 'OR')
    return sql`(${left ?? print(node.left, alias)} ${operator} ${right ?? print(node.right, alias)})`
  }
  const walk = walkToMe(node)
  if (walk?.record.kind === 'field') return rowsThatLeadTo(context, walk, walk.record, alias)
  return rowsWithMe(context, node, alias)
}

/** `me in interviewers`, from the pairs of the caller. */
function rowsWithMe(context: StatementContext, node: Node, alias: string): Sql | undefined {
  if (node.kind !== 'binary' || node.operator !== 'in' || node.left.kind !== 'me') return undefined
  const { right } = node
  if (right.kind !== 'field' || right.record.kind !== 'this') return undefined
  const pairs = placeOf(context, right.entity, right.field)?.pairs
  if (pairs === undefined) return undefined
  const me = documentSql(context, node.left, alias)
  return sql`${sql.raw(`${alias}.id IN (SELECT source FROM ${pairs} WHERE target = `)}${me})`
}

/** `interviews.exists(i, me in i.interviewers)`, from those records that lead to the caller. */
function rowsThatAreLedTo(
  context: StatementContext,
  node: Extract<Node, { readonly kind: 'each' }>,
  alias: string,
  print: PrintPart,
): Sql | undefined {
  if (node.operation !== 'exists') return undefined
  const { set, variable, body } = node
  const isTaken = (each: Node) => each.kind === 'this' || (each.kind === 'each' && each.variable === variable)
  if (set.kind !== 'reverse' || set.record.kind !== 'this' || someNode(body, isTaken)) return undefined
  const relation = placeOf(context, set.entity, set.field)?.name
  if (relation === undefined) return undefined
  const other = context.fresh()
  const asked = substituteVariable(body, variable, set.entity)
  const isLed = walkToMe(asked)?.record.kind === 'this'
  const found = relatedRows(context, asked, other, print) ?? (isLed ? print(asked, other) : undefined)
  if (found === undefined) return undefined
  const from = sql.raw(`${other}.${relation} FROM ${tableOf(context, set.entity).table} AS ${other}`)
  return sql`${sql.raw(`${alias}.id`)} IN (SELECT ${from} WHERE ${sql.raw(`${other}.trashed_at IS NULL`)} AND ${found})`
}

function substituteVariable(body: Node, name: string, entity: string): Node {
  return mapNode(body, (each) =>
    each.kind === 'variable' && each.name === name
      ? { kind: 'this', type: { kind: 'record', entity }, span: each.span }
      : each,
  )
}

/** The side that is compared with who asks: `requester` of `requester == me`, `ticket.requester`. */
export function walkToMe(node: Node): Walk | undefined {
  if (node.kind !== 'binary' || node.operator !== '==') return undefined
  const walk = node.right.kind === 'me' ? node.left : node.left.kind === 'me' ? node.right : undefined
  return walk?.kind === 'field' ? walk : undefined
}

/** `walk` ends at a person, and begins with the relation at the bottom of `through`. */
function rowsThatLeadTo(context: StatementContext, walk: Walk, through: Walk, alias: string): Sql | undefined {
  const relation = placeOf(context, through.entity, through.field)
  if (relation?.name === undefined || placeOf(context, walk.entity, walk.field)?.name === undefined) return undefined
  const other = context.fresh()
  const { span } = walk
  const end: Walk = { ...walk, record: { kind: 'this', type: { kind: 'record', entity: walk.entity }, span } }
  const me: Node = { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
  const isMine: Node = { kind: 'binary', operator: '==', left: end, right: me, type: { kind: 'boolean' }, span }
  const found = sql`(SELECT ${sql.raw(`${other}.id FROM ${tableOf(context, walk.entity).table} AS ${other} WHERE ${other}.trashed_at IS NULL`)} AND ${documentCondition(context, isMine, other)})`
  return leadingTo(context, through, found, alias)
}

/** Back along the walk, relation by relation, until the row itself. */
function leadingTo(context: StatementContext, through: Walk, found: Sql, alias: string): Sql | undefined {
  const relation = placeOf(context, through.entity, through.field)?.name
  if (relation === undefined) return undefined
  if (through.record.kind === 'this') return sql`${sql.raw(`${alias}.${relation}`)} IN ${found}`
  if (through.record.kind !== 'field') return undefined
  const other = context.fresh()
  const before = sql`(SELECT ${sql.raw(`${other}.id FROM ${tableOf(context, through.entity).table} AS ${other} WHERE ${other}.trashed_at IS NULL AND ${other}.${relation}`)} IN ${found})`
  return leadingTo(context, through.record, before, alias)
}
