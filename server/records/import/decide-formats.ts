// Decides for each column of a table in which one way its numbers and dates are read, or that nothing tells.
import type { DateOrder, DecimalMark, Reading } from '#shared/fields/reading/reading.ts'
import { dayFormat } from '#shared/fields/reading/read-day.ts'
import { decimalMarkOf } from '#shared/fields/reading/read-number.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import type { Field } from '#shared/model/model.ts'
import type { ColumnChoice, ColumnFormat, ColumnQuestion, TableSeparator } from '#shared/protocol/import.ts'
import { quoteCell } from './quote-cell.ts'
import type { ImportRow } from './table/table-cell.ts'

export interface FormatDecision {
  readonly format?: ColumnFormat
  readonly question?: ColumnQuestion
}

export interface FormatColumn {
  readonly field: Field
  readonly choice?: ColumnChoice | undefined
}

export interface FormatEvidence {
  readonly separator?: TableSeparator | undefined
  /** BCP 47: the reader's variant of the document's language, in which their forms are read too. */
  readonly locale: string
  readonly reading: Reading
}

type Choice = DecimalMark | DateOrder

/** Evidence of a format that the texts of a column give by themselves. */
interface Evidence<C extends Choice> {
  /** How many texts can be read in this way only. */
  readonly only: ReadonlyMap<C, number>
  /** The first text that can be read in two ways, with its line. */
  readonly open?: { readonly line: number; readonly text: string } | undefined
}

/** Decides for each column. The cells of a row stand in the order of the columns. */
export function decideFormats(
  columns: readonly FormatColumn[],
  rows: readonly ImportRow[],
  evidence: FormatEvidence,
): readonly FormatDecision[] {
  const numbers = decideAll(columns, rows, {
    asks: 'decimalMark',
    answers: MARKS,
    isOf: hasPlaces,
    lookAt: markOf,
    vote: (text) => voteForMark(text, evidence),
    evidence,
  })
  const dates = decideAll(columns, rows, {
    asks: 'dateOrder',
    answers: ['day first', 'month first'],
    isOf: hasDays,
    lookAt: (_, text) => orderIn(text),
    vote: () => voteForOrder(evidence),
    evidence,
  })
  return columns.map((_, at) => numbers[at] ?? dates[at] ?? {})
}

const MARKS: readonly DecimalMark[] = ['.', ',']

function hasPlaces({ type }: Field): boolean {
  const { kind } = fieldType(type.kind).valueType(type)
  return !isSequence(type) && (kind === 'integer' || kind === 'number' || kind === 'decimal')
}

function hasDays({ type }: Field): boolean {
  return fieldType(type.kind).precision !== undefined
}

interface Decider<C extends Choice> {
  readonly asks: ColumnQuestion['asks']
  readonly answers: readonly C[]
  readonly isOf: (field: Field) => boolean
  /** `undefined`: the text says nothing; `open`: it can be read in two ways. */
  readonly lookAt: (field: Field, text: string) => C | 'open' | undefined
  /** Decides the format when no column determines it. */
  readonly vote: (text: string) => { readonly choice: C; readonly decidedBy: ColumnFormat['decidedBy'] } | undefined
  readonly evidence: FormatEvidence
}

function decideAll<C extends Choice>(
  columns: readonly FormatColumn[],
  rows: readonly ImportRow[],
  decider: Decider<C>,
): readonly (FormatDecision | undefined)[] {
  const found = columns.map(({ field }, at) =>
    decider.isOf(field) ? collect(rows, at, (text) => decider.lookAt(field, text)) : undefined,
  )
  const own = found.map((each) => each && mostOf(each.only))
  const others = new Set(own.filter((choice) => choice !== undefined))
  return columns.map(({ field, choice }, at): FormatDecision | undefined => {
    const column = found[at]
    if (column === undefined) return undefined
    const { asks } = decider
    const chosen = choice?.[asks] as C | undefined
    if (chosen !== undefined) return { format: { [asks]: chosen, decidedBy: 'request' } }
    const decided = own[at]
    if (decided !== undefined) return { format: { [asks]: decided, decidedBy: 'values' } }
    if (column.open === undefined) return {}
    const [other, another] = others
    if (other !== undefined && another === undefined) return { format: { [asks]: other, decidedBy: 'columns' } }
    const vote = decider.vote(column.open.text)
    if (vote !== undefined) return { format: { [asks]: vote.choice, decidedBy: vote.decidedBy } }
    return { question: questionOf(field, column.open, decider) }
  })
}

