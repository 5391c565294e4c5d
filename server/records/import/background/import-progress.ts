// Knows how far the imports are that run in this process, and stops them.
import type { ImportTally } from '../import-tally.ts'

export interface RunningImport {
  /** Ends it: the person wants it, or the server stops. */
  readonly signal: AbortSignal
  follow(tally: ImportTally): void
  end(): void
}

export interface ImportProgress {
  begin(id: string): RunningImport
  tallyOf(id: string): ImportTally | undefined
  isStopped(id: string): boolean
  /** False: it does not run here. */
  stop(id: string): boolean
}

/** There is one for the process: the rows of an import become visible to others only when it is done. */
export function createImportProgress(): ImportProgress {
  const running = new Map<string, { readonly stopping: AbortController; tally?: ImportTally }>()
  return {
    begin(id) {
      const own: { readonly stopping: AbortController; tally?: ImportTally } = { stopping: new AbortController() }
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
    isStopped: (id) => running.get(id)?.stopping.signal.aborted === true,
    stop(id) {
      const own = running.get(id)
      own?.stopping.abort()
      return own !== undefined
    },
  }
}
