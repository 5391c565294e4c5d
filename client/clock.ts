// Tells the moment by which pages go: the browser's, or that of a server whose clock is simulated.
import { useState, useSyncExternalStore } from 'react'
import type { SimulatedTime } from '#shared/protocol/session.ts'

/** The last moment of a simulated clock that the server has sent, and how long this page had been open then. */
let simulated: (SimulatedTime & { readonly openFor: number }) | undefined
const listeners = new Set<() => void>()

/** Goes by a simulated clock from now on. Undefined: the server's clock is a real one, and the browser's own counts. */
export function goByClock(time: SimulatedTime | undefined): void {
  if (time === undefined && simulated === undefined) return
  simulated = time && { ...time, openFor: performance.now() }
  for (const listener of listeners) listener()
}

export function currentTime(): Date {
  if (simulated === undefined) return new Date()
  return new Date(Date.parse(simulated.now) + (performance.now() - simulated.openFor) * simulated.speed)
}

/** RFC 3339. */
export function currentMoment(): string {
  return currentTime().toISOString()
}

/** Keeps the moment at which a component was first drawn. A simulated clock gives another one each time that the server sends its moment: it may have been moved. */
export function useCurrentTime(): Date {
  const last = useSyncExternalStore(listen, lastSent, lastSent)
  const [kept, keep] = useState(() => ({ last, time: currentTime() }))
  if (kept.last === last) return kept.time
  const next = { last, time: currentTime() }
  keep(next)
  return next.time
}

const lastSent = () => simulated

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
