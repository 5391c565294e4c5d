// Writes a day, or a moment, as its reader does, with a calendar to choose from.
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Reading } from '#shared/fields/reading/reading.ts'
import type { EditProps } from '../../field-view.ts'
import { useTopLayer } from '../../../ui/dialog/use-top-layer.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { inputProps } from '../input-props.ts'
import { useReading } from '../../use-reading.ts'
import { useTypedValue } from '../use-typed-value.ts'
import { say } from '../../../words/say.ts'

/** How a day, or a moment, is written in an input. */
export interface DateForm {
  /** Pattern of the expected text: "dd/mm/yyyy". */
  readonly placeholder: string
  readonly write: (value: string, reading: Reading) => string
  readonly dayOf: (value: string) => string
  /** The value with another day. */
  readonly onDay: (value: string | null, day: string) => string
}

interface Props extends EditProps {
  readonly form: DateForm
}

export function DateInput({ form, ...props }: Props) {
  const { value, onChange, label, compact } = props
  const { locale, today } = useReading()
  const [open, setOpen] = useState(false)
  // Esc closes the calendar, and not the dialog below it too.
  useTopLayer(open)
  const { text, change, leave } = useTypedValue(props, (held, reading) => form.write(String(held), reading))
  const known = typeof value === 'string' && value !== '' ? value : null
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
          autoComplete="off"
          placeholder={compact ? undefined : form.placeholder}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={leave}
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
          value={known === null ? null : form.dayOf(known)}
          today={today}
          locale={locale}
          onPick={(day) => {
            leave()
            onChange(form.onDay(known, day))
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
