// Refuses a response that takes longer than its route may.
import { refused } from '../../policy/refused.ts'

/**
 * Runs a function within a time limit in milliseconds. A function that exceeds the limit is not stopped, but its
 * result is discarded.
 */
export type WithinTime = <T>(milliseconds: number, run: () => Promise<T>) => Promise<T>

/** Most responses are made in the turn of the loop in which they were asked for: only the others get a timer. */
export function createWithinTime(): WithinTime {
  let begun: (() => void)[] = []
  const startTimers = (): void => {
    const all = begun
    begun = []
    for (const start of all) start()
  }
  return <T>(milliseconds: number, run: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let isOver = false
      let timer: NodeJS.Timeout | undefined
      const settle = async (): Promise<void> => {
        try {
          resolve(await run())
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        } finally {
          isOver = true
          clearTimeout(timer)
        }
      }
      void settle()
      if (begun.length === 0) setImmediate(startTimers)
      begun.push(() => {
        if (!isOver) timer = setTimeout(() => reject(tookTooLong(milliseconds)), milliseconds)
      })
    })
}

const RETRY_SECONDS = 60

function tookTooLong(milliseconds: number): Error {
  return refused('took_too_long', { seconds: milliseconds / 1_000 }, { retryAfter: RETRY_SECONDS })
}
