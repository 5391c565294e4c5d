// Reads a cell of an imported table (relations apart): the value for its field, or what is wrong.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError, valueError } from '#shared/decisions/refusals.ts'
import { isCutCell } from '#shared/fields/cut-cell.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import type { Field } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'

/** Whether the value is within its limits is for the command to say. `text`: not empty. */
export function readCell(
  field: Field,
  text: string,
  reading: Reading,
): { readonly value: unknown } | { readonly error: FieldError } {
  const { name, cite } = field
  if (isCutCell(text)) return { error: cutError(field, text) }
  const read = readText(text, field, reading)
  return 'value' in read ? read : { error: valueError(name.identifier, name.label, read.problem, cite) }
}

/** Of the beginning of a longer text nothing is kept. */
export function cutError({ name, cite }: Pick<Field, 'name' | 'cite'>, text: string): FieldError {
  return fieldError(name.identifier, 'cell_cut', { field: labelFor(name.label), most: text.length }, cite)
}
