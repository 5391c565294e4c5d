// Builds full-text search: each word begins a word in a field that the actor may read.
import { sql } from '../../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { hasIdeographs } from '#shared/expressions/functions/search-text.ts'
import { sqlParameter } from '../../sql-parameter.ts'
import type { StatementContext, RunValues, Sql } from '../../planner/plan-context.ts'
import { condition } from '../../planner/record-sql.ts'
import { fieldPolicyOf, tableOf } from '../../planner/plan-lookup.ts'
import { CONDITIONS_AT_MOST, readSearchedWords } from '../../search-words.ts'
import { searchablePlaces, searchTable } from '../../searched-places.ts'
import { searchedText } from '../full-text.ts'
import type { Search } from '../../planner/list-engine.ts'
import type { Connection } from '../connection.ts'
import { WORDS } from '../sqlite-words.ts'
import { MOST_LOOKED_UP, wordsBegunWith } from './begun-words.ts'
import type { ReadShape } from '../../query-plans.ts'

/** Columns that are searched, by the name of the parameter of their match; empty: every one that there is. */
type MatchedColumns = ReadonlyMap<string, readonly string[]>

/** Undefined where the reader may see no field that is searched. */
export function searchOf(
  connection: Connection,
  context: StatementContext,
  shape: ReadShape,
  row: string,
): Search | undefined {
  const table = tableOf(context, shape.policy.entity)
  const entity = context.model.entities.get(shape.policy.entity)
  const always: string[] = []
  const sometimes = new Map<Node, string[]>()
  const places = entity ? searchablePlaces(entity, table) : []
  for (const place of places) {
    const when = fieldPolicyOf(shape.policy, place.field)
    if (when === true) always.push(place.name ?? '')
    else if (when !== false) sometimes.set(when, [...(sometimes.get(when) ?? []), place.name ?? ''])
  }
  const conditions = [...sometimes].slice(0, CONDITIONS_AT_MOST)
  const all = [...always, ...conditions.flatMap(([, columns]) => columns)]
  if (all.length === 0) return undefined

  // Where a word may stand in any column, the index is not asked in which it stands: an eighth of a search's time.
  const limitedTo = (names: readonly string[]): readonly string[] => (names.length === places.length ? [] : names)
  const columns = new Map<string, readonly string[]>([['match', limitedTo(all)]])
  const search = searchTable(table)
  const matching = (name: string): Sql =>
    sql`${sql.raw(`${row}.row IN (SELECT rowid FROM ${search} WHERE ${search} MATCH `)}${sqlParameter(name)})`
  const inTexts = (names: readonly string[]): Sql =>
    sql`holds_words(${sqlParameter('words')}, ${sqlParameter('near')}, ${sql.raw(names.map((name) => textOf(name)).join(', '))})`
  const textOf = (name: string): string => {
    const place = places.find((each) => each.name === name)
    return entity && place ? searchedText(entity, place, `${row}.${name}`) : `${row}.${name}`
  }
  const cases: Sql[] = []
  const casesInTexts: Sql[] = []
  for (const [position, subset] of subsets(conditions).entries()) {
    const seen = [...always, ...subset.flatMap(([, names]) => names)]
    if (seen.length === 0) continue
    columns.set(`match.${position}`, limitedTo(seen))
    const met = subset.map(([node]) => sql`${condition(context, node, row)} AND `)
    cases.push(sql`(${sql.join(met, sql.raw(''))}${matching(`match.${position}`)})`)
    casesInTexts.push(sql`(${sql.join(met, sql.raw(''))}${inTexts(seen)})`)
  }
  const isSeen = conditions.length === 0 ? sql.raw('') : sql` AND (${sql.join(cases, sql.raw(' OR '))})`
  const inRow = conditions.length === 0 ? inTexts(all) : sql`(${sql.join(casesInTexts, sql.raw(' OR '))})`
  // The index does not know which word follows which.
  const isInOrder = sql`${isSeen} AND (${sqlParameter('phrases')} = 0 OR ${inRow})`
  return {
    from: sql.raw(`${search} AS s`),
    rowNumber: 's.rowid',
    matches: sql`${sql.raw(`${row}.row = s.rowid AND s.${search} MATCH `)}${sqlParameter('match')}${isInOrder}`,
    condition: sql`${matching('match')}${isInOrder}`,
    inTexts: inRow,
    valuesOf: (text, near) =>
      matchValues(columns, text, near, (beginning) => wordsBegunWith(connection, table, beginning)),
  }
}

/**
 * The text as full-text queries; undefined when there is no word in it. Its words are quoted, so that nothing in them is syntax.
 * `near`: a typing error is forgiven. Words that are one letter away stand beside each, whatever they may be: 20 to 90 ms among 100,000 records.
 */
function matchValues(
  columns: MatchedColumns,
  text: string,
  near: boolean,
  endingsOf: (beginning: string) => readonly string[] | undefined,
): RunValues | undefined {
  const found = readSearchedWords(WORDS, text, near)
  if (found === undefined) return undefined
  const { query, searched, words: read } = found
  const quoted = searched.map((word, at) => {
    const { parts = [], near: others } = read[at] ?? {}
    if (others !== undefined) return `(${others.map((each) => begin(each)).join(' OR ')})`
    const [last, ...before] = parts.toReversed()
    const whole = last === undefined || at >= MOST_LOOKED_UP ? undefined : endingsOf(last)
    const ended = whole === undefined ? begin(last ?? word) : `(${whole.map(quote).join(' OR ')})`
    return `(${[...before.map(quote), ended].join(' AND ')})`
  })
  const wanted = quoted.join(' AND ')
  const matches = [...columns].map(([name, names]) => [
    name,
    names.length === 0 ? wanted : `{${names.join(' ')}} : (${wanted})`,
  ])
  const phrases = read.some(({ parts }) => parts.length > 1) ? 1 : 0
  return { ...Object.fromEntries(matches), words: query, near: near ? 1 : 0, phrases }
}

function quote(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}

function begin(word: string): string {
  return `${quote(word)}*`
}

/**
 * A word of one character begins words in most records, and no index is kept of such beginnings: 29 ms among 100,000
 * records. Two of them that follow each other, as ideographs do, may be apart in most.
 */
export function isBroadSearch(text: string): boolean {
  return /(?:^|\s)\S(?:\s|$)/u.test(text) || hasIdeographs(text)
}

function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (found, item) => [...found, ...found.map((subset) => [...subset, item])],
    [[]],
  )
}
