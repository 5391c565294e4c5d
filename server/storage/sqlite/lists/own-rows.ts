// Finds the rows that a row rule leads to by an index, so that a search looks within these and at no others.
//
//   requester == me   →   (SELECT o.row FROM t1 AS o WHERE o.requester = me) AS own CROSS JOIN t1 AS r ON r.row = own.row
import { sql } from '../../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { someNode } from '#shared/expressions/walk.ts'
import { condition } from '../../planner/record-sql.ts'
import { compileSql } from '../../planner/plan-context.ts'
import type { PlanContext, Sql } from '../../planner/plan-context.ts'
import { relatedRows, walkToMe } from '../../planner/related-rows.ts'
import { placeOf, tableOf } from '../../planner/plan-lookup.ts'
import type { OwnRows } from '../../planner/list-engine.ts'
import type { Connection } from '../connection.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

const FEW_ROWS = 2_000
const OWN = 'o'

/** Undefined: there is no rule, or the engine has no index that leads along it. */
export function ownRowsOf(
  connection: Connection,
  context: PlanContext,
  policy: ReadPolicy,
  row: string,
): OwnRows | undefined {
  const led = typeof policy.rows === 'boolean' ? undefined : ledTo(context, policy.rows, OWN)
  if (led === undefined) return undefined
  const { table } = tableOf(context, policy.entity)
  const rows = sql`SELECT ${sql.raw(`${OWN}.row FROM ${table} AS ${OWN}`)} WHERE ${led}`
  const more = compileSql(context, sql`${rows} LIMIT 1 OFFSET ${sql.lit(FEW_ROWS)}`)
  if (connection.explain(more.sql).some((step) => step.startsWith('SCAN '))) return undefined
  const joined = sql.raw(`${table} AS ${row} ON ${row}.row = own.row`)
  return {
    from: sql`(${rows}) AS own CROSS JOIN ${joined}`,
    // Without a limit the engine would leave the order within to one around, and read all of their texts before the first.
    newestFirst: sql`(${rows} ORDER BY ${sql.raw(`${OWN}.row`)} DESC LIMIT -1) AS own CROSS JOIN ${joined}`,
    // Nobody has rows of their own: `requester == me` would hold where both are empty.
    areFew: async (bindings) => bindings.me !== null && (await more.get(context.reader, bindings)) === undefined,
  }
}

/** Prints the part of a rule that an index may serve. All rows that meet the rule meet it, and perhaps others do. */
function ledTo(context: PlanContext, rule: Node, alias: string): Sql | undefined {
  if (rule.kind !== 'binary') return undefined
  if (rule.operator === 'and' || rule.operator === 'or') {
    const [left, right] = [ledTo(context, rule.left, alias), ledTo(context, rule.right, alias)]
    if (rule.operator === 'or') return left && right && sql`(${left} OR ${right})`
    return left && right ? sql`(${left} AND ${right})` : (left ?? right)
  }
  if (rule.operator !== '==') return undefined
  if (walkToMe(rule)?.record.kind === 'field') return relatedRows(context, rule, alias)
  const isLeading =
    (isOwnColumn(context, rule.left) && isGiven(rule.right)) || (isOwnColumn(context, rule.right) && isGiven(rule.left))
  return isLeading ? condition(context, rule, alias) : undefined
}

function isOwnColumn(context: PlanContext, node: Node): boolean {
  return (
    node.kind === 'field' &&
    node.record.kind === 'this' &&
    placeOf(context, node.entity, node.field)?.name !== undefined
  )
}

/**
 * Decides whether a node has one value for all rows: the caller, a value that depends on only the caller, or a value
 * of the document.
 */
function isGiven(node: Node): boolean {
  const depends = new Set<Node['kind']>(['this', 'reverse', 'line', 'records'])
  return !someNode(node, ({ kind }) => depends.has(kind))
}
