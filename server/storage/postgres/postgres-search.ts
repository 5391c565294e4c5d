// Keeps the words of searched records on PostgreSQL, and builds the conditions that look for them.
//
//   f1 (row, c2, c3, words)   c2: " printer jams", the words of the field in their order; words: all of them, indexed
//
// The index finds records that have the words anywhere; the texts decide, of the fields that the reader sees.
import { searchText } from '#shared/expressions/functions/search-text.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { CommandExecutor, Executor, SqlValue } from '../executor.ts'
import type { Search } from '../planner/list-engine.ts'
import type { RunValues, Sql, StatementContext } from '../planner/plan-context.ts'
import { fieldPolicyOf, tableOf } from '../planner/plan-lookup.ts'
import { condition } from '../planner/record-sql.ts'
import type { ReadShape } from '../query-plans.ts'
import type { EntityTable, FieldPlace, Places } from '../schema/catalogue.ts'
import type { SchemaObject, SearchObjects, RowValues } from '../schema/schema-objects.ts'
import { CONDITIONS_AT_MOST, readSearchedWords } from '../search-words.ts'
import type { SearchedWord, Words } from '../search-words.ts'
import { FOLDING, isSequencePlace, searchablePlaces, searchedSequence, searchTable } from '../searched-places.ts'
import { sql } from '../sql.ts'
import { sqlParameter } from '../sql-parameter.ts'
import { rowInsertedLast, TEXT_COLUMN } from './postgres-tables.ts'

type Split = Words['split']

/** Characters of a word in the index, whose entries are limited; a query asks for fewer. */
const LONGEST_INDEXED = 400
/**
 * The newest records that a search looks through before it asks the index, which gives all that match, to be sorted: a word of
 * one record in a hundred is found among them, and one that is rarer is not in many.
 */
const LOOKED_THROUGH = 2_000
/** Records that are read at once when an index is filled. */
const FILLED_AT_ONCE = 500

function objectsOf(entity: Entity, table: EntityTable): readonly SchemaObject[] {
  const names = namesOf(searchablePlaces(entity, table))
  if (names.length === 0) return []
  const name = searchTable(table)
  const columns = names.map((column) => `${column} ${TEXT_COLUMN}`).join(', ')
  const numbered = searchablePlaces(entity, table).filter((place) => isSequencePlace(entity, place))
  const definition = `CREATE TABLE ${name} /* ${[...namesOf(numbered), FOLDING].join(', ')} */ (row bigint PRIMARY KEY, ${columns}, words tsvector NOT NULL); CREATE INDEX ${name}_words ON ${name} USING gin (words)`
  return [{ name, kind: 'table', definition }]
}

/** All texts of a record are written together. */
function neededBeside({ entities }: Model, table: EntityTable, written: RowValues): readonly string[] {
  const entity = entities.get(table.entity)
  const names = entity ? namesOf(searchablePlaces(entity, table)) : []
  return names.some((name) => written.has(name)) ? names.filter((name) => !written.has(name)) : []
}

async function follow(
  split: Split,
  executor: CommandExecutor,
  { entities }: Model,
  table: EntityTable,
  id: string | null,
  written: RowValues,
): Promise<void> {
  const entity = entities.get(table.entity)
  const places = entity ? searchablePlaces(entity, table) : []
  if (entity === undefined || !places.some(({ name }) => written.has(name))) return
  const texts = places.map(({ name }) => written.get(name))
  await executor.post(...wordsInto(split, entity, table, id === null ? 'inserted' : 'id', id, texts))
}

/** Gives the statement that puts the words of a record into its search table, and its values. */
function wordsInto(
  split: Split,
  entity: Entity,
  table: EntityTable,
  key: 'id' | 'row' | 'inserted',
  value: SqlValue,
  texts: readonly unknown[],
): readonly [sql: string, values: readonly SqlValue[]] {
  const places = searchablePlaces(entity, table)
  const names = namesOf(places)
  const words = places.map((place, at) => wordsOf(split, entity, place, texts[at]))
  const indexed = new Set(words.flat().map((word) => word.slice(0, LONGEST_INDEXED)))
  const columns = [...names, 'words'].join(', ')
  const sets = [...names, 'words'].map((name) => `${name} = excluded.${name}`).join(', ')
  const given = [...names.map(() => '?'), 'array_to_tsvector(?::text[])'].join(', ')
  const into = `INSERT INTO ${searchTable(table)} (row, ${columns})`
  const values = [...words.map((each) => each.map((word) => ` ${word}`).join('')), arrayOf([...indexed])]
  if (key === 'inserted') return [`${into} VALUES (${rowInsertedLast(table.table)}, ${given})`, values]
  return [
    `${into} SELECT row, ${given} FROM ${table.table} WHERE ${key} = ? ON CONFLICT (row) DO UPDATE SET ${sets}`,
    [...values, value],
  ]
}

function wordsOf(split: Split, entity: Entity, place: FieldPlace, text: unknown): readonly string[] {
  if (typeof text !== 'string') return []
  return split(isSequencePlace(entity, place) ? searchedSequence(text) : searchText(text))
}

async function forget(executor: Executor, { entities }: Model, table: EntityTable, id: string): Promise<void> {
  const entity = entities.get(table.entity)
  if (entity === undefined || searchablePlaces(entity, table).length === 0) return
  const row = `SELECT row FROM ${table.table} WHERE id = ?`
  await executor.run(`DELETE FROM ${searchTable(table)} WHERE row = (${row})`, [id])
}

