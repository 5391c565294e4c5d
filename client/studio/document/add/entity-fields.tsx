// Asks for the fields of an entity, or for what a transition asks: a row for each.
import { ActionIcon, Button, Checkbox, Fieldset, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KnownEntity } from '#shared/language/adding/known-parts.ts'
import type { WantedField } from '#shared/language/adding/wanted.ts'
import { CHOICE_TYPES } from '#shared/language/adding/wanted.ts'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'
import classes from './entity-fields.module.css'

interface Props {
  /** Words of their heading. */
  readonly legend: string
  readonly fields: readonly WantedField[]
  /** Least number of them. */
  readonly least: number
  readonly entities: readonly KnownEntity[]
  readonly onChange: (fields: readonly WantedField[]) => void
}

const LONGEST = 200

export function EntityFields({ legend, fields, least, entities, onChange }: Props) {
  const [added, setAdded] = useState(-1)
  const replace = (at: number, field: WantedField) =>
    onChange(fields.map((each, index) => (index === at ? field : each)))
  const types = [
    ...TYPES.map(([value, label]) => ({ value, label })),
    { value: CHOICE_TYPES.one, label: say('A choice of options') },
    { value: CHOICE_TYPES.several, label: say('Several options') },
    ...entities.map(({ identifier, label }) => ({
      value: identifier,
      label: say('Refers to: {name}', { name: label }),
    })),
  ]
  return (
    <Fieldset legend={legend}>
      {fields.map((field, at) => {
        const choice = Object.values(CHOICE_TYPES).find((each) => field.type.startsWith(each))
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place
          <div key={at} className={classes['row']} role="group" aria-label={say('Field {number}', { number: at + 1 })}>
            <TextInput
              label={say('Name of the field')}
              required
              maxLength={LONGEST}
              autoComplete="off"
              ref={at >= least && at === added ? takeFocus : undefined}
              value={field.name}
              onChange={(event) => replace(at, { ...field, name: event.currentTarget.value })}
            />
            <NativeSelect
              label={say('Type')}
              data={types}
              value={choice ?? field.type}
              onChange={(event) => replace(at, { ...field, type: event.currentTarget.value })}
            />
            {choice !== undefined && (
              <TextInput
                label={say('Options, separated by commas')}
                required
                maxLength={LONGEST}
                autoComplete="off"
                value={field.type.slice(choice.length)}
                onChange={(event) => replace(at, { ...field, type: choice + event.currentTarget.value })}
              />
            )}
            <Checkbox
              className={`${classes['small']} ${classes['tick']}`}
              label={say('Required')}
              checked={field.required}
              onChange={(event) => replace(at, { ...field, required: event.currentTarget.checked })}
            />
            {fields.length > least && (
              <ActionIcon
                className={classes['small'] ?? ''}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={say('Remove field {number}', { number: at + 1 })}
                onClick={() => onChange(fields.filter((_, index) => index !== at))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            )}
          </div>
        )
      })}
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => {
          setAdded(fields.length)
          onChange([...fields, { name: '', type: 'text', required: false }])
        }}
      >
        {say('Add a field')}
      </Button>
    </Fieldset>
  )
}

/** The author of a new field goes on with its name. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus()
}

const TYPES = [
  ['text', say('Text in one line')],
  ['long text', say('Long text')],
  ['integer', say('Whole number')],
  ['decimal(2)', say('Number with two decimal places')],
  ['money', say('Money')],
  ['percent', say('Percentage')],
  ['yes/no', say('Yes or no')],
  ['date', say('Date')],
  ['date and time', say('Date and time')],
  ['duration', say('Duration')],
  ['email', say('Email address')],
  ['phone', say('Phone number')],
  ['url', say('Web address')],
  ['image', say('Image file')],
  ['files', say('Files')],
] as const
