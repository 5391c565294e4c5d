// When an answer leaves that its reader could time: at fixed steps, whatever was read for it that is not for him.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Resolves at the next step for what was asked at this moment: 50 ms later, 100, 200 and so on. */
  untilStep(askedAt: number): Promise<void>
}

/** Among 100,000 records hardly any reading takes longer, and whoever waits for this does not notice. */
const FIRST_STEP = 50

/** Steps double, so that what a step tells of a long reading is its power of two. */
export function stepAfter(elapsed: number): number {
  let step = FIRST_STEP
  while (step < elapsed) step *= 2
  return step
}

export const evenPace: Pace = {
  now: () => performance.now(),
  async untilStep(askedAt) {
    const step = askedAt + stepAfter(performance.now() - askedAt)
    // Timers count whole milliseconds from where they are set: alone, they would tell the fraction at which the reading ended.
    const wholes = Math.floor(step - performance.now())
    if (wholes > 0) await sleep(wholes)
    while (performance.now() < step) await turn()
  },
}

/** `isTold` is asked when all is read: could the time that it took tell its reader of what is not for him? A failure waits too. */
export async function atStep<T>(pace: Pace, isTold: () => boolean, read: () => Promise<T>): Promise<T> {
  const askedAt = pace.now()
  try {
    return await read()
  } finally {
    if (isTold()) await pace.untilStep(askedAt)
  }
}
