// Validates a value that an effect gives to a field, in the field's JSON form.
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Value } from '#shared/expressions/value.ts'
import { coerceValue, isEmptyValue } from '#shared/fields/coerce-value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Citation, Entity } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import type { CommandContext } from '../command/command-context.ts'
import { invalid } from '../command/command-context.ts'

export function valueFor(
  context: CommandContext,
  entity: Entity,
  name: string,
  value: Value,
  cites: Citation,
): unknown {
  const field = entity.fields.get(name)
  if (field === undefined) throw new Error(`${entity.name.identifier} has no field ${name}.`)
  const read = coerceValue(convertToJson(value, field.valueType), field)
  const isMissing = 'value' in read && field.required === true && isEmptyValue(read.value)
  if ('value' in read && !isMissing) return read.value
  const problem = 'problem' in read ? read.problem : { code: 'required', message: 'is needed' }
  const message = `${labelFor(field.name.label)} ${problem.message}.`
  const error: FieldError = { field: name, code: problem.code, message, cites }
  throw invalid(context, [error])
}
