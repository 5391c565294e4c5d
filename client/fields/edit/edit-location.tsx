// Edits places by latitude and longitude, as maps copy them.
import { TextInput } from '@mantine/core'
import { fieldType } from '#shared/fields/registry.ts'
import type { EditProps } from '../field-view.ts'
import { say } from '../../words/say.ts'
import { inputProps } from './input-props.ts'
import { useTypedValue } from './use-typed-value.ts'

export function EditLocation(props: EditProps) {
  const { description, compact, field } = props
  const { type } = field
  const { text, change, leave } = useTypedValue(props, (value, reading) =>
    fieldType(type.kind).print(value, type, reading),
  )
  return (
    <TextInput
      {...inputProps(props)}
      description={compact ? undefined : (description ?? say('Latitude and longitude, such as 52.52, 13.405'))}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
    />
  )
}
