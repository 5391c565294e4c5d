// Counts what is noted by key in windows of ten minutes: one by one up to 20, then once for each doubling.

/** So many in a window are noted each. Beyond, each doubling is noted once, for as many as it stands for. */
const ONE_BY_ONE = 20
const WINDOW_MILLISECONDS = 10 * 60 * 1000

/** The number of keys that are counted at once; beyond it the keys that were counted longest ago are forgotten. */
const MOST_WINDOWS = 10_000

interface Window {
  readonly ends: number
  counted: number
  /** How many of them the notes so far stand for. */
  noted: number
}

export interface Tally {
  /**
   * Counts an event and returns how many events the note to be written now stands for, or 0 if none is to be written.
   * `now` is in milliseconds since 1970.
   */
  count(key: string, now: number): number
}

export function createTally(): Tally {
  const windows = new Map<string, Window>()
  return {
    count(key, now) {
      const found = windows.get(key)
      if (found === undefined || found.ends <= now) {
        windows.delete(key)
        if (windows.size >= MOST_WINDOWS) windows.delete(windows.keys().next().value ?? '')
        windows.set(key, { ends: now + WINDOW_MILLISECONDS, counted: 1, noted: 1 })
        return 1 + (found === undefined ? 0 : found.counted - found.noted)
      }
      found.counted += 1
      if (found.counted > ONE_BY_ONE && found.counted < found.noted * 2) return 0
      const times = found.counted - found.noted
      found.noted = found.counted
      return times
    },
  }
}
