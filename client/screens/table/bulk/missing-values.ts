// Finds what has to be given before a change of many records is sent.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Field, TransitionInput } from '#shared/model/model.ts'

/** Their names. What is required under a condition only, the server knows for each record; an input with a default it fills in. */
export function missingValues(
  asks: readonly Pick<Field | TransitionInput, 'name' | 'required' | 'default'>[],
  values: { readonly [name: string]: unknown },
  kind: 'change' | 'transition' | 'delete',
): ReadonlySet<string> {
  const missing = asks.filter(
    ({ name, required, default: usual }) =>
      required === true && isEmptyValue(values[name.identifier]) && (kind === 'change' || usual === undefined),
  )
  return new Set(missing.map(({ name }) => name.identifier))
}
