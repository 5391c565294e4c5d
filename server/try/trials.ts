// Starts and ends trials, one for each author, each in a thread and a folder of its own; both go with it.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ADMINISTRATOR } from '#shared/policy/actor.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { TrialBody, TrialData, TrialEnd, Trials } from '#shared/protocol/trial.ts'
import { TRIAL_MILLISECONDS } from '#shared/protocol/trial.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import type { DataPlace } from '../document/data-place.ts'
import { sizeOfData } from '../document/data-place.ts'
import type { Refused } from '../policy/refused.ts'
import { refused, refusedFields } from '../policy/refused.ts'
import { sessionCookieName } from '../auth/sessions/cookies.ts'
import { rolesIn } from '../policy/roles-in.ts'
import { appendAudit } from '../records/audit/append-audit.ts'
import type { Storage } from '../storage/storage.ts'
import type { TrialPlace } from './forward-request.ts'
import { forwardRequest } from './forward-request.ts'
import type {
  ChosenActor,
  NumberedQuestion,
  TrialAnswers,
  TrialQuestion,
  TrialRefusal,
  TrialState,
  TrialThreadMessage,
  TrialWork,
} from './trial-work.ts'

export interface ServedTrials extends Trials {
  /** Passes a request on to the author's trial. `onFailed`: it does not respond. */
  forward(author: string, request: IncomingMessage, response: ServerResponse, onFailed: () => void): void
  /** Ends the trials of those who are signed out or no administrators any more. */
  review(): Promise<void>
  /** Ends them all: the server stops. */
  close(): Promise<void>
}

export interface TrialsOptions {
  /** Trials have their folders in it. */
  readonly directory: string
  /** The data, of which copies are made. */
  readonly place: DataPlace
  readonly storage: Storage
  readonly current: Pick<CurrentDocument, 'running'>
  /** Milliseconds since 1970. */
  readonly clock: { now(): number }
  readonly log: { error(fields: object, message: string): void }
  readonly clientDirectory: string
  readonly documentDirectory?: string | undefined
  readonly sampleOf?: string | undefined
  readonly limits?: Partial<TrialLimits>
}

export interface TrialLimits {
  /** Trials at once. */
  readonly most: number
  /** Bytes of a database that is copied. */
  readonly copied: number
  /** Bytes that a trial may write beside what was copied. */
  readonly written: number
  /** Milliseconds that a trial lasts. */
  readonly milliseconds: number
}

const LIMITS: TrialLimits = { most: 2, copied: 200_000_000, written: 100_000_000, milliseconds: TRIAL_MILLISECONDS }
/** Megabytes of the engine's memory: a thread that needs more ends. */
const MOST_MEMORY = 512
/** Milliseconds within which a trial opens, and within which it answers. */
const LONGEST_OPENING = 120_000
const LONGEST_ANSWER = 60_000
const REVIEW_MILLISECONDS = 30_000
const FOLDER = 'trials'

