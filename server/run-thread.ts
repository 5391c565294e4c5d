// Runs a thread to its end, or until its time is over, in a temporary folder that goes with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Part of what a thread is given: the folder for all that it writes. */
export interface ThreadFolder {
  readonly folder: string
}

export interface ThreadOptions<Message> {
  /** Milliseconds. */
  readonly longest: number
  /** Megabytes of the engine's memory: a thread that needs more fails. */
  readonly mostMemory?: number
  /** Ends the thread at once. */
  readonly signal?: AbortSignal
  readonly onMessage?: (message: Message) => void
}

/** Gives the messages that came in time. A thread that fails rejects. */
export function runThread<Message>(
  url: URL,
  given: object,
  { longest, mostMemory, signal, onMessage }: ThreadOptions<Message>,
): Promise<readonly Message[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-thread-'))
  const worker = new Worker(url, {
    workerData: { ...given, folder } satisfies ThreadFolder,
    ...(mostMemory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: mostMemory } }),
  })
  const messages: Message[] = []
  const stop = (): void => void worker.terminate()
  const timer = setTimeout(stop, longest)
  signal?.addEventListener('abort', stop)
  let failure: { readonly error: unknown } | undefined
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Message) => {
      messages.push(message)
      onMessage?.(message)
    })
    worker.on('error', (error) => (failure = { error }))
    worker.on('exit', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      // A thread that was ended leaves its databases.
      rmSync(folder, { recursive: true, force: true })
      if (failure) reject(failure.error)
      else resolve(messages)
    })
  })
}
