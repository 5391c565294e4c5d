// Validates a value that an effect gives to a field, in the field's JSON form; the field's row refuses it.
import type { Value } from '#shared/expressions/value.ts'
import { coerceValue, isEmptyValue } from '#shared/fields/coerce-value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import { findTooLarge } from '#shared/fields/too-large.ts'
import type { Entity } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { fieldError, valueError } from '#shared/decisions/refusals.ts'
import { refusedFields } from '../../policy/refused.ts'

export function valueFor(entity: Entity, name: string, value: Value): unknown {
  const field = entity.fields.get(name)
  if (field === undefined) throw new Error(`${entity.name.identifier} has no field ${name}.`)
  const json = convertToJson(value, field.valueType)
  const tooLarge = findTooLarge(json, field)
  const read = tooLarge ? { problem: tooLarge } : coerceValue(json, field)
  const isMissing = 'value' in read && field.required === true && isEmptyValue(read.value, field.type)
  if ('value' in read && !isMissing) return read.value
  const { cite } = field
  const { label } = field.name
  throw refusedFields('invalid', [
    'problem' in read
      ? valueError(name, label, read.problem, cite)
      : fieldError(name, 'required', { field: labelFor(label) }, cite),
  ])
}
