// Verifies the document in force apart from the requests; one verification at a time.
import type {
  ByPerson,
  LineReport,
  VerificationBody,
  VerificationItem,
  Verifications,
} from '#shared/protocol/verification.ts'
import { countLines } from '#shared/protocol/verification.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import { createIds } from '../records/new-id.ts'
import { runThread } from '../run-thread.ts'
import type { Storage } from '../storage/storage.ts'
import type { SystemRow } from '../storage/system-row.ts'
import type { Transaction } from '../storage/transaction.ts'

export interface VerificationsOptions {
  readonly current: Pick<CurrentDocument, 'running'>
  /** Keeps the latest reports. */
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
/** Reports of one revision that are kept, and of all together: older ones go with the next. */
const MOST_OF_REVISION = 10
const MOST = 50
/** Milliseconds that a thread has beyond that to work out its checks, to end the last one and to report. */
const REPORTING = 60_000
/** Megabytes of the engine's memory: a thread that needs more ends. */
const MOST_MEMORY = 512

type KeptBody = ByPerson<VerificationBody>
type KeptItem = ByPerson<VerificationItem>

interface Run {
  readonly revision: string
  isRunning: boolean
  body(): KeptBody
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

  const newId = createIds()

  const keep = (body: KeptBody): Promise<void> =>
    storage.write(async (transaction) => {
      const row = { key: body.id, person: null, expiresAt: null }
      await transaction.putSystem('verification', { ...row, value: { ...body } })
      await transaction.putSystem('verification_item', { ...row, value: { ...itemOf(body) } })
      for (const { id } of tooMany(itemsIn(await transaction.systemRows('verification_item'))))
        await forget(transaction, id)
    })

  const list = async (): Promise<readonly KeptItem[]> => itemsIn(await storage.database.systemRows('verification_item'))

  async function find(id: string): Promise<KeptBody | undefined> {
    const row = await storage.database.system('verification', id)
    return row?.value as KeptBody | undefined
  }

  async function newest(): Promise<KeptBody | undefined> {
    const [item] = await list()
    return item === undefined ? undefined : find(item.id)
  }

  function run(origin: string, by: string | null): Run {
    const { file, text, revision } = current.running
    const at = new Date(clock.now()).toISOString()
    const id = newId(at)
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
      .then(() => (lines === null ? undefined : keep({ ...started.body(), state: 'finished', lines })))
      .catch((error: unknown) => log.error({ err: error }, 'the report of a verification could not be kept'))
      .then(() => void (started.isRunning = false))
    const started: Run = {
      revision,
      isRunning: true,
      body: () => ({
        id,
        state: started.isRunning ? 'running' : lines ? 'finished' : 'failed',
        file,
        revision,
        at,
        by,
        ...progress,
        lines: started.isRunning ? null : lines,
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
    async start(origin, by) {
      while (latest?.isRunning === true && latest.revision !== current.running.revision) await latest.stop()
      const isNew = latest?.isRunning !== true
      if (isNew) latest = run(origin, by)
      return { isNew }
    },
    async latest() {
      return latest === undefined ? newest() : latest.body()
    },
    list,
    find,
    async end() {
      const last = latest?.body() ?? (await newest())
      await stop()
      if (last !== undefined) await storage.write((transaction) => forget(transaction, last.id))
    },
    close: stop,
  }
}

function itemOf({ id, file, revision, at, by, lines }: KeptBody): KeptItem {
  const [passed, failed, notTestable] = (['passed', 'failed', 'not_testable'] as const).map((outcome) =>
    countLines(lines ?? [], outcome),
  ) as [number, number, number]
  return { id, file, revision, at, by, passed, failed, notTestable }
}

/** Ids are in the order of their moments. */
function itemsIn(rows: readonly SystemRow[]): readonly KeptItem[] {
  return rows.map(({ value }) => value as unknown as KeptItem).toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

function tooMany(items: readonly KeptItem[]): readonly KeptItem[] {
  const counts = new Map<string, number>()
  return items.filter(({ revision }, at) => {
    const count = (counts.get(revision) ?? 0) + 1
    counts.set(revision, count)
    return at >= MOST || count > MOST_OF_REVISION
  })
}

async function forget(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteSystem('verification', id)
  await transaction.deleteSystem('verification_item', id)
}