function collect<C extends Choice>(
  rows: readonly ImportRow[],
  at: number,
  lookAt: (text: string) => C | 'open' | undefined,
): Evidence<C> {
  const only = new Map<C, number>()
  let open: Evidence<C>['open']
  for (const { line, cells } of rows) {
    const cell = cells[at]
    // A workbook's own numbers and dates can be read in one way only.
    if (typeof cell !== 'string' || cell === '' || cell.length > LONGEST_LOOKED_AT) continue
    const found = lookAt(cell.trim())
    if (found === 'open') open ??= { line, text: cell.trim() }
    else if (found !== undefined) only.set(found, (only.get(found) ?? 0) + 1)
  }
  return { only, open }
}

/** Longer texts are neither numbers nor dates. */
const LONGEST_LOOKED_AT = 100

function mostOf<C>(only: ReadonlyMap<C, number>): C | undefined {
  return [...only].reduce<readonly [C | undefined, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    [undefined, 0],
  )[0]
}

function questionOf<C extends Choice>(
  field: Field,
  { line, text }: { readonly line: number; readonly text: string },
  { asks, answers, evidence: { reading } }: Decider<C>,
): ColumnQuestion {
  return {
    asks,
    line,
    text: quoteCell(text),
    answers: answers.map((choice) => {
      const read = readText(text, field, { ...reading, [asks]: choice })
      const shown = 'value' in read ? fieldType(field.type.kind).print(read.value, field.type, reading) : '—'
      return { choice, shown }
    }),
  }
}

/** A whole number has no places: in "1,234" they are none, while "1.000" may be one with three. */
function markOf({ type }: Field, text: string): DecimalMark | 'open' | undefined {
  const mark = markIn(text)
  const isWhole = fieldType(type.kind).valueType(type).kind === 'integer'
  if (mark !== 'open' || !isWhole || /[.,]000(?!\d)/.test(text)) return mark
  return text.includes('.') ? ',' : '.'
}

/** The mark before the places of a number; `open`: one mark with three digits behind it may be either. */
export function markIn(text: string): DecimalMark | 'open' | undefined {
  const digits = /\d[\d.,'’\s]*/.exec(text)?.[0].trimEnd() ?? ''
  const marks = digits.replaceAll(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last !== '.' && last !== ',') return undefined
  const other = last === '.' ? ',' : '.'
  if (marks.includes(other)) return marks.indexOf(last) === marks.length - 1 ? last : undefined
  // Only groups of three stand more than once.
  if (marks.length > 1) return other
  const [whole = '', places = ''] = digits.split(last)
  const isGroup = /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(places)
  return isGroup ? 'open' : last
}

/** "1.234" in a file that commas separate is what programs and exports write; "1,234" in one is as likely a German amount. */
function voteForMark(text: string, { separator, locale }: FormatEvidence): ReturnType<Decider<DecimalMark>['vote']> {
  const mark = markOfLocale(locale)
  if (separator === 'comma' && text.includes('.')) return { choice: '.', decidedBy: 'separator' }
  const ofFile = separator === 'comma' ? '.' : separator === 'semicolon' ? ',' : undefined
  if (ofFile !== undefined) return ofFile === mark ? { choice: ofFile, decidedBy: 'separator' } : undefined
  return mark && { choice: mark, decidedBy: 'language' }
}

function markOfLocale(locale: string): DecimalMark | undefined {
  const mark = decimalMarkOf(locale)
  return mark === '.' || mark === ',' ? mark : undefined
}

/** Characters of a day with blanks around its parts. */
const LONGEST_DAY = 40

/**
 * Reports which part of a date comes first. Dates with points begin with the day, and years of four digits identify
 * themselves.
 */
export function orderIn(text: string): DateOrder | 'open' | undefined {
  const found = /^(\d{1,2})\s*([./–—\s-])\s*(\d{1,2})(?:\s*[./–—\s-]\s*(\d{2}|\d{4}))?(?!\d)/.exec(
    text.slice(0, LONGEST_DAY),
  )
  if (!found) return undefined
  const [first, second] = [Number(found[1]), Number(found[3])]
  if (second > 12 && first <= 12) return 'month first'
  if (found[2] === '.' || first > 12) return 'day first'
  return first === second ? undefined : 'open'
}

/** Plain English does not say whether it is British or American. */
function voteForOrder({ locale }: FormatEvidence): ReturnType<Decider<DateOrder>['vote']> {
  if (locale.toLowerCase() === 'en') return undefined
  const parts = dayFormat(locale)
    .formatToParts(0)
    .map(({ type }) => type)
  const [first] = parts.filter((type) => type === 'day' || type === 'month')
  return { choice: first === 'day' ? 'day first' : 'month first', decidedBy: 'language' }
}
