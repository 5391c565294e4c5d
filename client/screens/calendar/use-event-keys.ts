// Moves an event of a calendar by Shift and an arrow key, and keeps it in sight and the keyboard on it.
import type { CalendarApi, CalendarOptions, EventMountArg } from '@fullcalendar/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { say } from '../../words/say.ts'

const DAYS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
/** Minutes by which up and down move an event in a view with hours below each other. */
const MINUTES: { readonly [key: string]: number } = { ArrowUp: -30, ArrowDown: 30 }

/** Default order of the library for the events of a day. */
const ORDER = ['start', '-duration', 'allDay', 'title']

export function useEventKeys(calendar: () => CalendarApi | undefined) {
  const focused = useRef<string>(undefined)
  const moved = useRef<string>(undefined)
  // A day shows its first few events; the one that was moved last is among them, else it would be gone under people's hands.
  const [monthOrder] = useState(() => {
    const isLater = ({ id }: { readonly id: string }) => Number(id !== moved.current)
    const movedFirst = (one: { readonly id: string }, other: { readonly id: string }) => isLater(one) - isLater(other)
    // The library takes functions and names of fields together; its types do not say so.
    return [movedFirst, ...ORDER] as CalendarOptions['eventOrder']
  })
  const move = (keyEvent: KeyboardEvent) => {
    const days = DAYS[keyEvent.key]
    const id = eventIdOf(keyEvent.target)
    const event = id === undefined ? undefined : calendar()?.getEventById(id)
    if (!keyEvent.shiftKey || days === undefined || !event?.startEditable) return
    keyEvent.preventDefault()
    moved.current = event.id
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
    monthOrder,
    dragStart: ({ event }: { readonly event: { readonly id: string } }) => {
      moved.current = event.id
    },
    didMount: ({ event, el, timeText }: EventMountArg) => {
      el.dataset['event'] = event.id
      // A day shows the beginning of it, and the time where there is room.
      const whole = String(event.extendedProps['whole'] ?? event.title)
      el.title = el.matches('.fc-timegrid-event') ? `${timeText} ${whole}` : whole
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
