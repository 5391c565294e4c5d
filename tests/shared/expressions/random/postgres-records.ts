// Records of a model in PostgreSQL, and the values that printed expressions have there: many of them by one statement.
import type { Client, CustomTypesConfig } from 'pg'
import { types } from 'pg'
import { sql } from '../../../../server/storage/sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { Sql } from '../../../../server/storage/expressions/dialect.ts'
import { fromStoredValue, toStoredValue } from '../../../../server/storage/expressions/expression-value.ts'
import {
  bindForPostgres,
  inPostgresList,
  postgresDialect,
  postgresType,
} from '../../../../server/storage/postgres/postgres-dialect.ts'
import { installFunctions, installTimeZone } from '../../../../server/storage/postgres/functions/install-functions.ts'
import { runIn } from '../../../../server/storage/postgres/run-statement.ts'
import type { TestModel } from '../sample-schema.ts'
import { sampleModel } from '../sample-schema.ts'
import type { Ask } from './printing.ts'
import { compileForPostgres, linksOf, queryFor } from './printing.ts'
import type { Records } from './random-records.ts'
import { TIME_ZONES } from './random-records.ts'

export interface Question {
  readonly ask: Ask
  readonly node: Node
  readonly scope: Scope
}

/** Numbers beyond what is exact stay texts inside of JSON. */
const TYPES: CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof types.getTypeParser>[0]) =>
    oid === types.builtins.JSONB
      ? (text: string) => JSON.parse(text, readExactly) as unknown
      : (types.getTypeParser(oid) as (text: string) => unknown),
}

function readExactly(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value
}

/** Asked at once, as many as make a statement of some size. */
const QUESTIONS_PER_STATEMENT = 60

export class PostgresRecords {
  private readonly client: Client
  private model: TestModel = sampleModel

  constructor(client: Client) {
    this.client = client
  }

  async install(): Promise<void> {
    const run = runIn(this.client)
    await installFunctions(run)
    for (const zone of [...TIME_ZONES, 'nowhere']) await installTimeZone(run, zone)
    await run(`SET statement_timeout = '60s'`)
  }

  /** Loads the records in place of those that were there. */
  async load(model: TestModel, records: Records): Promise<void> {
    const statements: string[] = []
    for (const entity of Object.keys(this.model.fields)) {
      for (const field of linksOf(this.model, entity)) statements.push(`DROP TABLE IF EXISTS "${entity}_${field}"`)
      statements.push(`DROP TABLE IF EXISTS "${entity}"`)
    }
    this.model = model
    for (const [entity, fields] of Object.entries(model.fields)) {
      // PLAIN spares each table another one for its long texts.
      const columns = Object.entries(fields).map(([field, type]) => `"${field}" ${postgresType(type)} STORAGE PLAIN`)
      statements.push(`CREATE TABLE "${entity}" (${columns.join(', ')})`)
      const all = records[entity] ?? []
      const rows = all.map((record) =>
        Object.entries(fields).map(([field, type]) => {
          const stored = toStoredValue(readValue(record[field] ?? null, type), type, inPostgresList)
          return `${write(stored)}::${postgresType(type)}`
        }),
      )
      if (rows.length > 0) statements.push(`INSERT INTO "${entity}" VALUES ${rows.map(writeRow).join(', ')}`)
      for (const field of linksOf(model, entity)) {
        statements.push(`CREATE TABLE "${entity}_${field}" (source text, target text)`)
        const pairs = all.flatMap((record) =>
          (record[field] as readonly string[]).map((target) => [write(record.id), write(target)]),
        )
        if (pairs.length > 0)
          statements.push(`INSERT INTO "${entity}_${field}" VALUES ${pairs.map(writeRow).join(', ')}`)
      }
    }
    await this.client.query(statements.join(';\n'))
  }

  /** Returns the result of each question. An error in place of a value is a text. */
  async ask(questions: readonly Question[]): Promise<readonly unknown[]> {
    const answers: unknown[] = []
    for (let from = 0; from < questions.length; from += QUESTIONS_PER_STATEMENT)
      answers.push(...(await this.askAtOnce(questions.slice(from, from + QUESTIONS_PER_STATEMENT))))
    return answers
  }

  /** One that fails would take the others with it: then each is asked by itself. */
  private async askAtOnce(questions: readonly Question[]): Promise<readonly unknown[]> {
    try {
      const queries = questions.map((question) => this.queryOf(question))
      const columns = queries.map((query, index) => sql`(${query}) AS ${sql.raw(`q${index}`)}`)
      const bound = queries.flatMap((query, index) => bind(query, (questions[index] as Question).scope))
      const text = compileForPostgres(sql`SELECT ${sql.join(columns)}`).sql
      const { rows } = await this.client.query<{ [column: string]: unknown }>({ text, values: bound, types: TYPES })
      return questions.map(({ ask, node }, index) => {
        const value = rows[0]?.[`q${index}`]
        return ask === 'rows that meet the condition' ? value : fromStoredValue(value, node.type)
      })
    } catch (error) {
      const [only] = questions
      if (questions.length === 1 && only) return [error instanceof Error ? error : String(error)]
      const answers: unknown[] = []
      for (const question of questions) answers.push(...(await this.askAtOnce([question])))
      return answers
    }
  }

  private queryOf({ ask, node, scope }: Question): Sql {
    const query = queryFor(ask, node, this.model, scope.this?.id ?? null, postgresDialect)
    return ask === 'rows that meet the condition'
      ? sql`SELECT coalesce(jsonb_agg(v ORDER BY v COLLATE "C"), '[]') FROM (${query}) AS met`
      : query
  }
}

function bind(query: Sql, scope: Scope): readonly Value[] {
  return compileForPostgres(query).parameters.map((value) => bindForPostgres(value, scope) ?? null)
}

function writeRow(values: readonly string[]): string {
  return `(${values.join(', ')})`
}

function write(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
