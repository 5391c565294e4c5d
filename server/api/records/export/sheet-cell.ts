// Makes the cell of a workbook from a value: numbers and dates as such, all else as text.
import { copiedText } from '#shared/decisions/copied-text.ts'
import type { TitleOf } from '#shared/decisions/copied-text.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import type { Printing } from '#shared/fields/printing.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { SheetCell } from './sheet-xml.ts'

export function sheetCell(value: unknown, type: FieldType, printing: Printing, titleOf: TitleOf): SheetCell {
  const text = copiedText(value, type, printing, titleOf)
  if (text === '') return ''
  const { family, precision } = fieldType(type.kind)
  if (family === 'number') return { number: Number(text) }
  const number = precision === undefined ? undefined : daysSince1899(text)
  return number === undefined || precision === undefined ? text : { number, as: precision }
}

/** Of "2026-11-26" or "2026-11-26 09:30:00"; undefined before 1900, where spreadsheets have no dates. */
function daysSince1899(text: string): number | undefined {
  const days =
    (Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? '' : 'T00:00:00'}Z`) - BEGINNING) / 86_400_000
  return days >= FIRST_OF_1900 ? days : undefined
}

const BEGINNING = Date.parse('1899-12-30T00:00:00Z')
/** Before 1 March 1900 spreadsheets count a day that there was not. */
const FIRST_OF_1900 = 61
