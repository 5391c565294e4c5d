// Reads the file of an import as the person may: its table, the fields of its columns, and how each is read.
import { refuseUngranted } from '#shared/decisions/6-roles-write-permission.ts'
import { readingOf } from '#shared/decisions/8-errors.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { chooseLocale } from '#shared/text/choose-locale.ts'
import type { ColumnMap, ImportBody, ImportColumn, ImportSample } from '#shared/protocol/import.ts'
import { entityNamed, nothingGranted, policyOf } from '../../policy/policy.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { decideFormats } from './decide-formats.ts'
import type { ReadColumn } from './import-columns.ts'
import { countNamed, importColumns } from './import-columns.ts'
import { quoteCell } from './quote-cell.ts'
import { readCell } from './read-cell.ts'
import type { FileChoice } from './table/read-table.ts'
import type { ImportRow } from './table/table-cell.ts'
import { isBlankCell, shownText } from './table/table-cell.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'

export interface ImportFileRequest extends FileChoice {
  readonly bytes: Buffer
  /** A unique field, or `id`: rows of records that exist change these. */
  readonly match?: string | undefined
  readonly columns?: ColumnMap | undefined
  /** BCP 47, of the reader, the preferred one first. */
  readonly languages?: readonly string[] | undefined
}

export interface PreparedColumn extends ReadColumn {
  /** How its cells are read. */
  readonly reading: Reading
}

export interface PreparedImport {
  readonly entity: Entity
  readonly rows: readonly ImportRow[]
  /** Those that are read, in the order in which the cells of a row stand. */
  readonly columns: readonly PreparedColumn[]
  /** Description of the file and its columns that goes into an answer. */
  readonly described: Pick<ImportBody, 'rows' | 'file' | 'columns'>
}

/** How many cells of a column an answer shows. */
const SHOWN_SAMPLES = 5

export async function prepareImport(
  { current }: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  request: ImportFileRequest,
): Promise<PreparedImport> {
  const { running } = current
  const { model } = running
  const entity = entityNamed(model, name)
  const policy = policyOf(running, actorContext.actor).entity(name)
  const imports = policy.verb('import')
  const { match, columns: map = {}, languages = [] } = request
  if (imports.grants.length === 0) {
    if (actorContext.actor.person === null) throw nothingGranted(model, actorContext.actor)
    throw new Refused(refuseUngranted(model, imports, undefined))
  }
  // Rows create plainly: a step asks for more than a row has.
  if (policy.create.grants.length === 0 && policy.update.grants.length === 0)
    throw new Refused(refuseUngranted(model, policy.create, undefined))
  if (match !== undefined && match !== 'id' && !(isKey(entity.fields.get(match)) && policy.read.readable.has(match)))
    throw refused('no_match', { field: match })
  const granted = new Set([...policy.create.fields, ...policy.update.fields])
  const writable = new Set([...granted].filter((field) => imports.fields.has(field)))
  const known = new Set([...granted, ...policy.read.readable])
  let found: readonly ReadColumn[] = []
  // With what reads encodings, commas and archives: most starts are not for an import.
  const { readTable } = await import('./table/read-table.ts')
  const { language } = model.settings
  const table = await readTable(request.bytes, request, {
    mostRows: model.settings.recordsPerImport,
    language: languages[0] ?? language,
    countNamed: (cells) => countNamed(entity, cells, known, map),
    chooseColumns: (headings) => {
      found = importColumns(entity, headings, { writable, known, match, map })
      return found.filter(isRead).map(({ position }) => position - 1)
    },
  })
  const read = found.filter(isRead)
  const locale = chooseLocale(language, languages)
  const reading = readingOf(model, actorContext.now, locale)
  const decisions = decideFormats(
    read.flatMap(({ reads, choice }) => (reads ? [{ field: reads, choice }] : [])),
    table.rows,
    { separator: table.file.separator, locale, reading },
  )
  const columns = read.map((column, at): PreparedColumn => {
    const { format, question } = decisions[at] ?? {}
    const { decidedBy: _decidedBy, ...decided } = format ?? { decidedBy: undefined }
    return {
      ...column,
      ...(format === undefined ? {} : { format }),
      ...(question === undefined ? {} : { question }),
      reading: { ...reading, ...decided },
    }
  })
  const byPosition = new Map(columns.map((column, at) => [column.position, { column, at }]))
  const unnamed = table.headings
    .slice(found.length)
    .map((heading, at): ReadColumn => ({ position: found.length + at + 1, heading, leftOut: 'unknown' }))
  const described = [...found, ...unnamed].map((each): ImportColumn => {
    const own = byPosition.get(each.position)
    return own === undefined ? describeColumn(each) : withSamples(model, own.column, table.rows, own.at)
  })
  return {
    entity,
    rows: table.rows,
    columns,
    described: { rows: table.rows.length, file: table.file, columns: described },
  }
}

/** Refuses to write what could be read in two ways, or where there is nothing to write. */
export function requireWritable({ columns, described }: PreparedImport): void {
  if (!columns.some(({ writes }) => writes)) {
    const headings = described.columns.map(({ heading }) => heading).slice(0, 20)
    throw refused('no_column_to_import', { headings: quoteCell(headings.join(', ')) })
  }
}

export function requireDecided({ columns }: PreparedImport): void {
  const undecided = columns.find(({ question }) => question !== undefined)
  if (undecided?.question === undefined) return
  const { heading, position, question } = undecided
  const { text, line, answers } = question
  throw refused('column_undecided', {
    column: heading === '' ? `#${position}` : quoteCell(heading),
    text,
    line,
    one: answers[0]?.shown ?? '',
    other: answers[1]?.shown ?? '',
  })
}

function isRead({ reads }: ReadColumn): boolean {
  return reads !== undefined
}

function describeColumn(column: ReadColumn): ImportColumn {
  const { writes: _writes, reads: _reads, choice: _choice, ...described } = column
  return { ...described, heading: quoteCell(column.heading) }
}

function withSamples(model: Model, column: PreparedColumn, rows: readonly ImportRow[], at: number): ImportColumn {
  const { reading, ...described } = column
  const samples: ImportSample[] = []
  for (const { line, cells } of rows) {
    const cell = cells[at]
    if (cell === undefined || isBlankCell(cell)) continue
    samples.push({ line, text: quoteCell(shownText(cell)), ...sampleOf(model, column, cell, reading) })
    if (samples.length === SHOWN_SAMPLES) break
  }
  return { ...describeColumn(described), samples }
}

function sampleOf(
  model: Model,
  { reads: field }: ReadColumn,
  cell: Parameters<typeof readCell>[1],
  reading: Reading,
): Pick<ImportSample, 'shown' | 'problem'> {
  if (field === undefined) return {}
  const isError = typeof cell !== 'string' && cell.is === 'error'
  if (field.type.kind === 'relation' && !isError) return {}
  if (field.name.identifier === 'id') return { shown: quoteCell(shownText(cell)) }
  const read = readCell(field, cell, reading)
  if ('error' in read) {
    return {
      problem: wordForReader(model, makeRefusal<string>(read.error.name, read.error.values, read.error), false).message,
    }
  }
  const { value } = read
  if (value === null) return {}
  const coerced =
    typeof cell !== 'string' && cell.is === 'json' ? fieldType(field.type.kind).coerce(value, field.type) : { value }
  if ('problem' in coerced) return { problem: shownText(cell) }
  return { shown: quoteCell(fieldType(field.type.kind).print(coerced.value, field.type, reading)) }
}
