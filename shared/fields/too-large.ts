// Finds numbers that an expression gave and that a field can't hold.
import type { InLanguages } from '../text/language.ts'
import { readIsoDuration } from '../expressions/duration.ts'
import { parseUnits } from './decimal.ts'
import type { FieldShape, ValueProblem } from './field-type.ts'
import { fieldType } from './registry.ts'

const TOO_LARGE: InLanguages = {
  en: 'would be too large to be kept exactly',
  de: 'wäre zu groß, um genau gespeichert zu werden',
}

/** `value`: in JSON form, as an expression gave it. */
export function findTooLarge(value: unknown, { type }: FieldShape): ValueProblem | undefined {
  if (value === null || value === undefined) return undefined
  const { form, scale = 0 } = fieldType(type.kind).column(type)
  return isHeld(value, form, scale) ? undefined : { code: 'out_of_range', says: TOO_LARGE }
}

function isHeld(value: unknown, form: string, scale: number): boolean {
  switch (form) {
    case 'decimal': {
      const units = parseUnits(String(value), scale)
      return typeof units === 'bigint' && Number.isSafeInteger(Number(units))
    }
    case 'integer':
      return typeof value !== 'number' || Number.isSafeInteger(value)
    case 'real':
      return typeof value !== 'number' || Number.isFinite(value)
    case 'duration':
      return readIsoDuration(String(value)) !== null
    default:
      return true
  }
}
