// Writes a day, or a moment, as its reader does, with a calendar to choose from.
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { fieldLabel } from '../../../data/field-label.ts'
import type { EditProps } from '../../field-view.ts'
import { useTopLayer } from '../../../ui/dialog/use-top-layer.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { inputProps } from '../input-props.ts'
import { say } from '../../../words/say.ts'

export interface WrittenDate {
  readonly print: (value: string) => string
  /** In JSON form; undefined: it can't be read. */
  readonly read: (text: string) => string | undefined
  /** Why the text can't be read, and what is expected. */
  readonly refuse: (label: string, text: string) => string
  /** What is expected: "dd/mm/yyyy". */
  readonly form: string
  readonly locale: string
  /** "2026-11-21" */
  readonly today: string
  readonly dayOf: (value: string) => string
  /** The value with another day. */
  readonly onDay: (value: string | null, day: string) => string
}

interface Props extends EditProps {
  readonly written: WrittenDate
}

export function DateInput({ written, ...props }: Props) {
  const { value, onChange, label, compact, error, field } = props
  const [open, setOpen] = useState(false)
  // Esc closes the calendar, and not the dialog below it too.
  useTopLayer(open)
  const [typed, setTyped] = useState<string>()
  const kept = typeof value === 'string' ? value : null
  const isKnown = kept !== null && written.read(written.print(kept)) !== undefined
  // What is being typed stays as it is typed, as long as it is what the field holds.
  const isTyped = typed !== undefined && (written.read(typed) ?? (typed.trim() || null)) === kept
  const shown = isTyped ? typed : kept === null ? '' : isKnown ? written.print(kept) : kept
  const change = (text: string) => {
    setTyped(text)
    const trimmed = text.trim()
    // What can't be read is kept as it is, and reported as wrong.
    onChange(trimmed === '' ? null : (written.read(trimmed) ?? trimmed))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.altKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Popover
      withRoles={false}
      opened={open}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      radius="md"
    >
      <Popover.Target>
        <TextInput
          {...inputProps(props)}
          // As its reader writes dates, not as programs do.
          error={error !== undefined && kept !== null && !isKnown ? written.refuse(fieldLabel(field), kept) : error}
          autoComplete="off"
          placeholder={compact ? undefined : written.form}
          value={shown}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={onKeyDown}
          rightSection={
            <ActionIcon
              aria-label={say('Choose a day: {label}', { label })}
              tabIndex={compact ? -1 : 0}
              onClick={() => setOpen(!open)}
              aria-expanded={open}
            >
              <Icon name="calendar" size={16} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={say('Choose a day: {label}', { label })}>
        <CalendarGrid
          value={kept !== null && isKnown ? written.dayOf(kept) : null}
          today={written.today}
          locale={written.locale}
          onPick={(day) => {
            setTyped(undefined)
            onChange(written.onDay(isKnown ? kept : null, day))
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
