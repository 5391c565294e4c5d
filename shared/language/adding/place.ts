// Finds where in a document new text belongs, so that no line that is there changes.
import type { Block, Document, Part, PointNumber, Section, Table } from '../../document/document.ts'
import { POINT_TITLES } from '../../document/point-titles.ts'
import { isColumn, plainWord, readHeadedTable } from '../../points/reading/read-headed-table.ts'
import type { TableShape } from '../../points/reading/read-headed-table.ts'
import { separateAsides } from '../../points/separate-asides.ts'
import { writeRow } from '../../text/table-row.ts'
import type { TextEdit } from '../../text/text-edits.ts'
import { isNone, isNotShown } from '../../text/written-values.ts'
import { table } from './markdown.ts'

export interface Rows {
  /** Kinds of tables that the place may hold, the more special ones first. */
  readonly shapes: readonly TableShape[]
  readonly shape: TableShape
  /** Text of the cells by column. The first row has all columns that a new table gets. */
  readonly rows: readonly { readonly [column: string]: string }[]
}

type Holder = Pick<Section | Part, 'blocks' | 'parts' | 'heading'>

/** Adds rows to the last table of the point that has room for them, or makes one. */
export function placeRows(document: Document, point: PointNumber, rows: Rows): TextEdit {
  const section = sectionOf(document, point)
  if (section === undefined) return placeBlock(document, point, newTable(rows))
  const holders = [section, ...separateAsides(section).rest.parts]
  const found = holders.flatMap(({ blocks }) => tableFor(blocks, rows) ?? [])[0]
  if (found !== undefined) return addRows(document, found, rows)
  return placeInPoint(document, section, newTable(rows), lastOf(section.blocks)?.span.end)
}

/** Adds rows to a table below one heading of a point, or makes one there. */
export function placeRowsBelow(document: Document, part: Part, rows: Rows): TextEdit {
  const found = tableFor(part.blocks, rows)
  if (found !== undefined) return addRows(document, found, rows)
  return insertBehind(document.text, lastOf(part.blocks)?.span.end ?? part.heading.span.end, newTable(rows))
}

/** Puts text with headings of its own behind those of the point, and before its examples and questions. */
export function placeBlock(document: Document, point: PointNumber, block: string): TextEdit {
  const section = sectionOf(document, point)
  if (section === undefined) return placePoint(document, point, block)
  const { rest } = separateAsides(section)
  const last = lastOf(rest.parts)
  return placeInPoint(document, section, block, last === undefined ? lastOf(section.blocks)?.span.end : endOf(last))
}

/** Puts an example behind all that its point has. */
export function placeExample(document: Document, point: PointNumber, block: string): TextEdit {
  const section = sectionOf(document, point)
  return section === undefined
    ? placePoint(document, point, block)
    : placeInPoint(document, section, block, endOf(section))
}

export function sectionOf({ sections }: Document, point: PointNumber): Section | undefined {
  return sections.find((each) => each.point === point)
}

/** `not shown.` and `none.` give way to what is known now. */
function placeInPoint({ text }: Document, section: Section, block: string, end: number | undefined): TextEdit {
  const said = section.blocks.find(
    (each) => each.kind === 'prose' && (isNotShown(each.markdown) || isNone(each.markdown)),
  )
  if (said !== undefined) return { span: said.span, text: block }
  return insertBehind(text, end ?? section.heading.span.end, block)
}

/** A point that is missing is made before the next one. */
export function placePoint({ text, sections }: Document, point: PointNumber, block: string): TextEdit {
  const whole = `## ${point}. ${POINT_TITLES[point]}\n\n${block}\n`
  const next = sections.find((each) => each.point > point)
  if (next === undefined) return insertBehind(text, text.length, whole.trimEnd())
  const start = text.lastIndexOf('\n', next.heading.span.start - 1) + 1
  return { span: { start, end: start }, text: `${whole}\n` }
}

export function insertBehind(text: string, offset: number, block: string): TextEdit {
  const lineEnd = text.indexOf('\n', offset)
  if (lineEnd < 0) {
    const start = text.length
    const isBlank = text.endsWith('\n') || text === ''
    return { span: { start, end: start }, text: `${isBlank ? '\n' : '\n\n'}${block}\n` }
  }
  const start = lineEnd + 1
  const isBlankBelow = start === text.length || /^[ \t\r]*(?:\n|$)/.test(text.slice(start, start + 100))
  return { span: { start, end: start }, text: `\n${block}\n${isBlankBelow ? '' : '\n'}` }
}

function tableFor(blocks: readonly Block[], { shapes, shape, rows }: Rows): Table | undefined {
  const needed = new Set(rows.flatMap((each) => Object.keys(each).filter((column) => each[column] !== '')))
  return blocks.findLast((block): block is Table => {
    if (block.kind !== 'table') return false
    const headers = headersOf(block)
    const found = readHeadedTable(block, shapes, NOBODY_LISTENS)
    return found?.shape === shape && [...needed].every((column) => headers.some((header) => isColumn(header, column)))
  })
}

const NOBODY_LISTENS = { point: 1, entities: [], report: () => {}, unknown: () => {} } as const

function headersOf({ header }: Table): readonly string[] {
  return header.cells.map(({ text }) => plainWord(text.value))
}

function addRows({ text }: Document, found: Table, { rows }: Rows): TextEdit {
  const headers = headersOf(found)
  const lineStart = text.lastIndexOf('\n', Math.max(0, found.span.end - 1)) + 1
  const margin = /^[ \t>]*/.exec(text.slice(lineStart, found.span.end))?.[0] ?? ''
  const lines = rows.map((values) =>
    writeRow(
      headers.map((header) => values[Object.keys(values).find((column) => isColumn(header, column)) ?? ''] ?? ''),
    ),
  )
  const newline = text.indexOf('\n', found.span.end)
  const start = newline < 0 ? text.length : newline
  return { span: { start, end: start }, text: lines.map((line) => `\n${margin}${line}`).join('') }
}

function newTable({ rows }: Rows): string {
  const columns = Object.keys(rows[0] ?? {})
  return table(
    columns,
    rows.map((values) => columns.map((column) => values[column] ?? '')),
  )
}

/** The end of what is read; a comment behind it is not. */
export function endOf({ blocks, parts, heading }: Holder): number {
  const last = lastOf(parts)
  return last === undefined ? (lastOf(blocks)?.span.end ?? heading.span.end) : endOf(last)
}

function lastOf<T>(list: readonly T[]): T | undefined {
  return list.at(-1)
}
