// Looks through the database for damage, in a thread with a connection of its own: nobody waits for it.
import { Worker } from 'node:worker_threads'

export interface FileCheck {
  /** Describes the damage of the file. Undefined means that there is none, or that the check was stopped. */
  readonly problem: Promise<string | undefined>
  /** Ends after the table that is looked through at the moment. */
  stop(): Promise<void>
}

export interface FileCheckOptions {
  readonly path: string
}

export type FileCheckOutcome = { readonly problem: string | undefined } | { readonly error: string }

export function startFileCheck(path: string): FileCheck {
  const workerData: FileCheckOptions = { path }
  const worker = new Worker(new URL('./file-check-thread.ts', import.meta.url), { workerData })
  // A process that has nothing else to do does not stay for it.
  worker.unref()
  const problem = new Promise<string | undefined>((resolve, reject) => {
    worker.on('message', (outcome: FileCheckOutcome) => {
      if ('error' in outcome) reject(new Error(outcome.error))
      else resolve(outcome.problem)
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve(undefined))
  })
  return {
    problem,
    async stop() {
      await worker.terminate()
    },
  }
}
