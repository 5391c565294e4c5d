// The helpdesk with its sample data, or another document, listening: for tests that speak HTTP as people do.
import type { AddressInfo } from 'node:net'
import { inviteFirst } from '../../server/auth/sign-up/invitations.ts'
import type { Sample } from '../../server/document/read-sample.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { helpdeskSample, loadInto } from './people-sample.ts'
import { copyPreparedData } from './prepared-data.ts'
import type { StartOptions } from './start-app.ts'
import { startApp } from './start-app.ts'

export interface Desk {
  readonly url: string
  /** The application's clock, in milliseconds after the sample was loaded. */
  moveClock(after: number): void
  /** The person who is signed in re-authenticated two hours ago. */
  ageSessions(): Promise<void>
  /** Background jobs run when the test says so. */
  runJobs(): Promise<void>
  /** Returns the path of the link that a start shows while there is no administrator. */
  inviteFirst(): Promise<string>
  close(): Promise<void>
}

export interface DeskOptions {
  readonly document?: string
  readonly sample?: Sample | undefined
  /** Serves the built client, under the true clock: browsers have their own. */
  readonly client?: boolean
  /** A clock in place of the true one: it begins at this moment (RFC 3339), as that of `--clock` does. */
  readonly simulated?: string
  /** Gives the text of a watched file that was not published. */
  readonly followedFile?: StartOptions['followedFile']
}

/** Without options the helpdesk as it is shipped, but for its limits of requests, which are none for a test. */
export async function startDesk(options: DeskOptions = { sample: helpdeskSample() }): Promise<Desk> {
  const { document = unlimited(readShipped('helpdesk')), sample, client = false, simulated, followedFile } = options
  const directory =
    sample === undefined
      ? undefined
      : await copyPreparedData(JSON.stringify([client, sample, document]), (place) =>
          loadAt(place, document, sample, client),
        )
  const app = await startApp(document, directory, { client, simulated, ...(followedFile && { followedFile }) })
  const { clock, dependencies } = app
  const loadedAt = clock.now
  const { port } = app.server.address() as AddressInfo
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
    runJobs: () => app.runner.runDue(),
    async inviteFirst() {
      const invitation = await inviteFirst(dependencies, new Date(dependencies.clock.now()).toISOString())
      if (invitation === undefined) throw new Error('There is an administrator.')
      return invitation.path
    },
    close: () => app.stop(),
  }
}

async function loadAt(directory: string, document: string, sample: Sample, client: boolean): Promise<void> {
  const { clock, dependencies, close } = await startApp(document, directory, { client })
  await loadInto({ ...dependencies, hash: dependencies.passwords.hash, now: clock.now }, sample)
  await close()
}

/** The lines above stay where they are. */
function unlimited(document: string): string {
  return document.replace(
    '| requests | 300 per minute |',
    '| requests | 10,000,000 per minute |\n| sign-in attempts | 10,000,000 per minute |',
  )
}
