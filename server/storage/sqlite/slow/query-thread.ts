// Owns one reading thread: starts it on demand, terminates it when it is late, and starts another.
import { Worker } from 'node:worker_threads'
import type { Outcome, SlowQuery } from '../../slow/lanes.ts'

export interface SlowRequest extends SlowQuery {
  /** Milliseconds of the processor's time that it may take. */
  readonly longest: number
}

/** Outcome of a statement as a thread sends it: an error becomes its message. */
export type ThreadOutcome =
  | Exclude<Outcome, { readonly kind: 'failed' }>
  | { readonly kind: 'failed'; readonly message: string; readonly spent: number }

export type SlowMessage = ThreadOutcome | { readonly kind: 'ready' }

export interface QueryThread {
  /** One at a time. Never rejects. */
  run(request: SlowRequest): Promise<ThreadOutcome>
  close(): Promise<void>
}

/** A statement ends itself in its own time, unless it is in something that looks at no clock. On a busy machine that may be late, too. */
const TIMES_LATE = 5
/** Threads that were asked to end and have not yet: beyond so many, the next one waits for one of them. */
const MOST_ENDING = 3
const ENDED = 'The reading thread has ended.'

/** `late`: milliseconds before which no statement is ended from outside. */
export function createQueryThread(path: string, late: number): QueryThread {
  const ending = new Set<Promise<unknown>>()
  let worker: Worker | undefined
  let isReady = false
  let isClosed = false
  let running: { readonly request: SlowRequest; readonly resolve: (outcome: ThreadOutcome) => void } | undefined
  let timer: NodeJS.Timeout | undefined

  const finish = (outcome: ThreadOutcome): void => {
    clearTimeout(timer)
    const finished = running
    running = undefined
    // A thread with work keeps the process, an idle one does not.
    worker?.unref()
    finished?.resolve(outcome)
  }
  const end = (ended: Worker): void => {
    worker = undefined
    const over = ended.terminate().finally(() => ending.delete(over))
    ending.add(over)
  }
  /** Starts the clock of a statement when the thread is ready, so that the start of the thread does not count. */
  const startClock = (): void => {
    if (running === undefined) return
    const patience = Math.max(late, TIMES_LATE * running.request.longest)
    timer = setTimeout(() => {
      if (worker) end(worker)
      finish({ kind: 'too long', spent: patience })
    }, patience)
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./slow-query-thread.ts', import.meta.url), { workerData: { path } })
    isReady = false
    started.on('message', (message: SlowMessage) => {
      if (started !== worker) return
      if (message.kind !== 'ready') return finish(message)
      isReady = true
      startClock()
    })
    const giveUp = (message: string): void => {
      if (started !== worker) return
      worker = undefined
      finish({ kind: 'failed', message, spent: 0 })
    }
    started.on('error', (error) => giveUp(error instanceof Error ? error.message : String(error)))
    started.on('exit', () => giveUp(ENDED))
    return started
  }

  return {
    async run(request) {
      while (ending.size >= MOST_ENDING) await Promise.race(ending)
      if (isClosed) return { kind: 'failed', message: ENDED, spent: 0 }
      return new Promise((resolve) => {
        running = { request, resolve }
        worker ??= start()
        worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(request)
        if (isReady) startClock()
      })
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
