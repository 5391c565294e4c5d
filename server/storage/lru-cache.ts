// Caches the latest used values, up to a number (LRU).

interface CacheEntry<Value> {
  readonly value: Value
  readonly weight: number
}

/**
 * Holds `most` at the most, and `bytes` by their weight; of both the latest half in any case, and one however heavy.
 * Finding costs one look into a map.
 */
export class LruCache<Value, Key = string> {
  readonly #half: number
  readonly #halfBytes: number
  readonly #onLeave: ((value: Value) => void) | undefined
  #young = new Map<Key, CacheEntry<Value>>()
  #youngBytes = 0
  #old = new Map<Key, CacheEntry<Value>>()
  #turns = 0

  /** `onLeave` gets what is kept no longer. */
  constructor(most: number, bytes = Infinity, onLeave?: (value: Value) => void) {
    this.#half = Math.ceil(most / 2)
    this.#halfBytes = bytes / 2
    this.#onLeave = onLeave
  }

  /** How often the latest half began anew: what was found since the last time need not be found again to stay. */
  get turns(): number {
    return this.#turns
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.#old.delete(key)
    this.set(key, old.value, old.weight)
    return old.value
  }

  /** `weight`: about how many bytes it takes. */
  set(key: Key, value: Value, weight = 0): void {
    const before = this.#young.get(key)
    const isFull = this.#young.size >= this.#half || this.#youngBytes + weight > this.#halfBytes
    if (isFull && before === undefined && this.#young.size > 0) {
      if (this.#onLeave !== undefined) for (const { value: left } of this.#old.values()) this.#onLeave(left)
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
      this.#turns += 1
    }
    this.#youngBytes += weight - (before?.weight ?? 0)
    this.#old.delete(key)
    this.#young.set(key, { value, weight })
  }
}
