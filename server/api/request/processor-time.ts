// Shares the main thread's time among the requests under way, to charge each with its part.
import { performance } from 'node:perf_hooks'

export interface ProcessorTime {
  /** Call at the beginning; what it gives back is for `end`. */
  begin(): number
  /** Milliseconds that this call has used of the time since, so far. */
  soFar(began: number): number
  /** The same at its end. */
  end(began: number): number
}

/**
 * What the thread does while several calls are under way is divided evenly: no call can be distinguished from another within a turn of the
 * loop, and together they are charged with all of it. Time in which the loop waits is nobody's.
 */
export function createProcessorTime(active = () => performance.eventLoopUtilization().active): ProcessorTime {
  let underWay = 0
  let last = active()
  /** What a call that were always under way would have been charged. */
  let charged = 0
  const advance = (): void => {
    const now = active()
    charged += (now - last) / Math.max(1, underWay)
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
  }
}
