// A clock that only goes forward, made of one that is set back, too.

/** Time passes as the clock is moved forward; where it is set back, none does. */
export function forwardOnly(clock: () => number): () => number {
  let last = clock()
  let elapsed = 0
  return () => {
    const now = clock()
    elapsed += Math.max(0, now - last)
    last = now
    return elapsed
  }
}