/** Words are taken out of texts in JavaScript, so a new index is filled from here. */
async function fill(split: Split, executor: Executor, model: Model, places: Places, isChanged: boolean): Promise<void> {
  for (const table of places.values()) {
    const entity = model.entities.get(table.entity)
    const names = entity ? namesOf(searchablePlaces(entity, table)) : []
    if (entity === undefined || names.length === 0) continue
    const search = searchTable(table)
    if (isChanged) await executor.run(`DELETE FROM ${search}`, [])
    const missing = `SELECT row, ${names.join(', ')} FROM ${table.table} AS r WHERE row > ? AND NOT EXISTS (SELECT 1 FROM ${search} AS s WHERE s.row = r.row) ORDER BY row LIMIT ${FILLED_AT_ONCE}`
    for (let last = 0; ;) {
      const rows = await executor.all(missing, [last])
      for (const [row, ...texts] of rows)
        await executor.run(...wordsInto(split, entity, table, 'row', Number(row), texts))
      if (rows.length < FILLED_AT_ONCE) break
      last = Number(rows.at(-1)?.[0])
    }
  }
}

/** `split`: takes the words out of texts. */
export function searchObjects({ split }: Words): SearchObjects {
  return {
    objectsOf,
    noteInserted: () => undefined,
    indexWaiting: () => Promise.resolve(),
    neededBeside,
    follow: (executor, ...about) => follow(split, executor, ...about),
    forget,
    fill: (executor, ...about) => fill(split, executor, ...about),
  }
}

/** Undefined where the reader may see no field that is searched. */
export function postgresSearchOf(
  words: Words,
  context: StatementContext,
  shape: ReadShape,
  row: string,
): Search | undefined {
  const table = tableOf(context, shape.policy.entity)
  const entity = context.model.entities.get(shape.policy.entity)
  const always: string[] = []
  const sometimes = new Map<Node, string[]>()
  for (const place of entity ? searchablePlaces(entity, table) : []) {
    const when = fieldPolicyOf(shape.policy, place.field)
    if (when === true) always.push(place.name ?? '')
    else if (when !== false) sometimes.set(when, [...(sometimes.get(when) ?? []), place.name ?? ''])
  }
  const conditions = [...sometimes].slice(0, CONDITIONS_AT_MOST)
  const all = [...always, ...conditions.flatMap(([, names]) => names)].map((name) => sql.raw(`s.${name}`))
  if (all.length === 0) return undefined
  const search = searchTable(table)
  const holds = (texts: readonly Sql[]): Sql => {
    const text = sql`concat_ws(E'\\n', ${sql.join(texts)})`
    return sql`(${text} LIKE ALL (${sqlParameter('phrases')}::text[]) AND ${text} ~ ALL (${sqlParameter('others')}::text[]))`
  }
  const found = sql`s.words @@ ${sqlParameter('match')}::tsquery AND ${holds(all)}`
  const seen = [
    ...always.map((name) => sql.raw(`s.${name}`)),
    ...conditions.map(
      ([node, names]) =>
        sql`CASE WHEN ${condition(context, node, row)} THEN ${sql.raw(`concat_ws(E'\\n', ${names.map((name) => `s.${name}`).join(', ')})`)} END`,
    ),
  ]
  const inRow = sql`EXISTS (SELECT 1 FROM ${sql.raw(`${search} AS s WHERE s.row = ${row}.row`)} AND ${holds(seen)})`
  const isSeen = conditions.length === 0 ? sql.raw('') : sql` AND ${inRow}`
  return {
    from: sql.raw(`${search} AS s`),
    rowNumber: 's.row',
    newestFrom: (beyond) => {
      const within = beyond === undefined ? sql.raw('') : sql` WHERE ${beyond}`
      return sql`(SELECT * FROM ${sql.raw(`${search} AS s`)}${within} ORDER BY s.row DESC LIMIT ${sql.lit(LOOKED_THROUGH)}) AS s`
    },
    matches: sql`${sql.raw(`${row}.row = s.row`)} AND ${found}${isSeen}`,
    condition: sql`${sql.raw(`${row}.row IN (SELECT s.row FROM ${search} AS s`)} WHERE ${found})${isSeen}`,
    inTexts: inRow,
    valuesOf: (text, near) => searchValues(words, text, near),
  }
}

/** Words hold letters and numbers only: nothing in them is syntax. */
function searchValues(words: Words, text: string, near: boolean): RunValues | undefined {
  const read = readSearchedWords(words, text, near)?.words
  if (read === undefined) return undefined
  const exact = read.filter((word) => word.near === undefined && word.parts.length > 0)
  const others = read.flatMap((word) => word.near ?? []).length === 0 ? [] : read.filter(({ near: each }) => each)
  return {
    match: read.map(queryOf).filter(Boolean).join(' & '),
    phrases: arrayOf(exact.map(({ parts }) => `% ${parts.join(' ')}%`)),
    others: arrayOf(others.map(({ near: each = [] }) => ` (${each.join('|')})`)),
  }
}

function queryOf({ parts, near }: SearchedWord): string {
  if (near !== undefined) return `(${near.map((word) => `'${word}':*`).join(' | ')})`
  return parts.map((word, at) => (at === parts.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ')
}

function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text}"`).join(',')}}`
}

function namesOf(places: readonly FieldPlace[]): readonly string[] {
  return places.map(({ name }) => name ?? '')
}
