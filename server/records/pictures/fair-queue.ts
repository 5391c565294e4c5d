// Gives each person who sends heavy work one piece at a time, in rounds.
import { TooBusy } from '../../work-queue.ts'

export interface FairQueue {
  /** `by`: a person's id or an address, null: nobody who is known. Throws `TooBusy` where too much waits, of them or of all. */
  run<T>(by: string | null, work: () => Promise<T>): Promise<T>
}

export function createFairQueue({
  atOnce,
  mostWaiting,
  mostOfOne,
}: {
  readonly atOnce: number
  readonly mostWaiting: number
  readonly mostOfOne: number
}): FairQueue {
  const lines = new Map<string | null, (() => void)[]>()
  const busy = new Set<string | null>()
  /** When those who wait or work had their last turn, counted by turns. */
  const turns = new Map<string | null, number>()
  let turn = 0
  let waiting = 0

  const begin = (by: string | null): void => {
    busy.add(by)
    turns.set(by, ++turn)
  }
  /** Finds the person whose last turn was longest ago, among those with no work in progress. */
  const findNext = (): string | null | undefined => {
    let next: { readonly by: string | null; readonly turn: number } | undefined
    for (const by of lines.keys()) {
      const last = turns.get(by) ?? 0
      if (!busy.has(by) && (next === undefined || last < next.turn)) next = { by, turn: last }
    }
    return next?.by
  }
  const startNext = (): void => {
    const by = findNext()
    const line = by === undefined ? undefined : lines.get(by)
    if (by === undefined || line === undefined) return
    const start = line.shift()
    if (line.length === 0) lines.delete(by)
    waiting -= 1
    begin(by)
    start?.()
  }
  const end = (by: string | null): void => {
    busy.delete(by)
    startNext()
    if (!lines.has(by) && !busy.has(by)) turns.delete(by)
  }

  return {
    async run(by, work) {
      if (busy.size < atOnce && !busy.has(by)) begin(by)
      else {
        const line = lines.get(by) ?? []
        if (waiting >= mostWaiting || line.length >= mostOfOne) throw new TooBusy('too many are waiting')
        lines.set(by, line)
        waiting += 1
        await new Promise<void>((resolve) => line.push(resolve))
      }
      try {
        return await work()
      } finally {
        end(by)
      }
    },
  }
}
