// Chooses the columns that stand beside each other in the width of a list: narrower ones first, then fewer.
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { fieldView } from '../../../fields/registry.ts'
import { columnWidth, headWidth, isAddress, isReadWhole, leastColumnWidth, LEAST_TEXT_WIDTH } from './column-layout.ts'
import type { TextWidths } from './text-widths.ts'
import { EASY_TEXT_WIDTH } from './text-widths.ts'

export const SELECT_WIDTH = 44

export interface FittedColumns {
  readonly columns: readonly ListColumn[]
  /** Widths in the order of the columns, where undefined means that a column takes the remaining room. */
  readonly widths: readonly (number | undefined)[]
  /** Minimum widths, in the order of the columns. */
  readonly least: readonly number[]
}

/**
 * `room`: in pixels. What names a record and the states it is in are never left out, nor what the person chose.
 * `texts`: what is known of the texts in them; `given`: widths that the person gave.
 */
export function fitColumns(
  all: readonly ListColumn[],
  room: number,
  areChosen: boolean,
  texts: TextWidths = new Map(),
  given: ReadonlyMap<string, number> = new Map(),
): FittedColumns {
  const left = room - SELECT_WIDTH
  const columns = [...all]
  while (!areChosen && sum(spansOf(columns, texts).map(({ least }) => least)) > left) {
    const last = columns.findLastIndex(({ field }, at) => at > 0 && !field.workflow)
    if (last < 1) break
    columns.splice(last, 1)
  }
  const spans = spansOf(columns, texts)
  const widths = shareRoom(spans, left)
  return {
    columns: columns.map((column, at) => markTight(column, texts, given.get(column.path.join('.')) ?? widths[at])),
    widths,
    least: spans.map(({ least }) => least),
  }
}

function markTight(column: ListColumn, texts: TextWidths, width = Number.POSITIVE_INFINITY): ListColumn {
  const wanted = Math.min(texts.get(column.path.join('.')) ?? 0, MOST_FOR_NAMES)
  return isNameOfPerson(column) && width < wanted ? { ...column, isTight: true } : column
}

function isTitle(column: ListColumn): boolean {
  const { type } = column.field
  return type.kind === 'relation' && !type.many && !isNameOfPerson(column)
}

function isNameOfPerson({ field: { type } }: ListColumn): boolean {
  return type.kind === 'relation' && !type.many && type.entity === 'Person'
}

interface ColumnSpan {
  readonly least: number
  readonly usual: number
  /** Additional width that the column can use where there is more room than all columns like. */
  readonly more: number
  /** `grows` is true for a column that takes the remaining room. */
  readonly grows: boolean
  /** Beyond the others: long texts are read in it. */
  readonly easy?: number
  /** `isName` is true for a column with names of people. */
  readonly isName: boolean
}

/** Texts take what is left; where there are none, what names the record does, or if that is a number of known length, the title of another record. */
function spansOf(columns: readonly ListColumn[], texts: TextWidths): readonly ColumnSpan[] {
  const hasText = columns.some((column) => columnWidth(column) === undefined)
  const isNumber = columns[0] !== undefined && fieldView(columns[0].field.type.kind).widthOf !== undefined
  const grower = hasText ? undefined : Math.max(0, isNumber ? columns.findIndex(isTitle) : 0)
  return columns.map((column, at): ColumnSpan => {
    const usual = columnWidth(column)
    if (usual === undefined || at === grower) {
      const wanted = texts.get(column.path.join('.')) ?? LEAST_TEXT_WIDTH
      const least = Math.min(wanted, NARROW_TEXT_WIDTH)
      const more = Math.max(0, EASY_TEXT_WIDTH - wanted)
      const isLong = usual === undefined || isTitle(column)
      const easy = isLong ? Math.max(0, WIDE_TEXT_WIDTH - wanted - more) : 0
      return { least, usual: wanted, more, easy, grows: true, isName: false }
    }
    const edge = (at === columns.length - 1 ? LAST_EDGE : 0) + (at === 0 ? boldEdge(column) : 0)
    // A badge can't be narrower, nor a number or a day.
    const isValue = isReadWhole(column)
    // "44 minutes ago" has a mark before it where that is too late.
    const late = column.isOverdue !== undefined && !isValue ? LATE_EDGE : 0
    const isWhole = column.field.workflow || at === 0 || isValue
    const wanted = texts.get(column.path.join('.'))
    const least = Math.max(leastColumnWidth(column), isValue ? (wanted ?? 0) : 0) + (isWhole ? edge : 0)
    return {
      least,
      usual: Math.max(least, usualFor(column, usual, wanted) + edge + late),
      more: mostMore(column, wanted),
      grows: false,
      isName: isNameOfPerson(column),
    }
  })
}

