// Edits durations: "8h", "8:30", "2 days 4 hours"; a number only has the unit that stands in the input.
import { TextInput } from '@mantine/core'
import { durationOf } from '#shared/fields/duration.ts'
import { bareUnitOf, writeDuration, writeUnit } from '#shared/fields/reading/read-duration.ts'
import type { EditProps } from '../field-view.ts'
import { formatLocale } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import { inputProps } from './input-props.ts'
import { useTypedValue } from './use-typed-value.ts'

export function EditDuration(props: EditProps) {
  const { description, compact, field } = props
  const { text, change, leave } = useTypedValue(props, (value, { locale }) => writeDuration(durationOf(value), locale))
  return (
    <TextInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? say('For example 1:30, 90 min or 2 days 4 h'))}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
      rightSection={writeUnit(bareUnitOf(field), formatLocale)}
      rightSectionPointerEvents="none"
      rightSectionWidth={compact ? 40 : 52}
    />
  )
}
