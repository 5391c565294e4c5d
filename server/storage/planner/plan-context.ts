// Declares the context of query plans, and compiles SQL into statements that run with bindings.
import type { Scope } from '#shared/expressions/scope.ts'
import type { Model } from '#shared/model/model.ts'
import { binderOf, scopeOfBindings } from './bind-parameters.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import type { Places } from '../schema/catalogue.ts'
import type { Executor, SqlValue, SqlRow } from '../executor.ts'
import type { ListEngine } from './list-engine.ts'
import { isSqlParameter } from '../sql-parameter.ts'
import type { Sql } from '../sql.ts'
import type { Bindings } from '../query-plans.ts'

export type { Sql }

export interface SlowReader {
  /**
   * `by`: the person that it is read for, null: nobody who is known. Rejects with `StorageBusy` when too many wait already,
   * and with `ReadingTooLong` or `TooManyFound` when the statement was ended.
   */
  all(
    sql: string,
    parameters: readonly SqlValue[],
    by: string | null,
    options?: SlowReadOptions,
  ): Promise<readonly SqlRow[]>
}

export interface SlowReadOptions {
  /** Largest size of the result in bytes, as in a `Statement`. */
  readonly mostBytes?: number | undefined
  /** The number of rows after which an engine may end that plans by another number. */
  readonly mostRows?: number | undefined
  /**
   * Whether it may take the time that a walk through all rows of an entity takes: what a dashboard counts can't be narrowed
   * down by those who look at it.
   */
  readonly isUnhurried?: boolean
}

/** Reads that are ended when they take long, so that they hold up others for some milliseconds at most. */
export interface QuickReader {
  /** Rejects with `ReadingTooLong` after so many milliseconds. */
  get(sql: string, parameters: readonly SqlValue[], milliseconds: number): Promise<SqlRow | undefined>
}

/** Everything that is needed to write a statement. */
export interface StatementContext {
  readonly model: Model
  readonly places: Places
  readonly dialect: StorageDialect
  /** A name for a row that this plan does not use yet. */
  readonly fresh: () => string
}

export interface PlanContext extends StatementContext {
  /** Runs reading plans, on the last committed state. */
  readonly reader: Executor
  /** Runs plans that may take long. */
  readonly slow: SlowReader
  readonly lists: ListEngine
}

export function createPlanContext<T extends Omit<StatementContext, 'fresh'>>(context: T): T & StatementContext {
  let count = 0
  return { ...context, fresh: () => `a${(count += 1)}` }
}

/** Values of one run that are not bindings, by parameter: the limit, a cursor's keys, a search. */
export type RunValues = { readonly [parameter: string]: SqlValue }

export interface CompiledStatement {
  all(executor: Executor, bindings: Bindings, values?: RunValues, mostBytes?: number): Promise<readonly SqlRow[]>
  get(executor: Executor, bindings: Bindings, values?: RunValues): Promise<SqlRow | undefined>
  quickly(quick: QuickReader, bindings: Bindings, milliseconds: number): Promise<SqlRow | undefined>
  slowly(
    slow: SlowReader,
    bindings: Bindings,
    values?: RunValues,
    options?: SlowReadOptions,
  ): Promise<readonly SqlRow[]>
  readonly sql: string
}

/** Compiles once; the engine prepares the statement at its first run, and keeps it as long as it has room. */
export function compileSql(context: Pick<StatementContext, 'model'>, builder: Sql): CompiledStatement {
  const { sql, parameters } = builder.compile()
  let needsScope = false
  const binders = parameters.map((parameter): ((scope: Scope | undefined, values: RunValues) => SqlValue) => {
    if (!isSqlParameter(parameter)) return () => parameter as SqlValue
    const bind = binderOf(parameter)
    if (bind === undefined) return (_scope, values) => values[parameter.parameter] ?? null
    needsScope = true
    return (scope) => (scope === undefined ? null : bind(scope))
  })
  const bind = (bindings: Bindings, values: RunValues): SqlValue[] => {
    const scope = needsScope ? scopeOfBindings(context.model, bindings) : undefined
    return binders.map((binder) => binder(scope, values))
  }
  return {
    sql,
    all: (executor, bindings, values = {}, mostBytes) => executor.all(sql, bind(bindings, values), mostBytes),
    slowly: (slow, bindings, values = {}, options) => {
      // Visitors who are not signed in could keep a lane busy from as many addresses as they like.
      const isUnhurried = options?.isUnhurried === true && bindings.me !== null
      const by = bindings.me?.id ?? bindings.address ?? null
      return slow.all(sql, bind(bindings, values), by, { ...options, isUnhurried })
    },
    get: (executor, bindings, values = {}) => executor.get(sql, bind(bindings, values)),
    quickly: (quick, bindings, milliseconds) => quick.get(sql, bind(bindings, {}), milliseconds),
  }
}

/** About how many bytes a plan takes that is made of these. As measured: of its pieces, binders and keys each character takes about forty. */
export function weightOf(...pieces: readonly Sql[]): number {
  return 40 * pieces.reduce((sum, piece) => sum + piece.compile().sql.length, 0)
}

/** The text and the values of a piece of SQL that runs once. */
export function bindSql(
  context: Pick<StatementContext, 'model'>,
  builder: Sql,
  bindings: Bindings,
): { readonly sql: string; readonly parameters: readonly SqlValue[] } {
  const { sql, parameters } = builder.compile()
  const scope = scopeOfBindings(context.model, bindings)
  return {
    sql,
    parameters: parameters.map((value) =>
      isSqlParameter(value) ? (binderOf(value)?.(scope) ?? null) : (value as SqlValue),
    ),
  }
}
