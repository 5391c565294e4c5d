// What every plan is compiled with, and how a built piece of SQL becomes a statement that runs with bindings.
import type { Scope } from '#shared/expressions/scope.ts'
import type { Model } from '#shared/model/model.ts'
import { binderOf, scopeOf } from './bindings.ts'
import type { Places } from '../schema/catalogue.ts'
import type { Bound, Connection, Row } from '../connection.ts'
import type { SlowReader } from '../slow/slow-reader.ts'
import { isParameter } from '../parameter.ts'
import type { Sql } from '../sql.ts'
import type { Bindings } from '../storage.ts'

export type { Sql }

export interface Planning {
  readonly model: Model
  readonly places: Places
  /** Where reading plans run. */
  readonly connection: Connection
  /** Where those run that may take long. */
  readonly slow: Pick<SlowReader, 'all'>
  /** A name for a row that this plan does not use yet. */
  readonly fresh: () => string
}

export function startPlanning(planning: Omit<Planning, 'fresh'>): Planning {
  let count = 0
  return { ...planning, fresh: () => `a${(count += 1)}` }
}

/** Values of one run that are not bindings, by parameter: the limit, a cursor's keys, a search. */
export type RunValues = { readonly [parameter: string]: Bound }

export interface Compiled {
  all(connection: Connection, bindings: Bindings, values?: RunValues, mostBytes?: number): readonly Row[]
  get(connection: Connection, bindings: Bindings, values?: RunValues): Row | undefined
  slowly(slow: Planning['slow'], bindings: Bindings, values?: RunValues, mostBytes?: number): Promise<readonly Row[]>
  readonly sql: string
}

/** Compiles once; the statement is prepared at its first run on a connection, which keeps it as long as it has room. */
export function compileSql(planning: Pick<Planning, 'model'>, builder: Sql): Compiled {
  const { sql, parameters } = builder.compile()
  let needsScope = false
  const binders = parameters.map((parameter): ((scope: Scope | undefined, values: RunValues) => Bound) => {
    if (!isParameter(parameter)) return () => parameter as Bound
    const bind = binderOf(parameter)
    if (bind === undefined) return (_scope, values) => values[parameter.parameter] ?? null
    needsScope = true
    return (scope) => (scope === undefined ? null : bind(scope))
  })
  const bind = (bindings: Bindings, values: RunValues): Bound[] => {
    const scope = needsScope ? scopeOf(planning.model, bindings) : undefined
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
  planning: Pick<Planning, 'model'>,
  builder: Sql,
  bindings: Bindings,
): { readonly sql: string; readonly parameters: readonly Bound[] } {
  const { sql, parameters } = builder.compile()
  const scope = scopeOf(planning.model, bindings)
  return {
    sql,
    parameters: parameters.map((value) => (isParameter(value) ? (binderOf(value)?.(scope) ?? null) : (value as Bound))),
  }
}
