// Knows how far the imports and undos are that run in this process, and stops them.

export interface RunningWork<Tally> {
  /** Ends it: the person wants it, or the server stops. */
  readonly signal: AbortSignal
  follow(tally: Tally): void
  end(): void
}

export interface WorkProgress<Tally> {
  begin(id: string): RunningWork<Tally>
  tallyOf(id: string): Tally | undefined
  /** False: it does not run here. */
  stop(id: string): boolean
}

/** There is one of a kind for the process: what the work writes becomes visible to others only when it is done. */
export function createWorkProgress<Tally>(): WorkProgress<Tally> {
  const running = new Map<string, { readonly stopping: AbortController; tally?: Tally }>()
  return {
    begin(id) {
      const own: { readonly stopping: AbortController; tally?: Tally } = { stopping: new AbortController() }
      running.set(id, own)
      return {
        signal: own.stopping.signal,
        follow(tally) {
          own.tally = tally
        },
        end: () => void running.delete(id),
      }
    },
    tallyOf: (id) => running.get(id)?.tally,
    stop(id) {
      const own = running.get(id)
      own?.stopping.abort()
      return own !== undefined
    },
  }
}
