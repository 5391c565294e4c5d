// Carries the log over into the file: most of it in a thread, so that no command waits for it.
//
//   log:  |■■■■■■■■■■■■■■■■□□□□|  8,000 pages → the thread carries over what there is (■), while the writer goes on (□)
//         |■■■■■■■■■■■■■■■■■■■■|  the writer carries over the few that are left: the next write begins the log anew
import { Worker } from 'node:worker_threads'
import type { Connection } from '../connection.ts'
import type { OpenOptions } from './open-sqlite.ts'

export interface CheckpointThreadOptions {
  readonly path: string
  readonly synchronous: NonNullable<OpenOptions['synchronous']>
}

export interface Checkpoints {
  /** Begins what is due, between two batches. */
  afterBatch(): void
  /** Resolves when the thread is gone. */
  close(): Promise<void>
}

/**
 * Share of the pages at which a checkpoint begins that the writer carries over itself: a thousand pages take a few
 * milliseconds.
 */
const MOST_LEFT = 1 / 8
/**
 * Number of writing statements between two looks at the log. This many add a few hundred pages at most, and a look
 * takes as long as a small statement.
 */
const STATEMENTS_A_LOOK = 50
/** Meanwhile the writer adds to the log; so often the thread goes after it. */
const MOST_PASSES = 3

/** `pages`: the log may have so many before they are carried over. */
export function createCheckpoints(
  writer: Connection,
  { pages, ...workerData }: CheckpointThreadOptions & { readonly pages: number },
): Checkpoints {
  let worker: Worker | undefined
  let passes = 0
  let lookedAt = -Infinity
  let under: PromiseWithResolvers<void> | undefined
  const end = (isDone: boolean): void => {
    // A thread with work keeps the process, an idle one does not.
    worker?.unref()
    // The writer does it next, as it would without a thread.
    if (!isDone) passes = MOST_PASSES
    const ended = under
    under = undefined
    ended?.resolve()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData })
    const giveUp = (): void => {
      if (worker === started) worker = undefined
      end(false)
    }
    started.on('message', end)
    started.on('error', giveUp)
    started.on('exit', giveUp)
    return started
  }
  return {
    afterBatch() {
      if (under !== undefined || writer.writes - lookedAt < STATEMENTS_A_LOOK) return
      lookedAt = writer.writes
      const log = writer.log()
      const left = log.pages - log.carried
      if (log.pages < pages || left === 0) return
      if (left > pages * MOST_LEFT && passes < MOST_PASSES) {
        passes += 1
        under = Promise.withResolvers<void>()
        worker ??= start()
        worker.ref()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage('carry over')
        return
      }
      passes = 0
      try {
        writer.carryOver('what can be')
      } catch {
        // What was committed lies in the log, and is carried over from there another time.
      }
    },
    async close() {
      await under?.promise
      await worker?.terminate()
    },
  }
}
