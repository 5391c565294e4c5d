// Runs what may take long (counts, summaries, long lists) in a thread with a connection of its own, so that nobody else waits for it.
// Those who ask take turns: whoever asks much waits for himself. What takes too long is ended, from within the statement (`time-limit.ts`).
import { Worker } from 'node:worker_threads'
import type { Bound, Row } from './connection.ts'
import { ReadingTooLong, StorageBusy, StorageDamaged } from './storage.ts'

/** Whoever came later would wait for longer than anybody does, and each holds memory meanwhile. */
const MOST_WAITING = 300
/** Of one who asks; of those who are not signed in, together. */
const MOST_WAITING_OF_ONE = 100
/** Milliseconds of the processor's time that one statement may take. */
const LONGEST = 1_000

export interface SlowReader {
  /**
   * `by`: who asks, null: nobody who is known. Rejects with `StorageBusy` when too many wait already,
   * and with `ReadingTooLong` when the statement was ended.
   */
  all(sql: string, parameters: readonly Bound[], by: string | null): Promise<readonly Row[]>
  close(): Promise<void>
}

export interface SlowOptions {
  readonly path: string
  readonly longest: number
}

export interface SlowRequest {
  readonly sql: string
  readonly parameters: readonly Bound[]
}

export type SlowAnswer =
  | { readonly rows: readonly Row[] }
  | { readonly error: string; readonly reason: 'too long' | 'damaged' | 'other' }

interface Waiting {
  readonly request: SlowRequest
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: Error) => void
}

/** The thread starts with the first request; should it end, only who is being answered hears of it, and another goes on. */
export function startSlowReader(
  path: string,
  { longest = LONGEST, onDamage }: { readonly longest?: number; readonly onDamage?: (detail: string) => void } = {},
): SlowReader {
  const lines = makeLines()
  let worker: Worker | undefined
  let running: Waiting | undefined
  let isClosed = false

  const start = (): Worker => {
    const workerData: SlowOptions = { path, longest }
    const started = new Worker(new URL('./slow-reader-thread.ts', import.meta.url), { workerData })
    started.on('message', (answer: SlowAnswer) => {
      const answered = running
      running = undefined
      goOn()
      if ('rows' in answer) answered?.resolve(answer.rows)
      else {
        if (answer.reason === 'damaged') onDamage?.(answer.error)
        answered?.reject(errorOf(answer))
      }
    })
    started.on('error', (error) => giveUp(started, error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => giveUp(started, new Error('The reading thread has ended.')))
    return started
  }
  const giveUp = (ended: Worker, error: Error): void => {
    // A thread that fails also ends, by when another may be at work.
    if (ended !== worker) return
    worker = undefined
    const failed = running
    running = undefined
    goOn()
    failed?.reject(error)
  }
  const goOn = (): void => {
    running = lines.next()
    if (isClosed) return refuseAll()
    // A thread with work keeps the process, an idle one does not.
    if (running === undefined) return worker?.unref()
    worker ??= start()
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(running.request)
  }

  const refuseAll = (): void => {
    for (; running !== undefined; running = lines.next()) running.reject(new Error('The reading thread has ended.'))
  }

  return {
    all: (sql, parameters, by) =>
      new Promise((resolve, reject) => {
        if (!lines.add(by, { request: { sql, parameters }, resolve, reject }))
          return reject(new StorageBusy('Too many wait for the reading thread.'))
        if (running === undefined) goOn()
      }),
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

function errorOf({ error, reason }: Extract<SlowAnswer, { readonly error: string }>): Error {
  if (reason === 'too long') return new ReadingTooLong(error)
  return reason === 'damaged' ? new StorageDamaged(error) : new Error(error)
}

interface Lines {
  /** False: too many wait already. */
  add(by: string | null, waiting: Waiting): boolean
  /** The first of whoever's turn it is. */
  next(): Waiting | undefined
}

function makeLines(): Lines {
  /** In the order of their turns. */
  const lines = new Map<string | null, Waiting[]>()
  let count = 0
  return {
    add(by, waiting) {
      const line = lines.get(by) ?? []
      if (count >= MOST_WAITING || line.length >= MOST_WAITING_OF_ONE) return false
      line.push(waiting)
      lines.set(by, line)
      count += 1
      return true
    },
    next() {
      for (const [by, line] of lines) {
        const [first, ...others] = line
        lines.delete(by)
        if (others.length > 0) lines.set(by, others)
        if (first === undefined) continue
        count -= 1
        return first
      }
      return undefined
    },
  }
}
