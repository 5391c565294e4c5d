// Edits one word of an enumeration, or several.
import { Checkbox, Group, Input, Select } from '@mantine/core'
import { useState } from 'react'
import { wordsOf } from '#shared/fields/choice.ts'
import { Segments } from '../../ui/segments.tsx'
import { labelOf } from '../../ui/word-badge.tsx'
import type { EditProps } from '../field-view.ts'
import { dropdownProps, inputProps } from './input-props.ts'
import classes from './edit-choice.module.css'

/** So many words fit beside each other on a phone. */
const MOST_SEGMENTS = 4
const MOST_LETTERS = 28

export function EditChoice(props: EditProps) {
  const { id, label, description, required, value, onChange, error, field, compact } = props
  const words = wordsOf(field.type)
  const data = words.map(({ word }) => ({ value: word, label: labelOf(words, word) }))
  const letters = data.reduce((sum, each) => sum + each.label.length, 0)
  // What a word was chosen in stays: the keyboard is there.
  const [isListed, setListed] = useState(false)
  const isShort = data.length <= MOST_SEGMENTS && letters <= MOST_LETTERS
  if (compact !== true && required && value !== null && isShort && !isListed) {
    return (
      <Input.Wrapper
        id={id}
        label={label}
        labelElement="div"
        labelProps={{ id: `${id}-label` }}
        description={description}
        withAsterisk
        error={error}
      >
        <div className={classes['segments']}>
          <Segments id={id} labelledBy={`${id}-label`} data={data} value={String(value)} onChange={onChange} />
        </div>
      </Input.Wrapper>
    )
  }
  return (
    <Select
      {...inputProps(props)}
      {...dropdownProps(props)}
      data={data}
      value={typeof value === 'string' ? value : null}
      onChange={(word) => {
        setListed(true)
        onChange(word)
      }}
      clearable={!required}
      searchable={compact === true || data.length > 8}
      selectFirstOptionOnChange
    />
  )
}

export function EditChoices({ id, label, description, required, value, onChange, error, field }: EditProps) {
  const words = wordsOf(field.type)
  return (
    <Checkbox.Group
      id={id}
      label={label}
      description={description}
      withAsterisk={required}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      error={error}
    >
      <Group gap="md" mt="xs">
        {words.map(({ word }) => (
          <Checkbox key={word} value={word} label={labelOf(words, word)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
