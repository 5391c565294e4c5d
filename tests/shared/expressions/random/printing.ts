// Prints expressions as SQL for tables that are named as the entities of a model.
import type { Node } from '#shared/expressions/node.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Dialect, Sql } from '../../../../server/storage/expressions/dialect.ts'
import type { SqlContext } from '../../../../server/storage/expressions/expression-sql.ts'
import { conditionToSql, expressionToSql } from '../../../../server/storage/expressions/expression-sql.ts'
import { sqliteDialect } from '../../../../server/storage/sqlite/sqlite-dialect.ts'
import { sql } from '../../../../server/storage/sql.ts'
import type { TestModel } from '../sample-schema.ts'

export interface Compiled {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export type Compile = (query: Sql) => Compiled

export const compileForSqlite: Compile = (query) => query.compile()
export const compileForPostgres: Compile = (query) => query.compile((position) => `$${position}`)

/** `row`: the alias under which the record at hand is a row, if it is one. */
export function contextOf(model: TestModel, row?: string, dialect: Dialect = sqliteDialect): SqlContext {
  let aliases = 0
  return {
    dialect,
    table: (entity) => sql.raw(`"${entity}"`),
    column: (_entity, field, alias) => sql.raw(`${alias}."${field}"`),
    link: (entity, field) =>
      isLink(model.fields[entity]?.[field])
        ? { table: sql.raw(`"${entity}_${field}"`), owner: 'source', target: 'target' }
        : undefined,
    fresh: () => `a${++aliases}`,
    ...(row === undefined ? {} : { this: row }),
  }
}

export type Ask = 'record as a row' | 'record bound' | 'rows that meet the condition'

/** The query for the value `v` of an expression, or for the records for which it is met. */
export function queryFor(ask: Ask, node: Node, model: TestModel, id: string | null, dialect: Dialect): Sql {
  const here = sql.raw(`"${model.here}"`)
  const context = contextOf(model, ask === 'record bound' ? undefined : 'r', dialect)
  const value = (ask === 'rows that meet the condition' ? conditionToSql : expressionToSql)(node, context)
  switch (ask) {
    case 'record as a row':
      return sql`SELECT ${value} AS v FROM ${here} AS r WHERE r.id = ${id === null ? sql`NULL` : sql.lit(id)}`
    case 'record bound':
      return sql`SELECT ${value} AS v`
    case 'rows that meet the condition':
      return sql`SELECT r.id AS v FROM ${here} AS r WHERE ${value} ORDER BY r.id`
  }
}

export function isLink(type: Type | undefined): boolean {
  return type?.kind === 'set' && type.of.kind === 'record'
}

export function linksOf(model: TestModel, entity: string): readonly string[] {
  return Object.entries(model.fields[entity] ?? {}).flatMap(([field, type]) => (isLink(type) ? [field] : []))
}
