// Keeps what is typed as the value of a condition, and says what is wrong with it.
import { useState } from 'react'
import { valueError, wordFieldError } from '#shared/decisions/refusals.ts'
import type { Field } from '#shared/model/model.ts'
import { readConditionValue, valueOfCondition } from '../../../data/filters/read-condition-value.ts'
import { useModel } from '../../../data/spec.ts'
import { useReading } from '../../../fields/use-reading.ts'

export interface TypedCondition {
  readonly label: string
  readonly field: Field
  /** Value as written in addresses, or the typed text if it can't be read. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** `write` gives the text of a value in its JSON form. */
export function useTypedCondition(
  { label, field, value, onChange }: TypedCondition,
  write: (value: unknown) => string,
) {
  const model = useModel()
  const reading = useReading()
  const [typed, setTyped] = useState<string>()
  const held = valueOfCondition(value, field)
  const text = typed ?? (held === undefined ? value : write(held))
  const read = readConditionValue(text, field, reading)
  return {
    text,
    error:
      'problem' in read
        ? wordFieldError(model, valueError(field.name.identifier, label, read.problem)).message
        : undefined,
    /** The value in its JSON form; undefined: there is none. */
    held,
    change: (next: string) => {
      setTyped(next)
      const found = readConditionValue(next, field, reading)
      onChange('value' in found ? found.value : next.trim())
    },
    leave: () => setTyped(undefined),
  }
}
