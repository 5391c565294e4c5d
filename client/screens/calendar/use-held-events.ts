// Keeps what a calendar shows while one of its events is dragged or stretched.
import type { EventInput } from '@fullcalendar/core'
import { useState } from 'react'

/** The library ends a drag whose events are set anew, also to the same ones: they are the same array until it is over. */
export function useHeldEvents(events: EventInput[]) {
  const [held, setHeld] = useState<EventInput[]>()
  const hold = () => setHeld(events)
  const release = () => setHeld(undefined)
  return { events: held ?? events, hold, release }
}
