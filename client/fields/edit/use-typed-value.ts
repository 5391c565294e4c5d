// Keeps what is typed into an input, and makes of it a value, or a text that its field can’t read.
import { useState } from 'react'
import type { FieldShape } from '#shared/fields/field-type.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import type { EditProps } from '../field-view.ts'
import { useReading } from '../use-reading.ts'

export interface TypedValue {
  /** Text that the input shows. */
  readonly text: string
  readonly change: (text: string) => void
  /** The input is left: what was read stands as the field writes it. */
  readonly leave: () => void
}

/**
 * The contract of all editors: what is typed is a value or an `UnreadText`, whose problem stands at the field; only blanks are
 * empty. `write` gives the text of a value (never empty), which is read as the same value.
 */
export function useTypedValue(
  { value, onChange, field }: Pick<EditProps, 'value' | 'onChange' | 'field'>,
  write: (value: unknown, reading: Reading) => string,
): TypedValue {
  const reading = useReading()
  const [typed, setTyped] = useState<string>()
  // What is being typed stays as it is typed, as long as it is what the field holds.
  const isTyped = typed !== undefined && isSame(readTyped(typed, field, reading), value, field)
  return {
    text: isTyped
      ? typed
      : value instanceof UnreadText
        ? value.text
        : isEmptyValue(value, field.type)
          ? ''
          : write(value, reading),
    change: (text) => {
      setTyped(text)
      onChange(readTyped(text, field, reading))
    },
    leave: () => setTyped(undefined),
  }
}

/** The value of a text, or the text itself with what is wrong with it. */
export function readTyped(text: string, field: FieldShape, reading: Reading): unknown {
  const read = readText(text, field, reading)
  return 'value' in read ? read.value : new UnreadText(text, read.problem)
}

function isSame(read: unknown, value: unknown, { type }: FieldShape): boolean {
  const [isNothing, wasNothing] = [isEmptyValue(read, type), isEmptyValue(value, type)]
  if (isNothing || wasNothing) return isNothing && wasNothing
  return JSON.stringify(read) === JSON.stringify(value)
}
