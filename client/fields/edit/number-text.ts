// Reads and writes numbers in inputs as their reader does: "1,234.50", "1.234,50", "45 %".
import type { FieldType } from '#shared/fields/field-type.ts'
import type { Printing } from '#shared/fields/printing.ts'
import { readAmount, readNumber, readPercent } from '#shared/fields/reading/read-number.ts'
import { fieldType } from '#shared/fields/registry.ts'

const PLAIN = /^-?\d+(\.\d+)?$/

/** In JSON form: a number, or the text of an exact one; what can't be read stays as it is, and is refused; null: nothing. */
export function readNumberText(text: string, type: FieldType, printing: Printing): string | number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const { unit } = fieldType(type.kind)
  const read = unit === 'currency' ? readAmount : unit === 'percent' ? readPercent : readNumber
  const plain = read(trimmed, printing)
  if (plain === undefined) return trimmed
  return isExact(type) ? plain : Number(plain)
}

/** Without marks between thousands, so that single digits can be changed. */
export function writeNumberText(value: unknown, decimalSign: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value)
  return PLAIN.test(text) ? text.replace('.', decimalSign) : text
}

/** Whether it is a number, with too many places or too large perhaps. */
export function isNumberText(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && PLAIN.test(value))
}

function isExact(type: FieldType): boolean {
  return fieldType(type.kind).valueType(type).kind === 'decimal'
}
