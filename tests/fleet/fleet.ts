// Four real processes of the product over one PostgreSQL database, behind a balancer: `npm run test:fleet`.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { ServerProcess } from '../crash/server-process.ts'
import { freePort, makeDirectory, startServer } from '../crash/server-process.ts'
import type { Caller } from '../crash/writers.ts'
import { signUp } from '../crash/writers.ts'
import { databaseOf, dropDatabaseOf } from '../postgres/databases.ts'
import type { Balancer } from './balancer.ts'
import { startBalancer } from './balancer.ts'

export const PROCESSES = 4

export interface Fleet {
  /** The address of the balancer. */
  readonly url: string
  readonly balancer: Balancer
  /** The address of the database. */
  readonly database: string
  /** Addresses of the processes. */
  readonly urls: readonly string[]
  /** The first person, who signed up by the link on the terminal. */
  readonly administrator: Caller
  /** All that the process, or the one before it at this place, said. */
  output(at: number): string
  /** Ends the process at this place: exit code, or the signal. */
  end(at: number, signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
  /** Starts a process at this place, on the document as it is now; resolves when it is ready. */
  start(at: number, ...options: readonly string[]): Promise<void>
  /** Writes the document that processes start with from now on. */
  write(document: string): void
  /** Has processes that start from now on be of another build. */
  use(build: Build): void
  stop(): Promise<void>
}

/** A version of the product that can be started. */
export interface Build {
  /** The folder in which it was built; absent: the working copy. */
  readonly root?: string
  readonly environment?: Readonly<Record<string, string>>
}

export interface FleetOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly build?: Build
  /** The address of the database, in place of one of its own. */
  readonly database?: string
}

/** The first process makes the tables; the others start at once. */
export async function startFleet(document: string, options: FleetOptions = {}): Promise<Fleet> {
  const place = makeDirectory(document)
  const database = options.database ?? (await databaseOf(place.data))
  const ports: number[] = []
  while (ports.length < PROCESSES) ports.push(await freePort())
  const environment = {
    DATABASE_URL: database,
    SECRET_KEY: randomBytes(32).toString('base64'),
    TRUSTED_PROXIES: '1',
    ...options.environment,
  }
  const running: ServerProcess[] = []
  let build = options.build ?? {}
  const start = async (at: number, ...more: readonly string[]): Promise<void> => {
    const settings = { ...environment, ...build.environment }
    running[at] = await startServer([place.file, '--empty', ...more], ports[at] ?? 0, 'ready', settings, build.root)
  }
  const found = (at: number): ServerProcess => {
    const server = running[at]
    if (server === undefined) throw new Error(`No process was started at ${at}.`)
    return server
  }
  await start(0)
  const administrator = await signUp(found(0))
  await Promise.all(ports.slice(1).map((_, at) => start(at + 1)))
  const balancer = await startBalancer(ports)
  return {
    url: balancer.url,
    balancer,
    database,
    urls: ports.map((port) => `http://localhost:${port}`),
    administrator,
    output: (at) => found(at).output(),
    end: (at, signal) => found(at).end(signal),
    start,
    write: (text) => writeFileSync(place.file, text),
    use: (next) => void (build = next),
    async stop() {
      await balancer.close()
      await Promise.all(running.map((server) => server.end('SIGKILL')))
      if (options.database === undefined) await dropDatabaseOf(place.data)
      place.remove()
    },
  }
}
