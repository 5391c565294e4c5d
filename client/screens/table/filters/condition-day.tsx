// Asks for the day of a condition: written as its reader writes it, or chosen from a month below.
import { ActionIcon, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { writeDay } from '#shared/fields/reading/read-day.ts'
import { CalendarGrid } from '../../../fields/edit/date/calendar-grid.tsx'
import { formOfDay } from '../../../fields/edit/date/form-of-day.ts'
import { useReading } from '../../../fields/use-reading.ts'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'
import type { TypedCondition } from './use-typed-condition.ts'
import { useTypedCondition } from './use-typed-condition.ts'

export function ConditionDay(props: TypedCondition) {
  const { label, onChange } = props
  const { locale, today } = useReading()
  const { text, error, held, change, leave } = useTypedCondition(props, (day) => writeDay(locale, String(day)))
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap="xs">
      <TextInput
        ref={input}
        aria-label={say('Value of {label}', { label })}
        autoComplete="off"
        placeholder={formOfDay(locale)}
        value={text}
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        rightSection={
          <ActionIcon
            aria-label={say('Choose a day: {label}', { label })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="calendar" size={16} />
          </ActionIcon>
        }
      />
      {isOpen && (
        <CalendarGrid
          value={held === undefined ? null : String(held)}
          today={today}
          locale={locale}
          onPick={(day) => {
            leave()
            setOpen(false)
            onChange(day)
            input.current?.focus()
          }}
        />
      )}
    </Stack>
  )
}
