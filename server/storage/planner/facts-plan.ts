// Plans the facts of a decision: what it needs from other records, in one query over one record.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression as writeExpression } from '#shared/expressions/print-expression.ts'
import type { Value } from '#shared/expressions/value.ts'
import { actorSql, documentSql, documentSqlOfDeleted } from './condition-sql.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { Executor, SqlRow } from '../executor.ts'
import { ReadingTooLong } from '../storage-error.ts'
import { fromStoredValue } from '../expressions/expression-value.ts'
import { sqlParameter } from '../sql-parameter.ts'
import { compileSql } from './plan-context.ts'
import type { CompiledStatement, PlanContext, QuickReader, SlowReader, StatementContext } from './plan-context.ts'
import { tableOf } from './plan-lookup.ts'
import type { Bindings, FactsPlan } from '../query-plans.ts'

interface CompiledFactsPlan extends FactsPlan {
  readonly nodes: readonly Node[]
  readonly compiled: CompiledStatement
  /** Absent: its rows don't look at the time, so nothing would end it. */
  readonly pace?: Pace
}

interface Pace {
  /** Those that still go to a thread of their own. */
  slowRuns: number
  /** So many will after the next that takes too long. */
  patience: number
}

export function compileFactsPlan(context: PlanContext, entity: string, nodes: readonly Node[]): FactsPlan {
  const values =
    nodes.length === 0 ? sql.raw('1') : sql.join(nodes.map((node) => documentSqlOfDeleted(context, node, 'r')))
  const compiled = compileSql(
    context,
    sql`SELECT ${values} FROM ${sql.raw(tableOf(context, entity).table)} AS r WHERE r.id = ${sqlParameter('id')}`,
  )
  const names = nodes.map((node) => writeExpression(node))
  const indexesOf = (of: string) => context.lists.indexesUsed(tableOf(context, of), compiled.sql)
  const plan: CompiledFactsPlan = { entity, names, nodes, compiled, indexesOf }
  return plan
}

/** Values that need no record at hand. `policies`: what the reader may see; without them all data is seen. Inputs name records by their ids. */
export function compileValuesPlan(
  context: StatementContext,
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
  const names = nodes.map((node) => writeExpression(node))
  const pace = policies === undefined ? {} : { pace: { slowRuns: 0, patience: LEAST_SLOW_RUNS } }
  const plan: CompiledFactsPlan = { entity: '', names, nodes, compiled, indexesOf: () => [], ...pace }
  return plan
}

/** Computes the facts of a record. If the record does not exist, every value is empty. */
export async function runFacts(
  executor: Executor,
  plan: FactsPlan,
  id: string,
  bindings: Bindings,
): Promise<readonly Value[]> {
  const { nodes, compiled } = plan as CompiledFactsPlan
  if (nodes.length === 0) return []
  const row = await compiled.get(executor, bindings, { id })
  return nodes.map((node, position) => fromStoredValue(row?.[position] ?? null, node.type))
}

/** Milliseconds that a reading may hold up others; what takes longer begins anew on a thread of its own. */
const QUICK = 3
/**
 * So many of its next runs go there at once: few at first, since on a busy machine a quick one may look long, and four times as
 * many each time. What is quick again halves them.
 */
const LEAST_SLOW_RUNS = 2
const MOST_SLOW_RUNS = 128

export interface ValuesReader {
  readonly quick: QuickReader
  readonly slow: SlowReader
}

/** Within the time and the bytes that a reading may take: at once where it is quick, otherwise on a thread of its own. */
export async function readValuesApart(
  { quick, slow }: ValuesReader,
  plan: FactsPlan,
  bindings: Bindings,
): Promise<readonly Value[]> {
  const { nodes, compiled, pace } = plan as CompiledFactsPlan
  if (nodes.length === 0) return []
  const row = (await readQuickly(quick, compiled, pace, bindings)) ?? (await compiled.slowly(slow, bindings))[0]
  return nodes.map((node, position) => fromStoredValue(row?.[position] ?? null, node.type))
}

/** Undefined: it takes longer, or did so lately. A thread costs a tenth of a millisecond, more than most readings take. */
async function readQuickly(
  quick: QuickReader,
  compiled: CompiledStatement,
  pace: Pace | undefined,
  bindings: Bindings,
): Promise<SqlRow | undefined> {
  if (pace === undefined) return undefined
  if (pace.slowRuns > 0) {
    pace.slowRuns -= 1
    return undefined
  }
  try {
    const row = await compiled.quickly(quick, bindings, QUICK)
    pace.patience = Math.max(LEAST_SLOW_RUNS, pace.patience / 2)
    return row
  } catch (error) {
    if (!(error instanceof ReadingTooLong)) throw error
    pace.slowRuns = pace.patience
    pace.patience = Math.min(MOST_SLOW_RUNS, 4 * pace.patience)
    return undefined
  }
}