export function createTrials(options: TrialsOptions): ServedTrials {
  const { directory, place, storage, current, clock, log } = options
  const { clientDirectory, documentDirectory, sampleOf } = options
  const limits = { ...LIMITS, ...options.limits }
  const folders = join(directory, FOLDER)
  // A server that was killed has left them.
  rmSync(folders, { recursive: true, force: true })
  const trials = new Map<string, StartedTrial>()
  let reviewing: NodeJS.Timeout | undefined

  const find = (author: string): StartedTrial => {
    const trial = trials.get(author)
    if (trial?.place === undefined) throw refused('trial_ended')
    return trial
  }
  /** Its author throws it away by a call, which notes it. */
  const noteEnd = async (author: string, why: TrialEnd): Promise<void> => {
    if (why === 'thrown away') return
    const at = new Date(clock.now()).toISOString()
    const { revision } = current.running
    const detail = { why }
    await storage.write((transaction) =>
      appendAudit(transaction, { event: 'trial_ended', at, by: null, subject: author, detail, revision }),
    )
  }
  const bodyOf = ({ data, endsAt }: StartedTrial, state: TrialState): TrialBody => ({ data, endsAt, ...state })

  async function end(author: string, why: TrialEnd): Promise<boolean> {
    const trial = trials.get(author)
    await trial?.end(why)
    return trial !== undefined
  }

  async function review(): Promise<void> {
    for (const author of trials.keys())
      if (!(await mayGoOn(storage, author, clock.now()))) await end(author, 'signed out')
  }

  return {
    async start(author, start) {
      const size = start.data === 'copy' ? await sizeOfData(place) : 0
      if (size > limits.copied)
        throw refused('trial_too_large', { size: megabytes(size), most: megabytes(limits.copied) })
      // Another start of the author may have come first meanwhile.
      while (trials.has(author.id)) await end(author.id, 'another')
      if (trials.size >= limits.most) throw refused('trials_full', { most: limits.most })
      mkdirSync(folders, { recursive: true, mode: 0o700 })
      const work: TrialWork = {
        ...start,
        author,
        place,
        folder: mkdtempSync(join(folders, 'trial-')),
        file: current.running.file,
        sampleOf,
        clientDirectory,
        documentDirectory,
        mostBytes: size + limits.written,
        secret: randomBytes(32).toString('base64url'),
      }
      const trial = startTrial(work, {
        endsAt: new Date(clock.now() + limits.milliseconds).toISOString(),
        milliseconds: limits.milliseconds,
        onFailed: (error) => log.error({ err: error }, 'a trial failed because of an internal error'),
        onEnded: async (why) => {
          if (trials.get(author.id) === trial) trials.delete(author.id)
          if (why !== undefined) await noteEnd(author.id, why)
        },
      })
      trials.set(author.id, trial)
      reviewing ??= setInterval(() => void review().catch(() => undefined), REVIEW_MILLISECONDS).unref()
      try {
        return bodyOf(trial, await trial.opened)
      } catch (error) {
        await trial.end(undefined)
        throw error
      }
    },
    async read(author) {
      const trial = trials.get(author)
      return trial?.place === undefined ? null : bodyOf(trial, await trial.ask({ ask: 'state' }))
    },
    people: (author, search) => find(author).ask({ ask: 'people', search }),
    messages: (author, before) => find(author).ask({ ask: 'messages', before }),
    async actAs(author, actor) {
      const trial = find(author)
      const chosen = await trial.ask({ ask: 'actor', actor })
      trial.become(chosen)
      return chosen.person
    },
    async move(author, step) {
      const trial = find(author)
      return bodyOf(trial, await trial.ask({ ask: 'move', step }))
    },
    end,
    dataOf: (author) => trials.get(author)?.data,
    forward(author, request, response, onFailed) {
      const place = trials.get(author)?.place
      if (place === undefined) onFailed()
      else forwardRequest(place, request, response, onFailed)
    },
    review,
    async close() {
      clearInterval(reviewing)
      await Promise.all([...trials.keys()].map((author) => end(author, 'server')))
    },
  }
}

