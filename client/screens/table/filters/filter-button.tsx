// Adds a filter: a field is chosen, then what it is asked for; behind a button, or in the sheet of a phone.
import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { FilterCondition } from '../../../data/filters/filter-condition.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import { PopoverButton } from '../../../ui/popover/popover-button.tsx'
import { say } from '../../../words/say.ts'
import classes from './filters.module.css'
import type { FilterField } from './offered-filters.ts'
import scroll from '../../../ui/scroll.module.css'

const ConditionForm = loadPart(async () => (await import('./condition-form.tsx')).ConditionForm)

interface Props {
  readonly fields: readonly FilterField[]
  readonly onAdd: (condition: FilterCondition) => void
}

export function FilterButton({ fields, onAdd }: Props) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<FilterField>()
  const change = (isOpen: boolean) => {
    setOpen(isOpen)
    if (isOpen) setChosen(undefined)
  }
  return (
    <PopoverButton
      label={say('Filter')}
      icon={<Icon name="filter" size={15} />}
      command={say('Filter the list')}
      shortcut="f"
      isOpen={open}
      onChange={change}
      side="start"
      width={300}
    >
      {chosen ? (
        <ConditionForm
          key={chosen.path}
          field={chosen}
          onApply={(condition) => {
            onAdd(condition)
            setOpen(false)
          }}
        />
      ) : (
        <FieldList fields={fields} onChoose={setChosen} />
      )}
    </PopoverButton>
  )
}

/** Chooses a filter in a sheet of its own, where the fields are shown at once. */
export function FilterChoice({ fields, onAdd }: Props) {
  const [chosen, setChosen] = useState<FilterField>()
  if (!chosen) return <FieldList fields={fields} onChoose={setChosen} isTouched />
  return (
    <Stack gap="xs">
      <ConditionForm
        key={chosen.path}
        field={chosen}
        onApply={(condition) => {
          onAdd(condition)
          setChosen(undefined)
        }}
      />
      <Button variant="subtle" color="gray" onClick={() => setChosen(undefined)}>
        {say('Another field')}
      </Button>
    </Stack>
  )
}

function FieldList({
  fields,
  onChoose,
  isTouched = false,
}: {
  readonly fields: readonly FilterField[]
  readonly onChoose: (field: FilterField) => void
  /** The keys of a phone would hide what they are to choose from. */
  readonly isTouched?: boolean
}) {
  const [typed, setTyped] = useState('')
  const found = fields.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Stack gap="xs">
      <TextInput
        data-autofocus={isTouched ? undefined : true}
        aria-label={say('Find a field')}
        placeholder={say('Filter by …')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter' || !first) return
          event.preventDefault()
          onChoose(first)
        }}
      />
      <div className={isTouched ? classes['touched'] : scroll['scroll']}>
        <ul className={classes['fields']}>
          {found.map((field) => (
            <li key={field.path}>
              <UnstyledButton className={classes['field'] ?? ''} onClick={() => onChoose(field)}>
                {field.label}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            {say('No fields found.')}
          </Text>
        )}
      </div>
    </Stack>
  )
}
