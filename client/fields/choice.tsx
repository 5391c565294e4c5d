// Shows and edits one word of an enumeration, or several.
import { Checkbox, Group, Input, SegmentedControl, Select } from '@mantine/core'
import { wordsOf } from '#shared/fields/choice.ts'
import { labelOf, WordBadge } from '../ui/word-badge.tsx'
import type { EditProps, FieldView, ShowProps } from './field-view.ts'
import { inputProps } from './input-props.ts'

export const choice: FieldView = { Show: ShowChoice, Edit: EditChoice, columnWidth: 100 }
export const choices: FieldView = { Show: ShowChoices, Edit: EditChoices, columnWidth: 170, wide: true }

/** So many words fit beside each other on a phone. */
const MOST_SEGMENTS = 4
const MOST_LETTERS = 28

function ShowChoice({ value, field }: ShowProps) {
  return <WordBadge word={String(value)} words={wordsOf(field.type)} badge={field.workflow ?? false} />
}

function ShowChoices({ value, field }: ShowProps) {
  const words = Array.isArray(value) ? value.map(String) : []
  return <>{words.map((word) => labelOf(wordsOf(field.type), word)).join(', ')}</>
}

function EditChoice(props: EditProps) {
  const { id, label, description, required, value, onChange, error, field } = props
  const words = wordsOf(field.type)
  const data = words.map(({ word }) => ({ value: word, label: labelOf(words, word) }))
  const letters = data.reduce((sum, each) => sum + each.label.length, 0)
  if (required && value !== null && data.length <= MOST_SEGMENTS && letters <= MOST_LETTERS) {
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
        <div>
          <SegmentedControl
            id={id}
            aria-labelledby={`${id}-label`}
            data={data}
            value={String(value)}
            onChange={onChange}
            mt={4}
          />
        </div>
      </Input.Wrapper>
    )
  }
  return (
    <Select
      {...inputProps(props)}
      data={data}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      clearable={!required}
      searchable={data.length > 8}
    />
  )
}

function EditChoices({ id, label, description, required, value, onChange, error, field }: EditProps) {
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