/** Whether the author is still an administrator who is signed in somewhere. `now`: milliseconds since 1970. */
async function mayGoOn({ database }: Storage, author: string, now: number): Promise<boolean> {
  const person = await database.record('Person', author)
  if (person === undefined || person['active'] === false || !rolesIn(person['roles']).includes(ADMINISTRATOR))
    return false
  const sessions = await database.systemOf('session', author)
  return sessions.some(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
}

interface StartedTrial {
  readonly data: TrialData
  readonly endsAt: string
  /** Undefined until it is open. */
  readonly place: TrialPlace | undefined
  readonly opened: Promise<TrialState>
  ask<Question extends TrialQuestion>(question: Question): Promise<TrialAnswers[Question['ask']]>
  become(chosen: ChosenActor): void
  /** Resolves when its thread has ended, its folder is gone, and the audit has its end. `why` is undefined where nobody has it noted. */
  end(why: TrialEnd | undefined): Promise<void>
}

interface TrialEvents {
  readonly endsAt: string
  readonly milliseconds: number
  readonly onFailed: (error: unknown) => void
  /** `why`: undefined for a trial that was not opened. */
  readonly onEnded: (why: TrialEnd | undefined) => Promise<void>
}

interface WaitingQuestion {
  resolve(answer: never): void
  reject(error: unknown): void
}

function startTrial(work: TrialWork, { endsAt, milliseconds, onFailed, onEnded }: TrialEvents): StartedTrial {
  const worker = new Worker(new URL('./trial-thread.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  })
  const cookies = new Map<string, string>()
  const waiting = new Map<number, WaitingQuestion>()
  const opening = Promise.withResolvers<TrialState>()
  // Who ends it at once does not wait for it.
  opening.promise.catch(() => undefined)
  const ended = Promise.withResolvers<void>()
  let place: TrialPlace | undefined
  let asked = 0
  let isOpened = false
  let ending: TrialEnd | undefined = 'fault'

  const stop = async (why: TrialEnd | undefined): Promise<void> => {
    if (ending === 'fault') ending = why
    place = undefined
    await worker.terminate()
    await ended.promise
  }
  const opensUntil = setTimeout(() => void stop('time'), LONGEST_OPENING)
  const lasts = setTimeout(() => void stop('time'), milliseconds)
  for (const timer of [opensUntil, lasts]) timer.unref()

  const become = ({ secret }: ChosenActor): void => {
    cookies.clear()
    if (secret !== null) cookies.set(sessionCookieName(work.origin), secret)
  }
  worker.on('message', (message: TrialThreadMessage) => {
    if ('port' in message) {
      clearTimeout(opensUntil)
      place = { port: message.port, secret: work.secret, cookies }
      isOpened = true
      become(message.first)
      opening.resolve(message.state)
      return
    }
    if (!('number' in message)) {
      opening.reject(refusalOf(message.refused))
      return
    }
    const asking = waiting.get(message.number)
    waiting.delete(message.number)
    if ('fault' in message) {
      onFailed(message.fault)
      asking?.reject(refused('internal'))
    } else if ('refused' in message) asking?.reject(refusalOf(message.refused))
    else asking?.resolve(message.answer as never)
  })
  worker.on('error', (error) => {
    onFailed(error)
    opening.reject(refused('internal'))
  })
  worker.on('exit', () => {
    place = undefined
    for (const timer of [opensUntil, lasts]) clearTimeout(timer)
    rmSync(work.folder, { recursive: true, force: true })
    for (const { reject } of [opening, ...waiting.values()]) reject(refused('trial_ended'))
    onEnded(isOpened ? ending : undefined)
      .catch(onFailed)
      .finally(ended.resolve)
  })

  return {
    data: work.data,
    endsAt,
    get place() {
      return place
    },
    opened: opening.promise,
    ask<Question extends TrialQuestion>(question: Question) {
      const { promise, resolve, reject } = Promise.withResolvers<TrialAnswers[Question['ask']]>()
      const number = (asked += 1)
      const late = setTimeout(() => reject(refused('unavailable', {}, { retryAfter: 5 })), LONGEST_ANSWER)
      waiting.set(number, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ number, question } satisfies NumberedQuestion)
      return promise.finally(() => clearTimeout(late))
    },
    become,
    end: stop,
  }
}

function refusalOf({ name, problem = '', conflicts = [] }: TrialRefusal): Refused {
  switch (name) {
    case 'nobody_to_view_as':
      return refusedFields('invalid', [fieldError('person', name)])
    case 'document_conflict':
      return refused(name, {}, { conflicts })
    case 'trial_no_sample':
      return refused(name)
    case 'trial_sample_refused':
    case 'trial_role_refused':
      return refused(name, { problem })
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}
