// Carries the log over into the file in a thread, so that commands wait for the last few pages only.
//
//   log:  |■■■■■■■■■■■■■■■■□□□□|  it is long → the thread carries over what there is (■), while the writer goes on (□),
//                                 and has the disk keep it
//         |■■■■■■■■■■■■■■■■■■■□|  and goes after it, as long as each time leaves half as many pages
//         |■■■■■■■■■■■■■■■■■■■■|  while it carries over the few that are left, the writer waits: the next write begins the log anew
//
// Carried over by the writer itself, a thousand pages stopped all requests for 120 ms, while the disk made them durable.
//
// How long it is depends on the file. Of 8,000 pages written at random into a large one, two thirds are carried over, and the
// writer waits in 3 of 100 batches; of four times as many, less than half, and in fewer than 1. Where nobody writes
// for a second, a log of 8,000 pages is carried over without anybody waiting.
import { closeSync, openSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Connection } from './connection.ts'
import type { OpenOptions } from './open-sqlite.ts'

export interface CheckpointThreadOptions {
  readonly path: string
  readonly synchronous: NonNullable<OpenOptions['synchronous']>
}

export interface CheckpointThreadData extends CheckpointThreadOptions {
  /** The database, open. */
  readonly file: number
}

/** `most`: the writer goes on meanwhile; `rest`: it waits. */
export type CheckpointPass = 'most' | 'rest'

export interface Checkpoints {
  /** Begins what is due, between two batches. The next one has to wait for a promise that is given back. */
  afterBatch(): Promise<void> | undefined
  /** Resolves when the thread is gone. */
  close(): Promise<void>
  /** Closes the file, once all connections to it are closed: the system gives up their locks with it. */
  release(): void
}

/** The log of a large file may be so many times as long. */
export const LONGEST = 4
/** The log may have half as many pages as the file: of a small one, the same few are carried over again and again, which costs little. */
const SHARE_OF_FILE = 1 / 2
/** Milliseconds without a batch, after which nobody waits for what is carried over. */
const QUIET = 1_000
/** Share of the pages at which a checkpoint begins that the writer waits for. */
const MOST_LEFT = 1 / 32
/**
 * So many it waits for where a pass left more than half of what was left before: a batch comes to several hundred pages, so
 * that as many come during each pass, however short.
 */
const MOST_LEFT_AGAIN = 1 / 4
/**
 * Number of writing statements between two looks at the log. This many add a few hundred pages at most, and a look
 * takes as long as a small statement.
 */
const STATEMENTS_A_LOOK = 50
/** Meanwhile the writer adds to the log; so often the thread goes after it before the writer waits. */
const MOST_PASSES = 6

/** `pages`: the log may have so many before they are carried over; in a large file, up to `LONGEST` times as many. */
export function createCheckpoints(
  writer: Connection,
  { pages, ...options }: CheckpointThreadOptions & { readonly pages: number },
): Checkpoints {
  let worker: Worker | undefined
  let file: number | undefined
  let passes = 0
  let leftBefore = 0
  let pagesBefore = 0
  let hasFailed = false
  let lookedAt = -Infinity
  let under: PromiseWithResolvers<void> | undefined
  let quiet: NodeJS.Timeout | undefined
  const end = (isDone: boolean): void => {
    // A thread with work keeps the process, an idle one does not.
    worker?.unref()
    hasFailed = !isDone
    const ended = under
    under = undefined
    ended?.resolve()
  }
  const start = (): Worker => {
    file ??= openSync(options.path, 'r+')
    const workerData: CheckpointThreadData = { ...options, file }
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
  /** The writer does it next where the thread could not. */
  const carryOverHere = (): undefined => {
    hasFailed = false
    try {
      writer.carryOver('what can be')
    } catch {
      // What was committed lies in the log, and is carried over from there another time.
    }
  }
  /** The promise resolves when the thread is through with it, in whatever way. */
  const begin = (pass: CheckpointPass): Promise<void> | undefined => {
    try {
      worker ??= start()
    } catch {
      return carryOverHere()
    }
    under = Promise.withResolvers<void>()
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(pass)
    return under.promise
  }
  const whenQuiet = (): void => {
    quiet = undefined
    if (under === undefined && !hasFailed) void begin('most')
  }
  /** Forgets the passes before: a short log, such as one that has begun anew, needs none. */
  const forgetPasses = (): undefined => {
    passes = 0
    clearTimeout(quiet)
    quiet = undefined
  }
  /** Is the log as long as it may be, or was it, and the thread goes after what came since? */
  const isDue = (log: number): boolean =>
    passes > 0 || log >= Math.min(LONGEST * pages, Math.max(pages, writer.pagesOfFile() * SHARE_OF_FILE))
  return {
    afterBatch() {
      quiet?.refresh()
      if (under !== undefined || writer.writes - lookedAt < STATEMENTS_A_LOOK) return undefined
      lookedAt = writer.writes
      const log = writer.log()
      const left = log.pages - log.carried
      // It may have begun anew, and be long again by now.
      if (log.pages < pagesBefore) forgetPasses()
      pagesBefore = log.pages
      if (log.pages < pages) return forgetPasses()
      if (left === 0) return undefined
      if (hasFailed) return carryOverHere()
      quiet ??= setTimeout(whenQuiet, QUIET).unref()
      if (!isDue(log.pages)) return undefined
      const most = pages * (passes > 0 && left > leftBefore / 2 ? MOST_LEFT_AGAIN : MOST_LEFT)
      const isLast = left <= most || passes === MOST_PASSES
      passes = isLast ? 0 : passes + 1
      leftBefore = left
      const done = begin(isLast ? 'rest' : 'most')
      return isLast ? done : undefined
    },
    async close() {
      clearTimeout(quiet)
      await under?.promise
      await worker?.terminate()
    },
    release() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
