// Finds what has to be given, or mended, before a change of many records is sent.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Field, Model, TransitionInput } from '#shared/model/model.ts'
import { labelOfName } from '../../../data/field-label.ts'
import { requiredMessage } from '../../../data/required-message.ts'
import { sayValueError } from '../../../data/value-error.ts'

/**
 * Messages by the names of their fields. What is required under a condition only, the server knows for each record; an input with
 * a default it fills in.
 */
export function wrongValues(
  model: Model,
  asks: readonly (Field | TransitionInput)[],
  values: { readonly [name: string]: unknown },
  kind: 'change' | 'transition' | 'delete',
): ReadonlyMap<string, string> {
  return new Map(
    asks.flatMap((ask) => {
      const name = ask.name.identifier
      const value = values[name]
      const isMissing =
        ask.required === true && isEmptyValue(value, ask.type) && (kind === 'change' || ask.default === undefined)
      const message = isMissing ? requiredMessage(model, labelOfName(ask.name)) : sayValueError(model, ask, value)
      return message === undefined ? [] : [[name, message] as const]
    }),
  )
}
