// Limits how many attempts an account or address may make in a window, in bounded memory.
import type { RateLimiter } from '../../storage/rate-limits.ts'

// What answers requests may not import storage, and shares limits through this.
export type { RateLimiter }

interface RateWindow {
  ends: number
  used: number
}

/** Beyond this many keys of a kind the oldest windows go: an attacker with as many addresses gains one try for each. */
const LARGEST = 50_000

/** `elapsed`: milliseconds of a clock that only goes forward. By the wall clock, which is set back, a window of a minute lasted a day. */
export function createRateLimiter(elapsed: () => number = () => performance.now()): RateLimiter {
  // Each kind has room of its own: a flood of one pushes out nothing of another.
  const kinds = new Map<string, Map<string, RateWindow>>()

  function windowsOf(key: string): Map<string, RateWindow> {
    const kind = key.slice(0, Math.max(0, key.indexOf(' ')))
    const found = kinds.get(kind)
    if (found !== undefined) return found
    const made = new Map<string, RateWindow>()
    kinds.set(kind, made)
    return made
  }

  function secondsLeft(window: RateWindow, now: number): number {
    return Math.max(1, Math.ceil((window.ends - now) / 1000))
  }

  return {
    async count(key, rate) {
      const now = elapsed()
      const windows = windowsOf(key)
      const found = windows.get(key)
      if (found === undefined || found.ends <= now) {
        windows.delete(key)
        if (windows.size >= LARGEST) windows.delete(windows.keys().next().value ?? '')
        windows.set(key, { ends: now + rate.milliseconds, used: 1 })
        return undefined
      }
      if (found.used >= rate.count) return secondsLeft(found, now)
      found.used++
      return undefined
    },
    async giveBack(key) {
      const found = windowsOf(key).get(key)
      if (found !== undefined && found.used > 0) found.used--
    },
    async exceeded(key, rate) {
      const now = elapsed()
      const found = windowsOf(key).get(key)
      return found !== undefined && found.ends > now && found.used >= rate.count ? secondsLeft(found, now) : undefined
    },
    async forget(key) {
      windowsOf(key).delete(key)
    },
  }
}
