// Converts a field's value between its JSON form and its column.
import { makeDecimal, printDecimal } from '../expressions/decimal.ts'
import { durationBetween, printIsoDuration } from '../expressions/duration.ts'
import { parseUnits } from './decimal.ts'
import type { FieldColumn } from './field-type.ts'

/** A value that a column can hold. */
export type StoredValue = string | number | null

/** The value (in JSON form) as it goes into the column; a field without one has none. */
export function toColumn(value: unknown, column: FieldColumn): StoredValue {
  if (value === null || value === undefined) return null
  switch (column.form) {
    case 'boolean':
      return value === true ? 1 : 0
    case 'decimal': {
      const units = parseUnits(String(value), column.scale ?? 0)
      return typeof units === 'bigint' ? Number(units) : null
    }
    case 'json':
      return JSON.stringify(value)
    case 'integer':
    case 'real':
      return Number(value)
    case 'duration':
    case 'text':
      return String(value)
    case 'set':
      return null
  }
}

/** Converts the content of a column to its JSON form. */
export function fromColumn(stored: unknown, column: FieldColumn): unknown {
  if (stored === null || stored === undefined) return null
  switch (column.form) {
    case 'boolean':
      return Number(stored) === 1
    case 'decimal':
      return printDecimal(makeDecimal(stored as number | bigint, column.scale ?? 0))
    case 'duration':
      // Earlier versions kept milliseconds, and said them in days of 24 hours.
      return typeof stored === 'number' ? printIsoDuration(durationBetween(stored)) : String(stored)
    case 'json':
      return JSON.parse(String(stored)) as unknown
    case 'integer':
    case 'real':
      return Number(stored)
    case 'text':
      return String(stored)
    case 'set':
      return null
  }
}
