// Shows a month to choose a day from, by pointer or by keyboard.
import { ActionIcon } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useModel } from '../../../data/spec.ts'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'
import classes from './calendar-grid.module.css'
import { addDays, addMonths, dayInWeek, weeksOf } from './month-days.ts'

interface Props {
  readonly value: string | null
  /** "2026-11-21" */
  readonly today: string
  readonly locale: string
  readonly onPick: (iso: string) => void
}

export function CalendarGrid({ value, today, locale, onPick }: Props) {
  const [at, setAt] = useState(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const isMoved = useRef(true)
  // The month opens at once with its room; its days follow in the next frame.
  const areDaysDrawn = useDeferredValue(true, false)
  // The keyboard goes where the day is; the buttons beside the month keep it.
  useEffect(() => {
    if (areDaysDrawn && isMoved.current) grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }, [at, areDaysDrawn])
  const first = useModel().settings.firstDayOfWeek
  const formats = formatsFor(locale)
  const weeks = weeksOf(at, first)
  const go = (to: string, moved: boolean) => {
    isMoved.current = moved
    setAt(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepOf(event, at, first)
    if (to === undefined) return
    event.preventDefault()
    go(to, true)
  }
  return (
    <div className={classes['calendar']}>
      <div className={classes['head']}>
        <ActionIcon aria-label={say('Previous month')} onClick={() => go(addMonths(at, -1), false)}>
          <Icon name="left" size={16} />
        </ActionIcon>
        <div aria-live="polite" className={classes['month']}>
          {formats.month(at)}
        </div>
        <ActionIcon aria-label={say('Next month')} onClick={() => go(addMonths(at, 1), false)}>
          <Icon name="chevron" size={16} />
        </ActionIcon>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- days are chosen from it */}
      <table ref={grid} role="grid" aria-label={formats.month(at)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={formats.weekday(day, 'long')}>
                {formats.weekday(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value}>
                  {areDaysDrawn && (
                    <button
                      type="button"
                      tabIndex={day === at ? 0 : -1}
                      data-autofocus={day === at || undefined}
                      aria-label={formats.day(day)}
                      aria-current={day === today ? 'date' : undefined}
                      data-chosen={day === value || undefined}
                      data-outside={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className={classes['today']} onClick={() => onPick(today)}>
        {say('Today')}
      </button>
    </div>
  )
}

function stepOf({ key, shiftKey }: KeyboardEvent, at: string, first: number): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(at, -1)
    case 'ArrowRight':
      return addDays(at, 1)
    case 'ArrowUp':
      return addDays(at, -7)
    case 'ArrowDown':
      return addDays(at, 7)
    case 'Home':
      return addDays(at, -dayInWeek(at, first))
    case 'End':
      return addDays(at, 6 - dayInWeek(at, first))
    case 'PageUp':
      return addMonths(at, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(at, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}

/** To make them takes longer than to draw a month: they are kept for the next time. */
const kept = new Map<string, ReturnType<typeof makeFormats>>()

function formatsFor(locale: string): ReturnType<typeof makeFormats> {
  const found = kept.get(locale) ?? makeFormats(locale)
  kept.set(locale, found)
  return found
}

function makeFormats(locale: string) {
  const timeZone = 'UTC'
  const of = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    return (iso: string): string => format.format(Date.parse(`${iso}T00:00:00Z`))
  }
  const weekdays = { short: of({ weekday: 'short' }), long: of({ weekday: 'long' }) }
  return {
    month: of({ month: 'long', year: 'numeric' }),
    day: of({ dateStyle: 'full' }),
    weekday: (iso: string, length: 'short' | 'long') => weekdays[length](iso),
  }
}
