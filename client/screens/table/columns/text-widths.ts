// Works out how much room the values of a list ask for, by the records that come first.
import { printValue } from '#shared/fields/coerce-value.ts'
import type { Printing } from '#shared/fields/printing.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isRecordData } from '../../../data/records/record-data.ts'
import { fieldView } from '../../../fields/registry.ts'
import { isAddress, isReadWhole, isText } from './column-layout.ts'

/** Pixels by the column's path. */
export type TextWidths = ReadonlyMap<string, number>

/** How a list's records are shown where they are related, and its numbers. */
export interface WidthWords {
  readonly printing: Printing
  readonly titleOf: (entity: string, record: RecordData) => string
}

/** The number of records whose values are measured; most of their texts are to be read whole. */
const RECORDS_LOOKED_AT = 50
const SHARE_READ_WHOLE = 0.8
const SHARE_OF_NAMES = 0.95

/**
 * Widths in pixels: an average letter, the space around a text and around a column's name, and the least width at
 * which a text is easy to read.
 */
const LETTER = 7.1
const EDGES = 34
const HEAD_EDGES = 56
const LEAST_MEASURED_WIDTH = 120
export const EASY_TEXT_WIDTH = 320

/** A digit, in the bold letters of a sum too; what stands around a number, around a name or a day, before a day that is past, and before the name of a person. */
const DIGIT = 8.6
const NUMBER_EDGES = 22
const NAME_EDGES = 28
const LATE_MARK = 20
const BADGE = 40

/** Measures the columns of texts, numbers, days and names of records; all other kinds have one fixed width. */
export function textWidths(
  columns: readonly ListColumn[],
  records: readonly RecordData[],
  words: WidthWords,
): TextWidths {
  if (records.length === 0) return new Map()
  const first = records.slice(0, RECORDS_LOOKED_AT)
  return new Map(
    columns.flatMap((column): [string, number][] => {
      const width = isText(column) ? widthOf(column, first) : widthOfPrinted(column, first, words)
      return width === undefined ? [] : [[column.path.join('.'), width]]
    }),
  )
}

/** A number may be longer than the first ones by a digit; of names, most are read whole. */
function widthOfPrinted(
  column: ListColumn,
  records: readonly RecordData[],
  { printing, titleOf }: WidthWords,
): number | undefined {
  const { type } = column.field
  if (isReadWhole(column)) {
    const longest = lengthAt(
      records.map((record) => printValue(valueAt(record, column), column.field, printing)),
      1,
    )
    if (longest === 0) return undefined
    if (fieldView(type.kind).numeric) return Math.ceil((longest + 1) * DIGIT + NUMBER_EDGES)
    return Math.ceil(longest * LETTER + NAME_EDGES + (column.isOverdue ? LATE_MARK : 0))
  }
  if (isAddress(column)) {
    const texts = records.map((record) => printValue(valueAt(record, column), column.field, printing))
    return Math.ceil(lengthAt(texts, SHARE_OF_NAMES) * LETTER + NAME_EDGES)
  }
  if (type.kind !== 'relation' || type.many) return undefined
  const titles = records.flatMap((record) => {
    const value = valueAt(record, column)
    return isRecordData(value) ? [titleOf(type.entity, value)] : []
  })
  if (titles.length === 0) return undefined
  const [badge, share] = type.entity === 'Person' ? [BADGE, SHARE_OF_NAMES] : [0, SHARE_READ_WHOLE]
  return Math.ceil(lengthAt(titles, share) * LETTER + NAME_EDGES + badge)
}

function widthOf(column: ListColumn, records: readonly RecordData[]): number {
  const longest = lengthAt(
    records.map((record) => String(valueAt(record, column) ?? '')),
    SHARE_READ_WHOLE,
  )
  const head = column.label.length * LETTER + HEAD_EDGES
  const badge = column.isPersonName === true ? BADGE : 0
  return Math.min(EASY_TEXT_WIDTH, Math.ceil(Math.max(LEAST_MEASURED_WIDTH, head, longest * LETTER + EDGES + badge)))
}

/** Finds the length that this share of the texts has at most. */
function lengthAt(texts: readonly string[], share: number): number {
  const lengths = texts.map((text) => text.length).sort((one, other) => one - other)
  return lengths[Math.ceil((lengths.length - 1) * share)] ?? 0
}
