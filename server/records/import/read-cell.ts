// Reads a cell of an imported table (relations apart): the value for its field, or what is wrong.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError, valueError } from '#shared/decisions/refusals.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { isCutCell } from '#shared/fields/cut-cell.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { wordsOf } from '#shared/fields/choice.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import type { Field } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { quoteCell } from './quote-cell.ts'
import { roundPlaces, shiftPlaces } from './table/plain-decimal.ts'
import type { KnownValue, TableCell } from './table/table-cell.ts'

export type CellResult = { readonly value: unknown } | { readonly error: FieldError }

/** Reads a cell that is not empty. The command that writes the value checks whether it is within the limits of the field. */
export function readCell(field: Field, cell: TableCell, reading: Reading): CellResult {
  const { name, cite } = field
  if (typeof cell !== 'string') {
    if (cell.is === 'error') return { error: cellError(field, cell) }
    if (cell.is === 'json') return { value: cell.json }
  }
  const text = typeof cell === 'string' ? cell : cellTextFor(field, cell)
  if (isCutCell(text)) return { error: cutError(field, text) }
  // What a workbook knows is written as programs write it.
  const read = readText(text, field, typeof cell === 'string' ? reading : { ...reading, decimalMark: '.' })
  return 'value' in read ? read : { error: valueError(name.identifier, name.label, read.problem, cite) }
}

/** Number of texts of a column that are kept with their values. */
const MOST_KNOWN = 1_000

/** Makes the reader of a column. A column of words has the same few texts in all rows: each is read once. */
export function makeCellReader(field: Field, reading: Reading): (cell: TableCell) => CellResult {
  if (wordsOf(field.type).length === 0) return (cell) => readCell(field, cell, reading)
  const known = new Map<string, CellResult>()
  return (cell) => {
    if (typeof cell !== 'string') return readCell(field, cell, reading)
    const found = known.get(cell)
    if (found !== undefined) return found
    const read = readCell(field, cell, reading)
    if (known.size < MOST_KNOWN) known.set(cell, read)
    return read
  }
}

/** Makes the error of a cell that holds an error of the sheet ("#N/A"), or a day that never was. */
export function cellError({ name, cite }: Field, { shown }: KnownValue): FieldError {
  return fieldError(name.identifier, 'cell_error', { field: labelFor(name.label), text: quoteCell(shown) }, cite)
}

/** Makes the error of a cell that holds only the beginning of a longer text, of which nothing is stored. */
export function cutError({ name, cite }: Pick<Field, 'name' | 'cite'>, text: string): FieldError {
  return fieldError(name.identifier, 'cell_cut', { field: labelFor(name.label), most: text.length }, cite)
}

/** Reports whether a number has lost digits in the sheet, which keeps fifteen: a code of sixteen has lost its last one. A field of floating-point numbers would lose it anyway. */
export function hasLostDigits({ type }: Field, cell: TableCell): boolean {
  return typeof cell !== 'string' && cell.isCut === true && fieldType(type.kind).valueType(type).kind !== 'number'
}

/** The text of a value that a workbook knows, for the reader of the field. */
export function cellTextFor({ type }: Field, cell: KnownValue): string {
  const { valueType, column, unit } = fieldType(type.kind)
  const { kind } = valueType(type)
  switch (kind) {
    case 'integer':
    case 'number':
    case 'decimal': {
      if (isSequence(type) || (cell.is !== 'number' && cell.is !== 'percent')) return cell.shown
      const exact = unit === 'percent' && cell.is === 'percent' ? shiftPlaces(cell.exact, 2) : cell.exact
      const most = kind === 'number' ? undefined : kind === 'integer' ? 0 : column(type).scale
      // What a formula worked out has more places than the field: it is what the sheet shows, or refused.
      const isShorter = most !== undefined && cell.places !== undefined && cell.places <= most
      return isShorter && placesOf(exact) > most ? roundPlaces(exact, cell.places) : exact
    }
    case 'boolean':
      return cell.is === 'flag' || cell.is === 'number' ? cell.exact : cell.shown
    case 'date':
      return cell.is === 'day' || cell.is === 'moment' ? cell.exact.replace(/ 00:00$/, '') : cell.shown
    case 'timestamp':
      return cell.is === 'day' || cell.is === 'moment' ? cell.exact : cell.shown
    case 'time':
      return cell.is === 'time' ? cell.exact : cell.shown
    case 'duration':
      return cell.is === 'time' || cell.is === 'duration' || cell.is === 'number' ? cell.exact : cell.shown
    default:
      return type.kind === 'json' ? cell.exact : cell.shown
  }
}

function placesOf(plain: string): number {
  return plain.split('.')[1]?.length ?? 0
}
