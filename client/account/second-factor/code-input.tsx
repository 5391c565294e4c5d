// Shows the input of a code of the authenticator app.
import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface Props {
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  /** Recovery codes have more than digits. */
  readonly withCharacters?: boolean
  /** Takes the keyboard when it appears. */
  readonly first?: boolean
}

export function CodeInput({
  label,
  description,
  value,
  onChange,
  error,
  withCharacters = false,
  first = false,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (first) input.current?.focus()
  }, [first, withCharacters])
  return (
    <TextInput
      ref={input}
      label={label}
      description={description}
      name="code"
      autoComplete={withCharacters ? 'off' : 'one-time-code'}
      inputMode={withCharacters ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
