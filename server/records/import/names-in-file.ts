// Looks up the records that the cells of a file name by their fields, those of many cells at once.
import { isId } from '#shared/fields/relation.ts'
import type { Field } from '#shared/model/model.ts'
import { quote } from '#shared/expressions/syntax/print-syntax.ts'
import { LONGEST_NAME } from '../export/name-to-read.ts'
import { LONGEST_FILTER } from '../read/filter.ts'
import { findRecords } from '../read/find-records.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { nameAs } from './naming-fields.ts'
import type { PreparedColumn } from './prepare-import.ts'
import { namesIn } from './rows-of-file.ts'
import type { ImportRow } from './table/table-cell.ts'

/** Gives the ids of the records of which one of these fields is the text, read as that field reads it; where there are several, at least two. */
export type LookUpName = (entity: string, fields: readonly Field[], text: string) => Promise<readonly string[]>

/** Most records of a look. Some texts of a full page may have more than it shows: then each is looked up by itself. */
const PAGE = 200

type Ids = ReadonlyMap<string, readonly string[]>

/**
 * Looks up each text once. A look walks through the entity where one of its fields has no index: so the texts of the rows that
 * follow are looked up with it, as many as a filter holds.
 */
export function makeNameLookUp(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { columns, rows }: { readonly columns: readonly PreparedColumn[]; readonly rows: readonly ImportRow[] },
): LookUpName {
  const found = new Map<string, Map<string, readonly string[]>>()
  const ahead = new Map<string, Iterator<string, undefined>>()

  const findNamed = async (entity: string, fields: readonly Field[], texts: ReadonlySet<string>): Promise<Ids> => {
    const filter = filterFor(fields, texts)
    const shown = ['id', ...fields.map(({ name }) => name.identifier)].join(',')
    const request = { filter, fields: shown, limit: PAGE, count: false }
    const { items, next } = await findRecords(dependencies, actorContext, entity, request)
    const [first = ''] = texts
    if (next !== null && texts.size > 1) return findNamed(entity, fields, new Set([first]))
    const records = items.map((item) => JSON.parse(item) as { readonly id: string; readonly [field: string]: unknown })
    const byValue = fields.map((field) => Map.groupBy(records, (record) => record[field.name.identifier]))
    const idsOf = (text: string): readonly string[] => {
      const called = fields.flatMap((field, at) => byValue[at]?.get(nameAs(field, text)) ?? [])
      return [...new Set(called.map(({ id }) => id))]
    }
    return new Map([...texts].map((text) => [text, idsOf(text)]))
  }
  return async (entity, fields, text) => {
    const known = found.get(entity) ?? new Map<string, readonly string[]>()
    found.set(entity, known)
    if (fields.length === 0) return []
    if (!known.has(text)) {
      const following = ahead.get(entity) ?? namesOf(entity, columns, rows)
      ahead.set(entity, following)
      const texts = takeTexts(text, fields, following, (each) => known.has(each))
      for (const [each, ids] of await findNamed(entity, fields, texts)) known.set(each, ids)
    }
    return known.get(text) ?? []
  }
}

/** Takes as many of the texts that follow as fit into a filter with the first. */
function takeTexts(
  first: string,
  fields: readonly Field[],
  following: Iterator<string, undefined>,
  isKnown: (text: string) => boolean,
): ReadonlySet<string> {
  const texts = new Set([first])
  let { length } = filterFor(fields, texts)
  // What fits no more is looked up when its row comes.
  for (let next = following.next(); next.done !== true; next = following.next()) {
    if (isKnown(next.value)) continue
    const more = fields.map((field) => wordFor(field, next.value).length + BETWEEN.length)
    length += more.reduce((sum, each) => sum + each)
    if (length > LONGEST_FILTER) break
    texts.add(next.value)
  }
  return texts
}

const BETWEEN = ', '

function wordFor(field: Field, text: string): string {
  return quote(nameAs(field, text))
}

function filterFor(fields: readonly Field[], texts: ReadonlySet<string>): string {
  const listFor = (field: Field): string => [...texts].map((text) => wordFor(field, text)).join(BETWEEN)
  return fields.map((field) => `${field.name.identifier} in [${listFor(field)}]`).join(' or ')
}

/** Lists what the cells call records of an entity, in the order of the rows. */
function* namesOf(
  entity: string,
  columns: readonly PreparedColumn[],
  rows: readonly ImportRow[],
): Generator<string, undefined> {
  for (const { cells } of rows)
    for (const [at, { writes }] of columns.entries())
      if (writes?.type.kind === 'relation' && writes.type.entity === entity)
        for (const text of namesIn(writes, cells[at] ?? '')) if (isName(text)) yield text
  return undefined
}

function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && !isId(text)
}
