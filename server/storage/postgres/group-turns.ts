// Lets commands of a process that count the same rows run one by one: they would undo each other.

/** The turns of one run of a command. */
export interface HeldTurns {
  /** Waits for those who take one of these turns now. Who holds some waits for no others. */
  take(groups: readonly string[]): Promise<void>
  /** Lets those go on who wait. */
  release(): void
}

/** `longestWait`: milliseconds after which a command goes on beside those that it waits for. */
export function createGroupTurns(longestWait: number): () => HeldTurns {
  const lastOf = new Map<string, Promise<void>>()
  return () => {
    const ends: (() => void)[] = []
    return {
      async take(groups) {
        if (ends.length > 0) return
        // All take them in one order, so that no two wait for each other.
        for (const group of [...new Set(groups)].toSorted()) {
          const before = lastOf.get(group)
          const { promise, resolve } = Promise.withResolvers<void>()
          lastOf.set(group, promise)
          ends.push(() => {
            if (lastOf.get(group) === promise) lastOf.delete(group)
            resolve()
          })
          if (before !== undefined) await atMost(longestWait, before)
        }
      },
      release() {
        for (const end of ends.splice(0)) end()
      },
    }
  }
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, milliseconds)
  await Promise.race([work, isLate])
  clearTimeout(late)
}
