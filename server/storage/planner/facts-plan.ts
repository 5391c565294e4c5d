// Plans the facts of a decision: what it needs from other records, in one query over one record.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression as writeExpression } from '#shared/expressions/print-expression.ts'
import type { Value } from '#shared/expressions/value.ts'
import { actorSql, documentSql } from './condition-sql.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { Connection } from '../sqlite/connection.ts'
import { fromStoredValue } from '../expressions/expression-value.ts'
import { sqlParameter } from '../sql-parameter.ts'
import { compileSql } from './plan-context.ts'
import type { CompiledStatement, PlanContext } from './plan-context.ts'
import { tableOf } from './plan-lookup.ts'
import type { Bindings, FactsPlan } from '../query-plans.ts'

interface SqliteFactsPlan extends FactsPlan {
  readonly nodes: readonly Node[]
  readonly compiled: CompiledStatement
}

export function compileFactsPlan(context: PlanContext, entity: string, nodes: readonly Node[]): FactsPlan {
  const values = nodes.length === 0 ? sql.raw('1') : sql.join(nodes.map((node) => documentSql(context, node, 'r')))
  const compiled = compileSql(
    context,
    sql`SELECT ${values} FROM ${sql.raw(tableOf(context, entity).table)} AS r WHERE r.id = ${sqlParameter('id')}`,
  )
  const plan: SqliteFactsPlan = { entity, names: nodes.map((node) => writeExpression(node)), nodes, compiled }
  return plan
}

/** Values that need no record at hand. `policies`: what the reader may see; without them all data is seen. Inputs name records by their ids. */
export function compileValuesPlan(
  context: PlanContext,
  nodes: readonly Node[],
  policies: ReadonlyMap<string, ReadPolicy> | undefined,
): FactsPlan {
  const printed = nodes.map((node) =>
    policies === undefined
      ? documentSql(context, node, undefined)
      : actorSql(context, node, undefined, (entity) => policies.get(entity)),
  )
  const values = nodes.length === 0 ? sql.raw('1') : sql.join(printed)
  const compiled = compileSql(context, sql`SELECT ${values}`)
  const plan: SqliteFactsPlan = { entity: '', names: nodes.map((node) => writeExpression(node)), nodes, compiled }
  return plan
}

/** Of a record that does not exist nothing is known: every value is empty. */
export function runFacts(connection: Connection, plan: FactsPlan, id: string, bindings: Bindings): readonly Value[] {
  const { nodes, compiled } = plan as SqliteFactsPlan
  if (nodes.length === 0) return []
  const row = compiled.get(connection, bindings, { id })
  return nodes.map((node, position) => fromStoredValue(row?.[position] ?? null, node.type))
}

/** On a thread of its own, within the time and the bytes that a reading may take. */
export async function readValuesSlowly(
  { slow }: Pick<PlanContext, 'slow'>,
  plan: FactsPlan,
  bindings: Bindings,
): Promise<readonly Value[]> {
  const { nodes, compiled } = plan as SqliteFactsPlan
  const [row] = nodes.length === 0 ? [] : await compiled.slowly(slow, bindings)
  return nodes.map((node, position) => fromStoredValue(row?.[position] ?? null, node.type))
}
