// An application with a random world in it, and people who ask it over HTTP, many times a second.
import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSession } from '../helpers/create-account.ts'
import type { HistoryEntry } from '../../server/storage/history-entry.ts'
import type { Transaction } from '../../server/storage/transaction.ts'
import type { StartOptions, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { insertWorld } from './random/insert-world.ts'
import { MOMENT } from './random/random-world.ts'
import type { Row } from './entities.ts'
import type { World } from './world.ts'
import { printDocument } from './world.ts'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

export interface Request {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: { readonly [name: string]: string }
}

export interface PolicyApp {
  readonly document: string
  readonly dependencies: Awaited<ReturnType<typeof startApp>>['dependencies']
  /** Sends a request as the person (null: nobody is signed in). `path` goes onto the wire as it stands. */
  ask(me: Row | null, path: string, more?: Request): Promise<Answer>
  readonly clock: { now: number }
  readonly runner: Pick<TestApp['runner'], 'runDue'>
  /** Lists the payloads of the webhooks that wait to be sent. */
  sentPayloads(): Promise<readonly object[]>
  stop(): Promise<void>
}

export function startWorld(
  world: World,
  history: readonly HistoryEntry[] = [],
  document = printDocument(world),
  options: StartOptions = {},
): Promise<PolicyApp> {
  const fill = async (transaction: Transaction): Promise<void> => {
    await insertWorld(transaction, world)
    for (const entry of history) await transaction.appendHistory(entry)
  }
  return startFilled(document, { people: world.rows['Person'] ?? [], fill }, options)
}

/** An application with the records that `fill` writes, the people among them. */
export async function startFilled(
  document: string,
  { people, fill }: { readonly people: readonly Row[]; fill(transaction: Transaction): Promise<void> },
  options: StartOptions = {},
): Promise<PolicyApp> {
  const app = await startApp(document, undefined, options)
  const { dependencies } = app
  const { storage } = dependencies
  await storage.write(fill)
  const tokens = new Map<string, string>()
  for (const { id } of people) tokens.set(id, await createSession(dependencies, id, MOMENT))
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    document,
    dependencies,
    ask(me, path, { method = 'GET', body, headers = {} } = {}) {
      const token = me === null ? undefined : tokens.get(me.id)
      const sent = body === undefined ? undefined : JSON.stringify(body)
      return new Promise((resolve, reject) => {
        const call = request(
          {
            port,
            host: '127.0.0.1',
            method,
            path,
            agent,
            headers: {
              ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
              ...(sent === undefined
                ? {}
                : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }),
              ...headers,
            },
          },
          (response) => {
            const parts: Buffer[] = []
            response.on('data', (part: Buffer) => parts.push(part))
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                text: Buffer.concat(parts).toString('utf8'),
                headers: response.headers,
              }),
            )
            response.on('error', reject)
          },
        )
        call.on('error', reject)
        call.end(sent)
      })
    },
    clock: app.clock,
    runner: app.runner,
    async sentPayloads() {
      const jobs = await storage.database.newestJobs('webhook', 100_000)
      return jobs.map(({ value }) => JSON.parse(String(value['body'])) as object)
    },
    async stop() {
      agent.destroy()
      await app.stop()
    },
  }
}
