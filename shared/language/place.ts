// Finds what stands at an offset of a document: a cell, a setting, code, and the headings above it.
import type { Block, Document, Part, PointNumber, Section, Table } from '../document/document.ts'
import { isExample } from '../points/examples/read-examples.ts'
import { isUnknownsHeading } from '../points/read-questions.ts'
import type { Span } from '../text/span.ts'
import { splitRow } from '../text/table-row.ts'

export interface Place {
  readonly point: PointNumber
  /** The text of the nearest heading of level 3. */
  readonly heading?: string
  /** The offset lies below `### Example: …` or `### Unknowns`. */
  readonly aside?: 'example' | 'questions'
  readonly kind: 'header' | 'cell' | 'setting' | 'text'
  /** Columns of a table, the column at hand, and the text of the row's cells, in lower case by column. */
  readonly columns: readonly string[]
  readonly column?: string
  readonly row: ReadonlyMap<string, string>
  /** Key of a setting, in lower case. */
  readonly key?: string
  /** Text of the cell, the setting or the line before the offset. */
  readonly before: string
  /** The expression before the offset, where it stands between backticks. */
  readonly code?: string
  /** The word at the offset, and the offsets where it begins and ends. */
  readonly word: string
  readonly span: Span
}

const NO_ROW: ReadonlyMap<string, string> = new Map()

/** Undefined outside the nine points. */
export function placeAt(document: Document, offset: number): Place | undefined {
  const section = document.sections.findLast(({ heading }) => heading.span.start <= offset)
  if (section === undefined) return undefined
  const { text } = document
  const line = lineAround(text, offset)
  const part = partAt(section, offset)
  const common = {
    point: section.point,
    ...(part === undefined ? {} : { heading: part.heading.text.value }),
    ...asideOf(innermost(part, offset)),
    ...wordAt(text, offset),
  }
  const table = tablesOf(part ?? section).find(({ span }) => touches(span, line))
  const before = text.slice(line.start, offset)
  if (table !== undefined && before.trimStart().startsWith('|'))
    return { ...common, ...inTable(table, line, text, offset) }
  const setting = /^\s*[-*+]\s+(?!\s)(?:([^:|`]{1,60}):\s?)?(.*)$/.exec(before)
  if (setting !== null) {
    const [, key, value = ''] = setting
    const kind = 'setting'
    return {
      ...common,
      kind,
      columns: [],
      row: NO_ROW,
      ...(key && { key: plain(key) }),
      before: value,
      ...codeIn(value),
    }
  }
  return { ...common, kind: 'text', columns: [], row: NO_ROW, before, ...codeIn(before) }
}

function inTable(
  table: Table,
  line: Span,
  text: string,
  offset: number,
): Pick<Place, 'kind' | 'columns' | 'column' | 'row' | 'before' | 'code'> {
  const columns = table.header.cells.map(({ text: cell }) => plain(cell.value))
  const cells = splitRow(text.slice(line.start, line.end))
  const earlier = splitRow(text.slice(line.start, offset))
  const column = columns[earlier.length - 1]
  const before = earlier.at(-1)?.trimStart() ?? ''
  const isHeader = touches(table.header.span, line)
  const row = new Map(columns.map((name, at) => [name, (cells[at] ?? '').trim()]))
  return {
    kind: isHeader ? 'header' : 'cell',
    columns,
    row,
    before,
    ...(column !== undefined && { column }),
    ...codeIn(before),
  }
}

function codeIn(before: string): { readonly code?: string } {
  const parts = before.split('`')
  return parts.length % 2 === 0 ? { code: parts.at(-1) ?? '' } : {}
}

function wordAt(text: string, offset: number): Pick<Place, 'word' | 'span'> {
  let start = offset
  let end = offset
  while (start > 0 && /\w/.test(text[start - 1] ?? '')) start--
  while (end < text.length && /\w/.test(text[end] ?? '')) end++
  return { word: text.slice(start, end), span: { start, end } }
}

/** The heading of level 3 below which the offset lies. */
function partAt(section: Section, offset: number): Part | undefined {
  return section.parts.findLast(({ heading }) => heading.span.start <= offset)
}

function innermost(part: Part | undefined, offset: number): Part | undefined {
  const inner = part?.parts.findLast(({ heading }) => heading.span.start <= offset)
  return inner === undefined ? part : innermost(inner, offset)
}

function asideOf(part: Part | undefined): Pick<Place, 'aside'> {
  if (part === undefined || !(isExample(part) || isUnknownsHeading(part))) return {}
  return { aside: isExample(part) ? 'example' : 'questions' }
}

function tablesOf(holder: { readonly blocks: readonly Block[]; readonly parts: readonly Part[] }): readonly Table[] {
  return [...holder.blocks.filter((block) => block.kind === 'table'), ...holder.parts.flatMap((part) => tablesOf(part))]
}

export function lineAround(text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return { start, end: end === -1 ? text.length : end }
}

function touches(one: Span, other: Span): boolean {
  return one.start <= other.end && other.start <= one.end
}

function plain(words: string): string {
  return words.replaceAll(/[*`_]/g, '').trim().toLowerCase()
}
