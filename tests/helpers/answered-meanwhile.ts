// Counts how often others are answered while something is under way, and what ended while one of them waited.

/** Asks one time after the other until `work` is over. A thread that `work` held up would answer nobody before that. */
export async function countAnsweredMeanwhile(
  work: PromiseLike<unknown>,
  ask: () => PromiseLike<unknown>,
): Promise<number> {
  let isOver = false
  const over = Promise.resolve(work).finally(() => (isOver = true))
  let answered = 0
  while (!isOver) {
    await ask()
    if (!isOver) answered += 1
  }
  await over
  return answered
}

/**
 * How much of something ended while one asked, as a rule: the median of so many times, one after the other. `ended` counts what
 * has ended so far. Who waits behind all that came before sees all of that end.
 */
export async function countEndedMeanwhile(
  many: number,
  ask: () => PromiseLike<unknown>,
  ended: () => number,
): Promise<number> {
  const counts: number[] = []
  while (counts.length < many) {
    const before = ended()
    await ask()
    counts.push(ended() - before)
  }
  return counts.toSorted((one, other) => one - other)[many >> 1] ?? Infinity
}
