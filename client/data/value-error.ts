// Says what is wrong with the value of an editor before anything is sent.
import { valueError, wordFieldError } from '#shared/decisions/refusals.ts'
import { coerceValue } from '#shared/fields/coerce-value.ts'
import type { FieldShape } from '#shared/fields/field-type.ts'
import type { Model, Name } from '#shared/model/model.ts'

/** Undefined: nothing is; what is empty is no matter of the value. */
export function sayValueError(
  model: Model,
  field: FieldShape & { readonly name: Name },
  value: unknown,
): string | undefined {
  const read = coerceValue(value, field)
  if (!('problem' in read)) return undefined
  return wordFieldError(model, valueError(field.name.identifier, field.name.label, read.problem)).message
}
