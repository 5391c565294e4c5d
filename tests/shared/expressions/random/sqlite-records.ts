// Records of the sample schema in SQLite, and the values that printed expressions have there.
import { DatabaseSync } from 'node:sqlite'
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { registerFunctions } from '../../../server/storage/expressions/sqlite-functions.ts'
import type { Sql, SqlContext } from '../../../server/storage/expressions/expression-sql-place.ts'
import { printExpression } from '../../../server/storage/expressions/expression-sql.ts'
import { bindExpressionParameter, fromStoredValue, toStoredValue } from '../../../server/storage/expressions/expression-value.ts'
import type { Records } from './random-records.ts'
import { FIELDS } from './sample-schema.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** `row`: the alias under which the record at hand is a row, if it is one. */
export function sampleContext(row?: string): SqlContext {
  let aliases = 0
  return {
    table: (entity) => sql.raw(`"${entity}"`),
    column: (_entity, field, alias) => sql.raw(`${alias}."${field}"`),
    link: (entity, field) =>
      isLink(FIELDS[entity]?.[field])
        ? { table: sql.raw(`"${entity}_${field}"`), owner: 'source', target: 'target' }
        : undefined,
    fresh: () => `a${++aliases}`,
    ...(row === undefined ? {} : { this: row }),
  }
}

export function compileSql(query: Sql): { readonly sql: string; readonly parameters: readonly unknown[] } {
  return query.compile(compiler)
}

function isLink(type: Type | undefined): boolean {
  return type?.kind === 'set' && type.of.kind === 'record'
}

function linksOf(entity: string): readonly string[] {
  return Object.entries(FIELDS[entity] ?? {}).flatMap(([field, type]) => (isLink(type) ? [field] : []))
}

export class SampleDatabase {
  /** Bounded as the product's own connections are. */
  private readonly database = new DatabaseSync(':memory:', { limits: { exprDepth: 500, compoundSelect: 50 } })

  constructor() {
    registerFunctions((name, run, length) => {
      const byLength = [
        () => run(),
        (a: never) => run(a),
        (a: never, b: never) => run(a, b),
        (a: never, b: never, c: never) => run(a, b, c),
        (a: never, b: never, c: never, d: never) => run(a, b, c, d),
      ]
      this.database.function(name, { deterministic: true }, byLength[length] as () => null)
    })
    const kinds: { readonly [kind: string]: string } = {
      boolean: 'INTEGER',
      integer: 'INTEGER',
      decimal: 'INTEGER',
      duration: 'INTEGER',
      number: 'REAL',
    }
    for (const [entity, fields] of Object.entries(FIELDS)) {
      const columns = Object.entries(fields).map(([field, type]) => `"${field}" ${kinds[type.kind] ?? 'TEXT'}`)
      this.database.exec(`CREATE TABLE "${entity}" (${columns.join(', ')}) STRICT`)
      for (const field of linksOf(entity))
        this.database.exec(`CREATE TABLE "${entity}_${field}" (source TEXT, target TEXT) STRICT`)
    }
  }

  load(records: Records): void {
    for (const [entity, all] of Object.entries(records)) {
      for (const field of linksOf(entity)) this.database.exec(`DELETE FROM "${entity}_${field}"`)
      this.database.exec(`DELETE FROM "${entity}"`)
      for (const record of all) this.insert(entity, record)
    }
  }

  private insert(entity: string, record: RecordValue): void {
    const fields = Object.entries(FIELDS[entity] ?? {})
    const values = fields.map(([field, type]) =>
      record[field] === null ? null : toStoredValue(readValue(record[field], type), type),
    )
    this.database.prepare(`INSERT INTO "${entity}" VALUES (${fields.map(() => '?').join(', ')})`).run(...values)
    for (const field of linksOf(entity)) {
      for (const target of (record[field] as readonly string[] | undefined) ?? [])
        this.database.prepare(`INSERT INTO "${entity}_${field}" VALUES (?, ?)`).run(record.id, target)
    }
  }

  /** The value of the expression where the record at hand is a row, or where its fields are bound. */
  valueOf(node: Node, scope: Scope, as: 'row' | 'bound'): Value {
    const value = printExpression(node, sampleContext(as === 'row' ? 'r' : undefined))
    const query =
      as === 'row'
        ? sql`SELECT ${value} AS v FROM "Item" AS r WHERE r.id = ${scope.this?.id ?? null}`
        : sql`SELECT ${value} AS v`
    return fromStoredValue(this.rows(query, scope)[0], node.type)
  }

  /** The records for which the condition is met. */
  idsWhere(node: Node, scope: Scope): readonly unknown[] {
    return this.rows(
      sql`SELECT r.id AS v FROM "Item" AS r WHERE ${printExpression(node, sampleContext('r'))} ORDER BY r.id`,
      scope,
    )
  }

  private rows(query: Sql, scope: Scope): readonly unknown[] {
    const compiled = compileSql(query)
    const bound = compiled.parameters.map(
      (value) => bindExpressionParameter(value, scope) ?? (typeof value === 'object' ? null : (value as string)),
    )
    return this.database
      .prepare(compiled.sql)
      .all(...bound)
      .map((row) => row['v'])
  }

  close(): void {
    this.database.close()
  }
}
