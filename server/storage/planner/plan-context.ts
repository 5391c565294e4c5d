// Declares the context of query plans, and compiles SQL into statements that run with bindings.
import type { Scope } from '#shared/expressions/scope.ts'
import type { Model } from '#shared/model/model.ts'
import { binderOf, scopeOfBindings } from './bind-parameters.ts'
import type { Dialect } from '../expressions/dialect.ts'
import type { Places } from '../schema/catalogue.ts'
import type { SqlValue, Connection, SqlRow } from '../connection.ts'
import type { Words } from '../search-words.ts'
import { isSqlParameter } from '../sql-parameter.ts'
import type { Sql } from '../sql.ts'
import type { Bindings } from '../query-plans.ts'

export type { Sql }

export interface SlowReader {
  /**
   * `by`: the person that it is read for, null: nobody who is known. Rejects with `StorageBusy` when too many wait already,
   * and with `ReadingTooLong` or `TooManyFound` when the statement was ended.
   */
  all(sql: string, parameters: readonly SqlValue[], by: string | null, mostBytes?: number): Promise<readonly SqlRow[]>
}

export interface PlanContext {
  readonly model: Model
  readonly places: Places
  readonly dialect: Dialect
  /** Connection on which reading plans run. */
  readonly connection: Connection
  /** Threads in which plans run that may take long. */
  readonly slow: SlowReader
  /** Splits what is searched into words, as the full-text index does. */
  readonly words: Words
  /** A name for a row that this plan does not use yet. */
  readonly fresh: () => string
}

export function createPlanContext(context: Omit<PlanContext, 'fresh'>): PlanContext {
  let count = 0
  return { ...context, fresh: () => `a${(count += 1)}` }
}

/** Values of one run that are not bindings, by parameter: the limit, a cursor's keys, a search. */
export type RunValues = { readonly [parameter: string]: SqlValue }

export interface CompiledStatement {
  all(connection: Connection, bindings: Bindings, values?: RunValues, mostBytes?: number): readonly SqlRow[]
  get(connection: Connection, bindings: Bindings, values?: RunValues): SqlRow | undefined
  slowly(
    slow: PlanContext['slow'],
    bindings: Bindings,
    values?: RunValues,
    mostBytes?: number,
  ): Promise<readonly SqlRow[]>
  readonly sql: string
}

/** Compiles once; the statement is prepared at its first run on a connection, which keeps it as long as it has room. */
export function compileSql(context: Pick<PlanContext, 'model'>, builder: Sql): CompiledStatement {
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
    all: (connection, bindings, values = {}, mostBytes) =>
      connection.prepare(sql).all(bind(bindings, values), mostBytes),
    slowly: (slow, bindings, values = {}, mostBytes) =>
      slow.all(sql, bind(bindings, values), bindings.me?.id ?? bindings.address ?? null, mostBytes),
    get: (connection, bindings, values = {}) => connection.prepare(sql).get(bind(bindings, values)),
  }
}

/** About how many bytes a plan takes that is made of these. As measured: of its pieces, binders and keys each character takes about forty. */
export function weightOf(...pieces: readonly Sql[]): number {
  return 40 * pieces.reduce((sum, piece) => sum + piece.compile().sql.length, 0)
}

/** The text and the values of a piece of SQL that runs once. */
export function bindSql(
  context: Pick<PlanContext, 'model'>,
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
