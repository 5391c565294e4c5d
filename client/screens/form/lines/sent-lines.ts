// Gives what of a form's lines is sent, under their names.
import type { Field } from '#shared/model/model.ts'
import type { FieldValues } from '../../../data/records/record-mutations.ts'
import type { RecordForm } from '../use-record-form.ts'
import { linesToSend } from './form-lines.ts'

/** `there`: by name, ids of the lines that there are by now. */
export function sentLines(form: RecordForm, there?: ReadonlyMap<string, readonly string[]>): FieldValues {
  return Object.fromEntries(
    form.parts.flatMap((part) => {
      const { body } = linesToSend(part, form.linesOf(part), there?.get(part.name))
      return body === undefined ? [] : [[part.name, body] as const]
    }),
  )
}

/** The values of these fields: not the lines. */
export function pickValues(values: FieldValues, fields: readonly Field[]): FieldValues {
  return Object.fromEntries(fields.map(({ name }) => [name.identifier, values[name.identifier]]))
}
