// The helpdesk with its sample data, or another document, listening: for tests that speak HTTP as people do.
import { systemClock } from '../../server/clock.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createApp } from '../../server/app.ts'
import type { Sample } from '../../server/document/read-sample.ts'
import { readShipped } from './compile-document.ts'
import { helpdeskSample, loadInto } from './people-sample.ts'
import { startApp } from './start-app.ts'

export interface Desk {
  readonly url: string
  /** The application's clock, in milliseconds after the sample was loaded. */
  moveClock(after: number): void
  /** Whoever is signed in proved to be it two hours ago. */
  ageSessions(): Promise<void>
  close(): Promise<void>
}

export interface DeskOptions {
  readonly document?: string
  readonly sample?: Sample | undefined
  /** Serves the built client, under the true clock: browsers have their own. */
  readonly client?: boolean
}

/** Without options the helpdesk as it is shipped, but for its limits of requests, which are none for a test. */
export async function startDesk(options: DeskOptions = { sample: helpdeskSample() }): Promise<Desk> {
  const app = await startApp(options.document ?? unlimited(readShipped('helpdesk')))
  const { clock } = app
  const loadedAt = options.client === true ? Date.now() : clock.now
  clock.now = loadedAt
  const dependencies =
    options.client === true ? { ...app.dependencies, clock: systemClock, clientDirectory } : app.dependencies
  if (options.sample !== undefined)
    await loadInto({ ...dependencies, hash: dependencies.passwords.hash, now: loadedAt }, options.sample)
  // The client needs an application of its own, as the other one serves none.
  const server = options.client === true ? createServer(createApp(dependencies)).listen(0, 'localhost') : app.server
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    moveClock(after) {
      clock.now = loadedAt + after
    },
    ageSessions: () =>
      dependencies.storage.write(async (transaction) => {
        const proven_at = new Date(dependencies.clock.now() - 2 * 3_600_000).toISOString()
        for (const row of await transaction.systemRows('session'))
          await transaction.putSystem('session', { ...row, value: { ...row.value, proven_at } })
      }),
    async close() {
      if (server !== app.server) {
        server.closeAllConnections()
        server.close()
      }
      await app.stop()
    },
  }
}

const clientDirectory = fileURLToPath(new URL('../../client/dist', import.meta.url))

/** The lines above stay where they are. */
function unlimited(document: string): string {
  return document.replace(
    '| requests | 300 per minute |',
    '| requests | 10,000,000 per minute |\n| sign-in attempts | 10,000,000 per minute |',
  )
}
