// Tells the time and sleeps until a moment: the machine's clock, or a simulated one that runs faster.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Only of a simulated clock: how many times as fast as the machine's it runs. */
  readonly speed?: number
  /** Resolves at that moment, or at once when the signal says so; clocks are moved, so look again. */
  sleepUntil(moment: number, signal: AbortSignal): Promise<void>
}

/** No timer of the machine lasts longer. */
const LONGEST_SLEEP = 3_600_000

export const systemClock: Clock = {
  now: () => Date.now(),
  sleepUntil: (moment, signal) => sleep(moment - Date.now(), signal),
}

/** Begins at a moment, and runs `speed` times as fast as the machine's. `elapsed`: milliseconds that only go forward. */
export function simulatedClock(start: number, speed: number, elapsed: () => number = () => performance.now()): Clock {
  const begun = elapsed()
  const now = (): number => Math.floor(start + (elapsed() - begun) * speed)
  return { now, speed, sleepUntil: (moment, signal) => sleep((moment - now()) / speed, signal) }
}

/** The moment as RFC 3339 writes it; within a millisecond it is written once. */
export function createTimestamps({ now }: Pick<Clock, 'now'>): () => string {
  let last = Number.NaN
  let text = ''
  return () => {
    const moment = now()
    if (moment !== last) text = new Date((last = moment)).toISOString()
    return text
  }
}

/** Resolves after so many milliseconds of the machine, or at once when the signal says so; it leaves no listener there. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(LONGEST_SLEEP, Math.max(0, milliseconds)))
    timer.unref()
    signal.addEventListener('abort', end)
  })
}
