// Plans the facts of a decision: what it needs from other records, in one query over one record.
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'
import type { EntityTable } from '../schema/catalogue.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression as writeExpression } from '#shared/expressions/print-expression.ts'
import type { Value } from '#shared/expressions/value.ts'
import { actorSql, documentSql, documentSqlOfDeleted } from './condition-sql.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { Executor, SqlRow } from '../executor.ts'
import { ReadingTooLong } from '../storage-error.ts'
import { fromStoredValue } from '../expressions/expression-value.ts'
import { sqlParameter } from '../sql-parameter.ts'
import type { FactInMemory } from './facts-in-memory.ts'
import { factsInMemory } from './facts-in-memory.ts'
import { compileSql } from './plan-context.ts'
import type {
  CompiledStatement,
  PlanContext,
  QuickReader,
  RunValues,
  SlowReader,
  StatementContext,
} from './plan-context.ts'
import { tableOf } from './plan-lookup.ts'
import type { Bindings, FactsPlan } from '../query-plans.ts'

interface CompiledFactsPlan extends FactsPlan {
  readonly nodes: readonly Node[]
  readonly compiled: CompiledStatement
  /** The statement over the values of the row that was inserted last, by the names of its columns: the row is not looked for. */
  readonly ofInserted: CompiledStatement | undefined
  /** How memory knows the facts of a row that was just inserted, where it can know all of them. */
  readonly inMemory?: readonly FactInMemory[] | undefined
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
  const table = tableOf(context, entity)
  const compiled = compileSql(
    context,
    sql`SELECT ${values} FROM ${sql.raw(table.table)} AS r WHERE r.id = ${sqlParameter('id')}`,
  )
  const names = nodes.map((node) => writeExpression(node))
  const indexesOf = (of: string) => context.lists.indexesUsed(tableOf(context, of), compiled.sql)
  const inserted = insertedRow(context, table, compiled.sql)
  const ofInserted = inserted && compileSql(context, sql`SELECT ${values} FROM (SELECT ${inserted}) AS r`)
  const inMemory = factsInMemory(context.model, entity, nodes)
  const plan: CompiledFactsPlan = { entity, names, nodes, compiled, ofInserted, indexesOf, inMemory }
  return plan
}

/** The columns of a row that a statement looks at, as they were inserted. Undefined: the engine has no name for such a row. */
function insertedRow({ dialect }: PlanContext, { table, fields }: EntityTable, statement: string): Sql | undefined {
  const { rowInsertedLast, typed } = dialect.tables
  if (rowInsertedLast === undefined) return undefined
  const read = new Set([...statement.matchAll(/\br\.(\w+)/g)].map(([, name]) => name))
  const given = [...fields.values()].flatMap(({ name, column }) =>
    name === undefined ? [] : [[name, sql`${sqlParameter(name)}${sql.raw(typed(column))}`] as const],
  )
  const ofSystem = [rowInsertedLast(table), 'CAST(NULL AS text)', 'CAST(NULL AS text)'].map((value) => sql.raw(value))
  const all = [...given, ...['row', 'trashed_at', 'trashed_with'].map((name, at) => [name, ofSystem[at]] as const)]
  const columns = all.flatMap(([name, value]) =>
    value !== undefined && read.has(name) ? [sql`${value}${sql.raw(` AS ${name}`)}`] : [],
  )
  return columns.length === 0 ? sql.raw('1') : sql.join(columns)
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
  const statements = { compiled, ofInserted: undefined }
  const plan: CompiledFactsPlan = { entity: '', names, nodes, ...statements, indexesOf: () => [], ...pace }
  return plan
}

/** Gives how memory knows the facts of a row that was just inserted; undefined where the engine has to be asked. */
export function knownInMemory(plan: FactsPlan): readonly FactInMemory[] | undefined {
  return (plan as CompiledFactsPlan).inMemory
}

/** Computes the facts of a record. If the record does not exist, every value is empty. `inserted`: gives its columns, where it is the row that was inserted last. */
export async function runFacts(
  executor: Executor,
  plan: FactsPlan,
  id: string,
  bindings: Bindings,
  inserted?: () => RunValues | undefined,
): Promise<readonly Value[]> {
  const { nodes, compiled, ofInserted } = plan as CompiledFactsPlan
  if (nodes.length === 0) return []
  const given = ofInserted === undefined ? undefined : inserted?.()
  const row =
    given === undefined || ofInserted === undefined
      ? await compiled.get(executor, bindings, { id })
      : await ofInserted.get(executor, bindings, given)
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
