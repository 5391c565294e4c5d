// Writes rows as tab-separated text, as spreadsheets paste it.
import type { Printing } from '#shared/fields/printing.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isRecordData } from '../../../data/records/record-data.ts'

interface Options {
  readonly printing: Printing
  readonly titleOf: (entity: string, record: RecordData) => string
  /** The names of the columns first. */
  readonly withHeader: boolean
}

/** A line for each record; numbers and dates in the form that programs read. */
export function writeTsv(columns: readonly ListColumn[], records: readonly RecordData[], options: Options): string {
  const lines = records.map((record) => columns.map((column) => cellText(valueAt(record, column), column, options)))
  const header = options.withHeader ? [columns.map(({ label }) => label)] : []
  return [...header, ...lines].map((cells) => cells.map(tsvCell).join('\t')).join('\n')
}

function cellText(value: unknown, { field: { type } }: ListColumn, { printing, titleOf }: Options): string {
  if (isEmptyValue(value)) return ''
  if (type.kind === 'relation') {
    const records: readonly unknown[] = Array.isArray(value) ? value : [value]
    return records.map((each) => (isRecordData(each) ? titleOf(type.entity, each) : String(each))).join(', ')
  }
  const { copiedAsValue, print } = fieldType(type.kind)
  return copiedAsValue ? String(value) : print(value, type, printing)
}

/** A text that begins like a formula is marked as text: a spreadsheet would work it out. */
function tsvCell(text: string): string {
  const safe = /^[=+@]|^-(?![\d.,]+$)/.test(text) ? `'${text}` : text
  return /["\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
