// Reads the value of a condition as the forms of its field read it.
import { coerceValue } from '#shared/fields/coerce-value.ts'
import type { ValueProblem } from '#shared/fields/field-type.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import type { ReadableField } from '#shared/fields/reading/read-text.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { familyOf } from '#shared/fields/registry.ts'

/** The value as it stands in addresses, '' for nothing; or what is wrong with the text. */
export function readConditionValue(
  text: string,
  field: ReadableField,
  reading: Reading,
): { readonly value: string } | { readonly problem: ValueProblem } {
  const read = readText(text, comparedField(field), reading)
  return 'value' in read ? { value: read.value === null ? '' : String(read.value) } : read
}

/** The value of a condition in the JSON form of what its field is compared with; undefined: it is none. */
export function valueOfCondition(value: string, field: ReadableField): unknown {
  if (value.trim() === '') return undefined
  const { type } = comparedField(field)
  const given = familyOf(type) === 'number' ? Number(value) : value
  const read = coerceValue(given, { type })
  return 'value' in read && read.value !== null ? read.value : undefined
}

/** Moments are filtered by their day. */
function comparedField({ limits: _, ...field }: ReadableField): ReadableField {
  return familyOf(field.type) === 'day' ? { ...field, type: { kind: 'date' } } : field
}
