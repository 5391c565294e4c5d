// Writes rows as tab-separated text, as spreadsheets paste it.
import type { Printing } from '#shared/fields/printing.ts'
import { copiedText } from '#shared/decisions/copied-text.ts'
import { guardFormula } from '#shared/text/guard-formula.ts'
import type { TitleOf } from '#shared/decisions/copied-text.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { valueAt } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'

interface Options {
  readonly printing: Printing
  readonly titleOf: TitleOf
  /** The names of the columns first. */
  readonly withHeader: boolean
}

/** A line for each record; numbers and dates in the form that programs read. */
export function writeTsv(columns: readonly ListColumn[], records: readonly RecordData[], options: Options): string {
  const lines = records.map((record) =>
    columns.map((column) => copiedText(valueAt(record, column), column.field.type, options.printing, options.titleOf)),
  )
  const header = options.withHeader ? [columns.map(({ label }) => label)] : []
  return [...header, ...lines].map((cells) => cells.map(tsvCell).join('\t')).join('\n')
}

function tsvCell(text: string): string {
  const safe = guardFormula(text)
  return /["\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
