// Records of a model in SQLite, and the values that printed expressions have there.
import { DatabaseSync } from 'node:sqlite'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import {
  bindExpressionParameter,
  fromStoredValue,
  toStoredValue,
} from '../../../../server/storage/expressions/expression-value.ts'
import { sqliteDialect } from '../../../../server/storage/sqlite/sqlite-dialect.ts'
import { registerFunctions } from '../../../../server/storage/sqlite/expression-functions.ts'
import type { TestModel } from '../sample-schema.ts'
import { sampleModel } from '../sample-schema.ts'
import type { Ask } from './printing.ts'
import { compileForSqlite, linksOf, queryFor } from './printing.ts'
import type { Records } from './random-records.ts'

const COLUMN_TYPES: { readonly [kind: string]: string } = {
  boolean: 'INTEGER',
  integer: 'INTEGER',
  decimal: 'INTEGER',
  duration: 'ANY',
  number: 'REAL',
}

export class SqliteRecords {
  /** Bounded as the product's own connections are. */
  private readonly database = new DatabaseSync(':memory:', { limits: { exprDepth: 500, compoundSelect: 50 } })
  private model: TestModel = sampleModel

  constructor() {
    registerFunctions((name, run, length) => {
      const byLength = [
        () => run(),
        (a: never) => run(a),
        (a: never, b: never) => run(a, b),
        (a: never, b: never, c: never) => run(a, b, c),
        (a: never, b: never, c: never, d: never) => run(a, b, c, d),
        (a: never, b: never, c: never, d: never, e: never) => run(a, b, c, d, e),
      ]
      this.database.function(name, { deterministic: true }, byLength[length] as () => null)
    })
  }

  /** Loads the records in place of those that were there. */
  load(model: TestModel, records: Records): void {
    for (const entity of Object.keys(this.model.fields)) {
      for (const field of linksOf(this.model, entity)) this.database.exec(`DROP TABLE IF EXISTS "${entity}_${field}"`)
      this.database.exec(`DROP TABLE IF EXISTS "${entity}"`)
    }
    this.model = model
    for (const [entity, fields] of Object.entries(model.fields)) {
      const columns = Object.entries(fields).map(([field, type]) => `"${field}" ${COLUMN_TYPES[type.kind] ?? 'TEXT'}`)
      this.database.exec(`CREATE TABLE "${entity}" (${columns.join(', ')}) STRICT`)
      for (const field of linksOf(model, entity))
        this.database.exec(`CREATE TABLE "${entity}_${field}" (source TEXT, target TEXT) STRICT`)
      for (const record of records[entity] ?? []) this.insert(entity, record)
    }
  }

  private insert(entity: string, record: RecordValue): void {
    const fields = Object.entries(this.model.fields[entity] ?? {})
    const values = fields.map(([field, type]) => toStoredValue(readValue(record[field] ?? null, type), type))
    this.database.prepare(`INSERT INTO "${entity}" VALUES (${fields.map(() => '?').join(', ')})`).run(...values)
    for (const field of linksOf(this.model, entity)) {
      for (const target of (record[field] as readonly string[] | undefined) ?? [])
        this.database.prepare(`INSERT INTO "${entity}_${field}" VALUES (?, ?)`).run(record.id, target)
    }
  }

  /** The value of the expression; of a condition, the ids of the records that meet it. */
  ask(ask: Ask, node: Node, scope: Scope): Value {
    const compiled = compileForSqlite(queryFor(ask, node, this.model, scope.this?.id ?? null, sqliteDialect))
    const bound = compiled.parameters.map((value) => bindExpressionParameter(value, scope) ?? null)
    const rows = this.database.prepare(compiled.sql).all(...bound)
    return ask === 'rows that meet the condition'
      ? rows.map((row) => String(row['v']))
      : fromStoredValue(rows[0]?.['v'], node.type)
  }

  close(): void {
    this.database.close()
  }
}
