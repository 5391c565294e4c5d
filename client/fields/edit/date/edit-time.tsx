// Writes a time of day as its reader does: "15:30", "3:30 pm", "9".
import { TextInput } from '@mantine/core'
import { writeClockTime } from '#shared/fields/reading/read-time.ts'
import type { EditProps } from '../../field-view.ts'
import { formatLocale } from '../../../words/language.ts'
import { lazily } from '../../../words/lazily.ts'
import { inputProps } from '../input-props.ts'
import { useTypedValue } from '../use-typed-value.ts'

export function EditTime(props: EditProps) {
  const { text, change, leave } = useTypedValue(props, (value, { locale }) => writeClockTime(locale, String(value)))
  return (
    <TextInput
      {...inputProps(props)}
      placeholder={props.compact ? '' : timeForm()}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
    />
  )
}

/** How a time is written here. */
const timeForm = lazily(() => writeClockTime(formatLocale, '14:30'))
