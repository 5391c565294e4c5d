// Lets heavy work wait for its turn, so that it takes no more threads and memory than it may.

/** So much waits already that it would take too long. */
export class TooBusy extends Error {}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** `atOnce` are done at a time, in their order; beyond `longest` that wait, `TooBusy` is thrown. */
export function createWorkQueue(atOnce: number, longest: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= longest) throw new TooBusy('too many are waiting')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
