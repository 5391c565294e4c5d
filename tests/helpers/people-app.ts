// The helpdesk with its sample data, or another document, listening: for tests that speak HTTP as people do.
import type { AddressInfo } from 'node:net'
import type { Sample } from '../../server/document/sample.ts'
import { readShipped } from './compile-document.ts'
import { helpdeskSample, loadInto } from './people-sample.ts'
import { startApp } from './start-app.ts'

export interface Desk {
  readonly url: string
  /** The application's clock, in milliseconds after the sample was loaded. */
  moveClock(after: number): void
  close(): Promise<void>
}

export interface DeskOptions {
  readonly document?: string
  readonly sample?: Sample | undefined
}

/** Without options the helpdesk as it is shipped, but for its limits of requests, which are none for a test. */
export async function startDesk(options: DeskOptions = { document: unlimited(readShipped('helpdesk')), sample: helpdeskSample() }): Promise<Desk> {
  const app = await startApp(options.document ?? unlimited(readShipped('helpdesk')))
  const { dependencies, clock } = app
  const loadedAt = clock.now
  if (options.sample !== undefined) await loadInto({ ...dependencies, hash: dependencies.passwords.hash, now: loadedAt }, options.sample)
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    moveClock(after) {
      clock.now = loadedAt + after
    },
    close: () => app.stop(),
  }
}

/** The lines above stay where they are. */
function unlimited(document: string): string {
  return document.replace('| requests | 300 per minute |', '| requests | 10,000,000 per minute |\n| sign-in attempts | 10,000,000 per minute |')
}