/** Names of records that are short leave their room to others; the name of the column is read whole all the same. */
function usualFor(column: ListColumn, usual: number, wanted: number | undefined): number {
  if (wanted === undefined) return usual
  if (isAddress(column)) return Math.min(usual + mostMore(column), Math.max(wanted, headWidth(column)))
  if (column.field.type.kind !== 'relation') return usual
  return Math.min(isNameOfPerson(column) ? MOST_FOR_NAMES : usual, Math.max(wanted, headWidth(column)))
}

/**
 * Returns the additional width of a value that names a record, which is bold. A sequence returns 0, because it knows
 * how wide its bold numbers are.
 */
function boldEdge({ field: { type } }: ListColumn): number {
  return fieldView(type.kind).widthOf === undefined ? BOLD_EDGE : 0
}

/** Names of people are read whole before the other columns get, all in the same part, what they would like beyond the least; then what they can use beyond that. */
function shareRoom(spans: readonly ColumnSpan[], room: number): readonly (number | undefined)[] {
  const least = sum(spans.map((span) => span.least))
  const wanted = (isName: boolean) =>
    sum(spans.filter((span) => span.isName === isName).map((span) => span.usual - span.least))
  const partOfNames = partOf(room - least, wanted(true))
  const left = room - least - wanted(true)
  const part = partOf(left, wanted(false))
  const more = sum(spans.map((span) => span.more))
  const partOfMore = partOf(left - wanted(false), more)
  // What nobody can use is shared by all: one gap in the middle is hard to read across.
  const unused = left - wanted(false) - more - sum(spans.map(({ easy = 0 }) => easy))
  const each = Math.floor(Math.max(0, unused) / Math.max(1, spans.length))
  return spans.map((span) => {
    if (span.grows) return undefined
    const partOfWanted = span.isName ? partOfNames : part
    const beyond = Math.floor((span.usual - span.least) * partOfWanted) + Math.floor(span.more * partOfMore)
    return span.least + beyond + each
  })
}

function partOf(room: number, wanted: number): number {
  return Math.min(1, Math.max(0, room / Math.max(1, wanted)))
}

/**
 * Widths in pixels: a long text with little room and with much; the most for the name of a person, and the additional
 * most for the title of another record; the space that the last column keeps free, and that the first one needs for
 * bold letters.
 */
const NARROW_TEXT_WIDTH = 240
const WIDE_TEXT_WIDTH = 560
const MOST_FOR_NAMES = 210
const MOST_FOR_TITLES = 120
const MOST_FOR_LONG_TITLES = 260
const USUAL_TITLE = 152
const LAST_EDGE = 8
const BOLD_EDGE = 12
const LATE_EDGE = 16

/** Titles of other records, addresses and several words may be long; names of people are not. */
function mostMore({ field: { type } }: ListColumn, wanted?: number): number {
  if (type.kind === 'relation' && !type.many && type.entity !== 'Person' && wanted !== undefined)
    return Math.min(MOST_FOR_LONG_TITLES, Math.max(0, wanted - USUAL_TITLE))
  if (type.kind === 'relation') return type.many || type.entity !== 'Person' ? MOST_FOR_TITLES : 0
  return fieldView(type.kind).moreWidth ?? 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((whole, each) => whole + each, 0)
}
