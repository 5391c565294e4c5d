// Verifies the document in force apart from the requests; one verification at a time.
import type { LineReport, VerificationBody, Verifications } from '#shared/protocol/verification.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import { runThread } from '../run-thread.ts'
import type { Storage } from '../storage/storage.ts'

export interface VerificationsOptions {
  readonly current: Pick<CurrentDocument, 'running'>
  /** Keeps the latest report. */
  readonly storage: Storage
  /** Milliseconds since 1970. */
  readonly clock: { now(): number }
  readonly log: { error(fields: object, message: string): void }
  /** Milliseconds after which no more checks are made. */
  readonly longest?: number
}

export interface VerifyWork {
  readonly file: string
  readonly text: string
  readonly origin: string
  /** How long checks are made. */
  readonly milliseconds: number
}

export type VerifyMessage =
  | { readonly done: number; readonly total: number }
  | { readonly lines: readonly LineReport[] }

const LONGEST = 600_000
/** Key of the report that is kept: one of an earlier text goes with the next. */
const LATEST = 'latest'
/** Milliseconds that a thread has beyond that to work out its checks, to end the last one and to report. */
const REPORTING = 60_000
/** Megabytes of the engine's memory: a thread that needs more ends. */
const MOST_MEMORY = 512

interface Run {
  readonly revision: string
  isRunning: boolean
  body(): VerificationBody
  /** Resolves when its thread has ended, and its folder is gone. */
  stop(): Promise<void>
}

export function createVerifications({
  current,
  storage,
  clock,
  log,
  longest = LONGEST,
}: VerificationsOptions): Verifications {
  let latest: Run | undefined

  const keep = (body: VerificationBody): Promise<void> =>
    storage.write((transaction) =>
      transaction.putSystem('verification', { key: LATEST, person: null, expiresAt: null, value: { ...body } }),
    )

  function run(origin: string): Run {
    const { file, text, revision } = current.running
    const at = new Date(clock.now()).toISOString()
    const stopping = new AbortController()
    let progress = { done: 0, total: 0 }
    let lines: readonly LineReport[] | null = null
    const onMessage = (message: VerifyMessage): void => {
      if ('lines' in message) ({ lines } = message)
      else progress = message
    }
    const work: VerifyWork = { file, text, origin, milliseconds: longest }
    const limits = { longest: longest + REPORTING, mostMemory: MOST_MEMORY }
    const url = new URL('./verify-thread.ts', import.meta.url)
    const ended = runThread<VerifyMessage>(url, work, { ...limits, signal: stopping.signal, onMessage })
      .catch((error: unknown) => log.error({ err: error }, 'a verification failed because of an internal error'))
      .then(() => {
        started.isRunning = false
        return lines === null ? undefined : keep(started.body())
      })
      .catch((error: unknown) => log.error({ err: error }, 'the report of a verification could not be kept'))
    const started: Run = {
      revision,
      isRunning: true,
      body: () => ({
        state: started.isRunning ? 'running' : lines ? 'finished' : 'failed',
        file,
        revision,
        at,
        ...progress,
        lines,
      }),
      async stop() {
        stopping.abort()
        await ended
      },
    }
    return started
  }

  async function stop(): Promise<void> {
    const ending = latest
    latest = undefined
    await ending?.stop()
  }

  return {
    async start(origin) {
      while (latest?.isRunning === true && latest.revision !== current.running.revision) await latest.stop()
      const isNew = latest?.isRunning !== true
      if (isNew) latest = run(origin)
      return { isNew }
    },
    async latest() {
      if (latest !== undefined) return latest.body()
      const kept = await storage.database.system('verification', LATEST)
      return kept?.value as VerificationBody | undefined
    },
    async end() {
      await stop()
      await storage.write((transaction) => transaction.deleteSystem('verification', LATEST))
    },
    close: stop,
  }
}
