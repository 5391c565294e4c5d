// Facts: what a decision needs to know of other records, computed by one query over one record.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression as writeExpression } from '#shared/expressions/print.ts'
import type { Value } from '#shared/expressions/value.ts'
import { printed } from './conditions.ts'
import type { Connection } from '../connection.ts'
import { fromStoredValue } from '../expressions/expression-value.ts'
import { param } from '../parameter.ts'
import { compileSql } from './planning.ts'
import type { Compiled, Planning } from './planning.ts'
import { tableOf } from './rights.ts'
import type { Bindings, FactsPlan } from '../storage.ts'

interface SqliteFactsPlan extends FactsPlan {
  readonly nodes: readonly Node[]
  readonly compiled: Compiled
}

export function compileFactsPlan(planning: Planning, entity: string, nodes: readonly Node[]): FactsPlan {
  const values = nodes.length === 0 ? sql.raw('1') : sql.join(nodes.map((node) => printed(planning, node, 'r')))
  const compiled = compileSql(
    planning,
    sql`SELECT ${values} FROM ${sql.raw(tableOf(planning, entity).table)} AS r WHERE r.id = ${param('id')}`,
  )
  const plan: SqliteFactsPlan = { entity, names: nodes.map((node) => writeExpression(node)), nodes, compiled }
  return plan
}

/** Of a record that does not exist nothing is known: every value is empty. */
export function runFacts(connection: Connection, plan: FactsPlan, id: string, bindings: Bindings): readonly Value[] {
  const { nodes, compiled } = plan as SqliteFactsPlan
  if (nodes.length === 0) return []
  const row = compiled.get(connection, bindings, { id })
  return nodes.map((node, position) => fromStoredValue(row?.[position] ?? null, node.type))
}
