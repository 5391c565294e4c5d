// Edits one word of an enumeration, or several.
import { Checkbox, Group, Input, Select } from '@mantine/core'
import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'
import { useRef, useState } from 'react'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { wordsOf } from '#shared/fields/choice.ts'
import { Segments } from '../../ui/segments.tsx'
import { labelOf } from '../../words/label-of.ts'
import type { EditProps } from '../field-view.ts'
import { useReading } from '../use-reading.ts'
import { say } from '../../words/say.ts'
import { dropdownProps, inputProps } from './input-props.ts'
import type { TypedLetters } from './type-ahead.ts'
import { addLetter, findTyped, onlyBeginning } from './type-ahead.ts'
import { useTypedChoice } from './typed-choice.tsx'
import { readTyped } from './use-typed-value.ts'
import classes from './edit-choice.module.css'

/** The number of words that fit beside each other on a phone. */
const MOST_SEGMENTS = 4
const MOST_LETTERS = 28
/** Number of options up to which a list has no search. Longer lists can be searched by typing. */
const MOST_UNSEARCHED = 8

export function EditChoice(props: EditProps) {
  const { id, label, description, required, value, onChange, error, field, compact } = props
  const words = wordsOf(field.type)
  const data = words.map(({ word }) => ({ value: word, label: labelOf(words, word) }))
  const letters = data.reduce((sum, each) => sum + each.label.length, 0)
  // What a word was chosen in stays: the keyboard is there.
  const [isListed, setListed] = useState(false)
  const isShort = data.length <= MOST_SEGMENTS && letters <= MOST_LETTERS
  if (compact !== true && required && typeof value === 'string' && isShort && !isListed) {
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
          <Segments id={id} labelledBy={`${id}-label`} data={data} value={value} onChange={onChange} />
        </div>
      </Input.Wrapper>
    )
  }
  return (
    <WordSelect
      {...props}
      data={data}
      onChange={(word) => {
        setListed(true)
        onChange(word)
      }}
    />
  )
}

interface SelectProps extends EditProps {
  readonly data: readonly { readonly value: string; readonly label: string }[]
}

/** A list of words in which one can type, where there are many: what is typed is a word, or stays as it is. */
function WordSelect({ data, ...props }: SelectProps) {
  const { required, value, onChange, compact, field } = props
  const reading = useReading()
  const [typed, setTyped] = useState<string>()
  const label = data.find((each) => each.value === value)?.label ?? ''
  const search = typed ?? (value instanceof UnreadText ? value.text : label)
  const isTyped = typed !== undefined && typed.trim() !== ''
  const found = data.find((each) => each.label.toLowerCase().includes(search.trim().toLowerCase()))
  const choose = (word: unknown) => {
    setTyped(undefined)
    if (word !== value) onChange(word)
  }
  const typedChoice = useTypedChoice({ isTyped, search, first: found?.value, choose })
  const letters = useTypedLetters(data, value, choose)
  const isSearched = compact === true || data.length > MOST_UNSEARCHED || value instanceof UnreadText
  return (
    <Select
      {...inputProps(props)}
      {...dropdownProps(props)}
      data={data}
      value={typeof value === 'string' ? value : null}
      onChange={choose}
      allowDeselect={false}
      clearable={!required}
      searchable={isSearched}
      {...(isSearched
        ? {
            ...typedChoice,
            searchValue: search,
            nothingFoundMessage: say('Nothing found'),
            onInput: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setTyped(currentTarget.value),
            // Letters go to the words, wherever it was clicked.
            onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => typed === undefined && currentTarget.select(),
            onBlur: () => typed !== undefined && choose(onlyBeginning(data, typed) ?? readTyped(typed, field, reading)),
          }
        : { onKeyDownCapture: letters, inputContainer: typedChoice.inputContainer })}
    />
  )
}

/** Takes letters before the list does: a space within a word does not open it. */
function useTypedLetters(data: SelectProps['data'], value: unknown, choose: (word: string) => void) {
  const typed = useRef<TypedLetters>(undefined)
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget, timeStamp } = event
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter || currentTarget.getAttribute('aria-expanded') === 'true') return
    const next = addLetter(typed.current, key, timeStamp)
    if (next.text.trim() === '') return
    typed.current = next
    event.preventDefault()
    event.stopPropagation()
    const found = findTyped(data, value, next.text)
    if (found !== undefined) choose(found)
  }
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
