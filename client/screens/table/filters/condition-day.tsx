// Asks for the day of a condition: written as its reader writes it, or chosen from a month below.
import { ActionIcon, Stack, TextInput } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { CalendarGrid } from '../../../fields/edit/date/calendar-grid.tsx'
import { makeDateText } from '../../../fields/edit/date/date-text.ts'
import { localDay } from '../../../fields/edit/date/edit-moment.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formatLocale } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'

interface Props {
  readonly label: string
  /** "2026-11-21", or what was typed so far. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ConditionDay({ label, value, onChange }: Props) {
  const [today] = useState(() => localDay(new Date()))
  const written = useMemo(() => makeDateText(formatLocale, today), [today])
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const isDay = written.read(value) !== undefined
  const change = (text: string) => {
    setTyped(text)
    onChange(written.read(text.trim()) ?? text.trim())
  }
  return (
    <Stack gap="xs">
      <TextInput
        ref={input}
        aria-label={say('Value of {label}', { label })}
        autoComplete="off"
        placeholder={written.form}
        value={typed ?? (isDay ? written.print(value) : value)}
        error={
          value !== '' && !isDay && typed === undefined && say('Enter the date as {form}.', { form: written.form })
        }
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
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
          value={isDay ? value : null}
          today={today}
          locale={formatLocale}
          onPick={(day) => {
            setTyped(undefined)
            setOpen(false)
            onChange(day)
            input.current?.focus()
          }}
        />
      )}
    </Stack>
  )
}
