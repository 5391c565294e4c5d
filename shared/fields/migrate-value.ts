// Converts a stored value from one field declaration to another.
import { coerceValue, isMany } from './coerce-value.ts'
import { parseUnits } from './decimal.ts'
import type { CoercionResult, FieldShape } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { brokenLimit } from './value-limits.ts'
import { fieldType } from './registry.ts'
import { formatSequence, hasYear } from './sequence.ts'

/**
 * `value`: in JSON form, not empty. Gives its form under the declaration, as if it were entered anew, or why it does not
 * fit. Nothing is rounded, cut or guessed: 12.00 is the whole number 12, and 12.50 is none.
 */
export function migrateValue(value: unknown, to: FieldShape): CoercionResult {
  const input = inputFor(value, to)
  if (input === undefined)
    return refuseValue('wrong_type', {
      en: 'can’t be converted to the new type',
      de: 'lässt sich nicht in den neuen Typ umwandeln',
    })
  if (isGiven(to)) {
    const broken = brokenLimit(input, to)
    return broken ? { problem: broken } : { value: input }
  }
  const read = coerceValue(input, to)
  return 'value' in read && read.value === null
    ? refuseValue('wrong_type', { en: 'would be empty', de: 'wäre leer' })
    : read
}

/** Is it of the values that nobody types: ids that were looked up, numbers that were given, files? */
function isGiven({ type }: FieldShape): boolean {
  const { givenBySystem, holdsFiles } = fieldType(type.kind)
  return type.kind === 'relation' || givenBySystem === true || holdsFiles === true
}

/**
 * Converts a stored value to the input that a person would send for it. Returns undefined if no input means the same.
 */
function inputFor(value: unknown, to: FieldShape): unknown {
  const { type } = to
  switch (type.kind) {
    case 'json':
    case 'location':
      return value
    case 'integer':
    case 'number':
      return numberIn(value)
    case 'decimal':
    case 'money':
    case 'percent':
      return typeof value === 'number' || isPlainNumber(value) ? String(value) : undefined
    case 'yes/no':
      return typeof value === 'boolean' ? value : undefined
    case 'sequence':
      if (type.pattern === undefined) return typeof value === 'number' ? value : undefined
      // Of which year a number without one is, nobody knows.
      if (typeof value === 'number' && !hasYear(type.pattern)) return formatSequence(type.pattern, value)
      return typeof value === 'number' ? String(value) : wordIn(value)
    default:
      if (isMany(to)) return Array.isArray(value) ? value : typeof value === 'object' ? [value] : listOf(wordIn(value))
      if (Array.isArray(value) || typeof value === 'boolean') return undefined
      return typeof value === 'object' ? value : String(value)
  }
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(word: string | undefined): readonly string[] | undefined {
  return word === undefined ? undefined : [word]
}

/** 12, "12" and "12.00" are numbers; "012" is a code that looks like one, and what a double does not hold exactly stays where it is. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (!isPlainNumber(value)) return undefined
  const places = value.split('.')[1]?.length ?? 0
  const read = Number(value)
  return parseUnits(String(read), places) === parseUnits(value, places) ? read : undefined
}

function isPlainNumber(value: unknown): value is string {
  return typeof value === 'string' && /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?$/.test(value)
}
