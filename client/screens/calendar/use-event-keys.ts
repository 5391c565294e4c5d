// Moves an event of a calendar by Shift and an arrow key, and keeps the keyboard on it.
import type { CalendarApi, EventMountArg } from '@fullcalendar/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useRef } from 'react'
import { say } from '../../words/say.ts'

const DAYS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
/** Where hours stand below each other, up and down go through them. */
const MINUTES: { readonly [key: string]: number } = { ArrowUp: -30, ArrowDown: 30 }

export function useEventKeys(calendar: () => CalendarApi | undefined) {
  const focused = useRef<string>(undefined)
  const move = (keyEvent: KeyboardEvent) => {
    const days = DAYS[keyEvent.key]
    const id = eventIdOf(keyEvent.target)
    const event = id === undefined ? undefined : calendar()?.getEventById(id)
    if (!keyEvent.shiftKey || days === undefined || !event?.startEditable) return
    keyEvent.preventDefault()
    const minutes = MINUTES[keyEvent.key]
    const hasHours = calendar()?.view.type.startsWith('timeGrid') && !event.allDay
    event.moveDates(hasHours && minutes !== undefined ? { minutes } : { days })
  }
  return {
    around: {
      onKeyDown: move,
      onPointerDown: () => {
        focused.current = undefined
      },
      onFocus: ({ target }: FocusEvent) => {
        focused.current = eventIdOf(target)
      },
    },
    didMount: ({ event, el }: EventMountArg) => {
      el.dataset['event'] = event.id
      // A day of a month shows the beginning of it.
      el.title = String(event.extendedProps['whole'] ?? event.title)
      const link = el.matches('a') ? el : (el.querySelector('a') ?? el)
      if (event.startEditable) link.setAttribute('aria-description', say('Press Shift and an arrow key to move it.'))
      // What it replaces is taken away a little later.
      if (focused.current === event.id)
        requestAnimationFrame(() => {
          if (focused.current === event.id && el.isConnected) link.focus({ preventScroll: true })
        })
    },
  }
}

function eventIdOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-event]')?.dataset['event'] : undefined
}
