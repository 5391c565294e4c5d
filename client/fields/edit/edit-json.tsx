// Edits JSON.
import { Textarea } from '@mantine/core'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { useTypedValue } from './use-typed-value.ts'
import classes from './input-props.module.css'

export function EditJson(props: EditProps) {
  const { text, change, leave } = useTypedValue(props, (value) => JSON.stringify(value, null, 2))
  return (
    <Textarea
      {...inputProps(props)}
      classNames={{ input: classes['code'] ?? '' }}
      autosize
      minRows={props.compact ? 1 : 4}
      maxRows={18}
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
    />
  )
}
