// Shares the main thread's time among the requests under way, to charge each with its part.
import { performance } from 'node:perf_hooks'

export interface ProcessorTime {
  /** Call at the beginning; what it gives back is for `end`. */
  begin(): number
  /** Milliseconds that this call has used of the time since, so far. */
  soFar(began: number): number
  /**
   * Ends the measurement and returns the milliseconds of processor time that this call has used. `began` comes from
   * `begin`.
   */
  end(began: number): number
  /**
   * Runs work that belongs to none of the calls under way, such as an import in the background, and tells the
   * milliseconds that it has used. They are charged to no call.
   */
  apart<T>(work: () => Promise<T>, spent: (milliseconds: number) => void): Promise<T>
}

/**
 * Measures the processor time of calls. Busy time is divided evenly among the calls under way, which can't be
 * distinguished within a turn of the loop, so together they are charged with all of it. Idle time is charged to no
 * call.
 */
export function createProcessorTime(active = () => performance.eventLoopUtilization().active): ProcessorTime {
  let underWay = 0
  let last = active()
  /** Milliseconds that would have been charged to a call that had been under way since the start. */
  let charged = 0
  let apartUnderWay = 0
  /** Milliseconds that would have been charged to work apart that had been under way since the start. */
  let chargedApart = 0
  const advance = (): void => {
    const now = active()
    if (apartUnderWay > 0) chargedApart += (now - last) / apartUnderWay
    else charged += (now - last) / Math.max(1, underWay)
    last = now
  }
  return {
    begin() {
      advance()
      underWay += 1
      return charged
    },
    soFar(began) {
      advance()
      return charged - began
    },
    end(began) {
      advance()
      underWay -= 1
      return charged - began
    },
    async apart(work, spent) {
      advance()
      apartUnderWay += 1
      const began = chargedApart
      try {
        return await work()
      } finally {
        advance()
        apartUnderWay -= 1
        spent(chargedApart - began)
      }
    },
  }
}
