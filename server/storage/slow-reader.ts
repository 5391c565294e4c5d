// Runs what may take long (counts, summaries) in a thread with a connection of its own, so that nobody else waits for it.
import { Worker } from 'node:worker_threads'
import type { Bound, Row } from './connection.ts'
import { StorageBusy } from './storage.ts'

/** Whoever came later would wait for longer than anybody does, and each holds memory meanwhile. */
const MOST_WAITING = 300

export interface SlowReader {
  /** Rejects with `StorageBusy` when too many wait already. */
  all(sql: string, parameters: readonly Bound[]): Promise<readonly Row[]>
  close(): Promise<void>
}

export interface SlowRequest {
  readonly number: number
  readonly sql: string
  readonly parameters: readonly Bound[]
}

export type SlowAnswer = { readonly number: number } & ({ readonly rows: readonly Row[] } | { readonly error: string })

interface Waiting {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: Error) => void
}

/** The thread starts with the first request; should it end, the next request starts another. */
export function startSlowReader(path: string): SlowReader {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let count = 0

  const start = (): Worker => {
    const started = new Worker(new URL('./slow-reader-thread.ts', import.meta.url), { workerData: path })
    started.on('message', (answer: SlowAnswer) => {
      const request = waiting.get(answer.number)
      waiting.delete(answer.number)
      if (waiting.size === 0) started.unref()
      if ('rows' in answer) request?.resolve(answer.rows)
      else request?.reject(new Error(answer.error))
    })
    started.on('error', (error) => giveUp(started, error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => giveUp(started, new Error('The reading thread has ended.')))
    return started
  }
  const giveUp = (ended: Worker, error: Error): void => {
    // A thread that fails also ends, by when another may be at work.
    if (ended !== worker) return
    worker = undefined
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }

  return {
    all(sql, parameters) {
      if (waiting.size >= MOST_WAITING) return Promise.reject(new StorageBusy('Too many wait for the reading thread.'))
      worker ??= start()
      // A thread with work keeps the process, an idle one does not.
      worker.ref()
      const number = (count += 1)
      const request: SlowRequest = { number, sql, parameters }
      const answer = new Promise<readonly Row[]>((resolve, reject) => waiting.set(number, { resolve, reject }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(request)
      return answer
    },
    async close() {
      await worker?.terminate()
    },
  }
}
