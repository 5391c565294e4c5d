// Works out how much room the texts of a list ask for, by the records that come first.
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isText } from './cell-class.ts'

/** Pixels by the column's path. */
export type TextWidths = ReadonlyMap<string, number>

/** So many records tell what texts there are; most of them are to be read whole. */
const RECORDS_LOOKED_AT = 50
const SHARE_READ_WHOLE = 0.8

/** In pixels: an average letter, what stands around a text and a column's name, and what a text is read well in. */
const LETTER = 7.1
const EDGES = 34
const HEAD_EDGES = 56
const LEAST_MEASURED_WIDTH = 120
export const EASY_TEXT_WIDTH = 320

export function textWidths(columns: readonly ListColumn[], records: readonly RecordData[]): TextWidths {
  if (records.length === 0) return new Map()
  const first = records.slice(0, RECORDS_LOOKED_AT)
  return new Map(columns.filter(isText).map((column) => [column.path.join('.'), widthOf(column, first)]))
}

function widthOf(column: ListColumn, records: readonly RecordData[]): number {
  const lengths = records
    .map((record) => String(valueAt(record, column) ?? '').length)
    .sort((one, other) => one - other)
  const longest = lengths[Math.floor((lengths.length - 1) * SHARE_READ_WHOLE)] ?? 0
  const head = column.label.length * LETTER + HEAD_EDGES
  return Math.min(EASY_TEXT_WIDTH, Math.ceil(Math.max(LEAST_MEASURED_WIDTH, head, longest * LETTER + EDGES)))
}
