// Finds migration conflicts: the rows that stand against a document, with examples.
import { sayPhrase } from '#shared/text/phrase.ts'
import { migrateValue } from '#shared/fields/migrate-value.ts'
import { fromColumn } from '#shared/fields/stored-value.ts'
import type { Field } from '#shared/model/model.ts'
import type { Executor, SqlValue } from '../executor.ts'
import type { MigrationConflict } from '../storage.ts'
import type { StorageDialect } from '../storage-dialect.ts'
import { columnName, pairsName, tableName } from './catalogue.ts'
import type { Catalogue, FieldEntry } from './catalogue.ts'

interface CheckSubject {
  /** Number of the entity. */
  readonly entity: number
  readonly sentence: (rows: number) => string
  /**
   * Line of the document that the rows conflict with, or none where their entity or field is no longer in the
   * document.
   */
  readonly line?: number
  /** Name of what the document deletes where somebody confirms it. */
  readonly deletes?: string
  /** The field whose value is in question; of a hidden one the value is not shown. */
  readonly shown?: FieldEntry
}

/** A condition in SQL on the rows that stand in the way; nothing may come. */
export interface RowCheck extends CheckSubject {
  readonly where: string
  readonly parameters?: readonly SqlValue[]
}

/** Every value of a field must fit another declaration of it; the field's kind says which do. */
export interface ValueCheck extends CheckSubject {
  /** BCP 47: the language of the document, in which it says what is wrong with a value. */
  readonly language: string
  readonly known: FieldEntry
  readonly to: Field
}

const SHOWN_ROWS = 5
const SHOWN_CHARACTERS = 60
const ROWS_AT_ONCE = 1_000

/** A question about the values that lie in a field now, for the line that declares it anew. */
export function aboutField(
  known: FieldEntry,
  field: Field,
): { readonly entity: number; readonly shown: FieldEntry; readonly line: number } {
  const shape = field.limits.hidden ? { ...known.shape, secret: true as const } : known.shape
  return { entity: known.entity, shown: { ...known, shape }, line: field.cite.line }
}

/** `catalogue`: of the tables as they are at this moment. */
export async function findConflicts(
  executor: Executor,
  catalogue: Catalogue,
  check: RowCheck,
): Promise<readonly MigrationConflict[]> {
  const from = `FROM ${tableName(check.entity)} WHERE ${check.where}`
  const rows = Number((await executor.get(`SELECT count(*) ${from}`, check.parameters ?? []))?.[0] ?? 0)
  if (rows === 0) return []
  const value = valueSql(check.shown)
  const found = await executor.all(
    `SELECT id, ${titleSql(catalogue, check.entity)}, ${value} ${from} ORDER BY row LIMIT ${SHOWN_ROWS}`,
    check.parameters ?? [],
  )
  const examples = found.map(([id, title, stored]) => exampleOf(id, title, check.shown, stored))
  return [{ ...saidOf(check, rows), rows, examples }]
}

/** The rows whose value has no form under the new declaration, in the trash too. */
export async function findValueConflicts(
  executor: Executor,
  dialect: StorageDialect,
  catalogue: Catalogue,
  check: ValueCheck,
): Promise<readonly MigrationConflict[]> {
  let rows = 0
  const examples: MigrationConflict['examples'][number][] = []
  for await (const { id, title, stored, value } of valuesOf(
    executor,
    dialect,
    check.known,
    titleSql(catalogue, check.entity),
  )) {
    const fit = migrateValue(value, check.to)
    if ('value' in fit) continue
    rows += 1
    if (rows <= SHOWN_ROWS)
      examples.push({ ...exampleOf(id, title, check.shown, stored), problem: sayPhrase(fit.problem, check.language) })
  }
  return rows === 0 ? [] : [{ ...saidOf(check, rows), rows, examples }]
}

function saidOf(
  { sentence, line, deletes }: CheckSubject,
  rows: number,
): Pick<MigrationConflict, 'sentence' | 'line' | 'deletes'> {
  return {
    sentence: sentence(rows),
    ...(line === undefined ? {} : { line }),
    ...(deletes === undefined ? {} : { deletes }),
  }
}

/** The values that are there, in JSON form, in the order of the rows. */
export async function* valuesOf(
  executor: Executor,
  dialect: StorageDialect,
  field: FieldEntry,
  title = 'NULL',
): AsyncGenerator<{
  readonly row: number
  readonly id: SqlValue
  readonly title: unknown
  readonly stored: unknown
  readonly value: unknown
}> {
  const table = tableName(field.entity)
  const { column } = field.shape
  const isSet = column.form === 'set'
  const stored = isSet ? dialect.relatedIds(pairsName(field.number), `${table}.id`) : columnName(field.number)
  const sql = `SELECT row, id, ${title}, ${stored} FROM ${table} WHERE row > ? AND ${hasValue(field)} ORDER BY row LIMIT ${ROWS_AT_ONCE}`
  let last = -1
  for (;;) {
    const rows = await executor.all(sql, [last])
    for (const [row, id, name, found] of rows) {
      last = Number(row)
      const value = isSet ? (JSON.parse(String(found)) as unknown) : fromColumn(found, column)
      yield { row: last, id: String(id), title: name, stored: found, value }
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** Condition on rows that have a value in the field; an empty list is none. */
export function hasValue({ number, entity, shape }: FieldEntry): string {
  const column = columnName(number)
  switch (shape.column.form) {
    case 'set':
      return `EXISTS (SELECT 1 FROM ${pairsName(number)} AS p WHERE p.source = ${tableName(entity)}.id)`
    case 'json':
      return shape.family === 'json' ? `${column} IS NOT NULL` : `(${column} IS NOT NULL AND ${column} <> '[]')`
    default:
      return `${column} IS NOT NULL`
  }
}

/** Names a record to people without its document, which may be gone: its first text or number. */
function titleSql(catalogue: Catalogue, entity: number): string {
  const isName = ({ column, family, target, words, secret }: FieldEntry['shape']): boolean =>
    column.form === 'text' && family === 'text' && target === undefined && words === undefined && secret !== true
  const first = catalogue.fields.find((field) => field.entity === entity && field.present && isName(field.shape))
  return first === undefined ? 'NULL' : columnName(first.number)
}

function valueSql(shown: FieldEntry | undefined): string {
  return shown === undefined || shown.shape.column.form === 'set' ? 'NULL' : columnName(shown.number)
}

function exampleOf(
  id: unknown,
  title: unknown,
  shown: FieldEntry | undefined,
  stored: unknown,
): MigrationConflict['examples'][number] {
  const isShown = shown !== undefined && shown.shape.secret !== true && shown.shape.column.form !== 'set'
  const value = isShown ? fromColumn(stored, shown.shape.column) : null
  return {
    id: String(id),
    ...(typeof title === 'string' ? { title: shorten(title) } : {}),
    ...(value === null ? {} : { value: typeof value === 'string' ? shorten(value) : value }),
  }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  const characters = [...line.slice(0, SHOWN_CHARACTERS * 2)]
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS - 1).join('')}…` : line
}
