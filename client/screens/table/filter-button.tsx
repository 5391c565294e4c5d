// Shows one filter of a list with its values.
import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '#shared/model/model.ts'
import { useCandidates } from '../../data/records/related-records.ts'
import { fieldLabel } from '../../data/field-label.ts'
import { Icon } from '../../ui/icon.tsx'
import { useOwnValue } from '../../ui/use-own-value.ts'
import { labelOf } from '../../ui/word-badge.tsx'

interface Props {
  readonly field: Field
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

export function FilterButton({ field, chosen: given, onChange: send }: Props) {
  const [open, setOpen] = useState(false)
  const label = fieldLabel(field)
  const [shown, show] = useOwnValue(given.join(','))
  const chosen = shown.split(',').filter((value) => value !== '')
  const onChange = (values: readonly string[]) => {
    show(values.join(','))
    send(values)
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus width={260}>
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="sm"
          fw={500}
          onClick={() => setOpen(!open)}
          aria-haspopup="dialog"
          rightSection={<Icon name="down" size={14} />}
        >
          {chosen.length > 0 ? `${label} (${chosen.length})` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Filter by ${label}`}>
        {field.type.kind === 'relation' ? (
          <RelatedValues entity={field.type.entity} chosen={chosen} onChange={onChange} label={label} />
        ) : (
          <Values options={wordsOf(field)} chosen={chosen} onChange={onChange} label={label} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ValuesProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

function Values({ label, options, chosen, onChange }: ValuesProps) {
  return (
    <Checkbox.Group aria-label={label} value={[...chosen]} onChange={onChange}>
      <ScrollArea.Autosize mah={280}>
        <Stack gap="xs" p={4}>
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
          {options.length === 0 && (
            <Text size="sm" c="dimmed">
              Nothing found
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}

const MANY = 8

function RelatedValues({
  entity,
  label,
  chosen,
  onChange,
}: Omit<ValuesProps, 'options'> & { readonly entity: string }) {
  const { options, search, setSearch } = useCandidates(entity, chosen)
  const shown = options.filter((option) => option.label.toLowerCase().includes(search.toLowerCase()))
  return (
    <Stack gap="xs">
      {options.length > MANY && (
        <TextInput
          type="search"
          aria-label={`Search in ${label}`}
          placeholder="Search"
          size="sm"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Values label={label} options={shown} chosen={chosen} onChange={onChange} />
    </Stack>
  )
}

function wordsOf(field: Field): ValuesProps['options'] {
  if (field.type.kind === 'yes/no')
    return [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ]
  if (field.type.kind !== 'one of' && field.type.kind !== 'several of') return []
  const { words } = field.type
  return words.map(({ word }) => ({ value: word, label: labelOf(words, word) }))
}
