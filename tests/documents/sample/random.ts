// A seeded source of chance, so that the sample is the same each time it is written.

export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  between(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  weighted<T>(from: readonly T[], weight: (item: T) => number): T
  shuffle<T>(from: readonly T[]): T[]
}

/** Mulberry32: small, and good enough for stories. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  return {
    next,
    pick,
    between: (low, high) => low + next() * (high - low),
    happens: (probability) => next() < probability,
    weighted(from, weight) {
      let left = next() * from.reduce((sum, item) => sum + weight(item), 0)
      return from.find((item) => (left -= weight(item)) < 0) ?? pick(from)
    },
    shuffle(from) {
      const shuffled = [...from]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = Math.floor(next() * (last + 1))
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    },
  }
}
