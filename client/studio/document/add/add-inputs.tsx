// Shows one field of the form that adds a part: words, a choice, or a state.
import { Autocomplete, NativeSelect, TextInput } from '@mantine/core'

const LONGEST_NAME = 80
export const LONGEST_SENTENCE = 300

interface WordsProps {
  readonly label: string
  readonly description?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether it may stay empty. */
  readonly isFree?: boolean
  /** Whether it has the focus when the form opens. */
  readonly isFirst?: boolean
  readonly longest?: number
}

export function WordsInput({
  label,
  description,
  value,
  onChange,
  isFree = false,
  isFirst = false,
  longest = isFirst ? LONGEST_NAME : LONGEST_SENTENCE,
}: WordsProps) {
  return (
    <TextInput
      label={label}
      description={description}
      required={!isFree}
      {...(isFirst && { 'data-autofocus': true })}
      maxLength={longest}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  /** Whether it has the focus when the form opens. */
  readonly isFirst?: boolean
}

export function ChoiceInput<Value extends string>({
  label,
  value,
  options,
  onChange,
  isFirst = false,
}: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      {...(isFirst && { 'data-autofocus': true })}
      value={value}
      data={options.map((each) => ({ ...each }))}
      onChange={(event) => {
        const chosen = options.find((each) => each.value === event.currentTarget.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    />
  )
}

interface StateProps {
  readonly label: string
  /** Empty: the entity has no states yet, and gets those that are typed. */
  readonly states: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

export function StateInput({ label, states, value, onChange }: StateProps) {
  if (states.length === 0) return <WordsInput label={label} value={value} onChange={onChange} />
  return <Autocomplete label={label} required data={[...states]} value={value} onChange={onChange} />
}
