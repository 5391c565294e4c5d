// Keeps what was used of late, up to a number, without keeping a list of who was when.

/** Holds `most` at the most, and the latest half of that in any case. Finding costs one look into a map. */
export class RecentlyUsed<Value> {
  readonly #half: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(most: number) {
    this.#half = Math.ceil(most / 2)
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
