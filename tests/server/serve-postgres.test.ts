// The process on a PostgreSQL database, where the server of the tests can be started: how it starts, refuses and serves.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, startPostgres } from '../postgres/postgres.ts'
import type { Postgres } from '../postgres/postgres.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LEAVE = join(ROOT, 'shared', 'documents', 'leave-requests.md')
/** Not how long it may take, but when a process that never comes to it is given up. */
const LONGEST = 300_000
const SECRET_KEY = randomBytes(32).toString('base64')

const server = await startPostgres()
const names = ['desk', 'poor', 'taken', 'two']
const addresses = new Map<string, string>()
let child: ChildProcess | undefined
const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'verbatim-serve-'))

beforeAll(async () => {
  if ('reason' in server) return
  const { client } = server
  await client.query('CREATE ROLE guest LOGIN')
  for (const name of names) {
    const database = `verbatim_serve_${name}`
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${database}`)
    addresses.set(name, addressOf(server, database))
  }
})

afterEach(() => {
  for (const each of children.splice(0)) if (each.exitCode === null) each.kill('SIGKILL')
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  if ('reason' in server) return
  for (const name of names) await server.client.query(`DROP DATABASE verbatim_serve_${name} WITH (FORCE)`)
  await server.client.query('DROP ROLE guest')
  await server.stop()
})

/** Starts the built server, and resolves with what it said once it runs or has ended. */
async function start(
  url: string | undefined,
  words: readonly string[] = [LEAVE, '--port', '0'],
): Promise<{ readonly said: string; readonly origin: string }> {
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY, LOG_LEVEL: 'error', DRAIN_SECONDS: '0' }
  const started = spawn(process.execPath, [join(ROOT, 'server', 'dist', 'main.js'), ...words], { env })
  child = started
  children.push(started)
  let said = ''
  const served = new Promise<void>((resolve) => {
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (part) => {
        said += String(part)
        if (/runs at .*\n/.test(said)) resolve()
      })
  })
  // What it said comes after its end.
  await Promise.race([served, once(started, 'close')])
  return {
    get said() {
      return said
    },
    origin: /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '',
  }
}

async function stop(): Promise<void> {
  child?.kill('SIGTERM')
  expect(await once(child!, 'exit')).toEqual([0, null])
}

async function signIn(origin: string, email: string): Promise<{ readonly cookie: string; readonly Origin: string }> {
  const response = await fetch(`${origin}/api/auth/sign-in`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'leave-sample' }),
  })
  expect(response.status).toBe(200)
  return {
    cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
    Origin: origin,
  }
}

describe.skipIf('reason' in server)('on PostgreSQL', () => {
  test(
    'a document is served with its sample, and what was written is there after a restart',
    async () => {
      const first = await start(addresses.get('desk'))
      const headers = await signIn(first.origin, 'sofia.marino@example.com')
      const json = { ...headers, 'Content-Type': 'application/json' }
      const kind = { name: 'Sabbatical', takes_days: false, needs_reason: true, color: '#2f9e44' }
      const created = await fetch(`${first.origin}/api/kinds`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(kind),
      })
      expect([created.status, await created.json()]).toMatchObject([201, kind])
      await stop()

      const { origin } = await start(addresses.get('desk'))
      const again = { ...headers, Origin: origin }
      const read = async (path: string) => (await fetch(`${origin}/api/${path}`, { headers: again })).json()
      expect(await read('kinds?search=sabbatical&count=exact')).toMatchObject({ items: [kind], count: 1 })
      await stop()
    },
    LONGEST,
  )

  test(
    'a draft is tried on a copy of the data, and a plan looks at the data',
    async () => {
      const { origin } = await start(addresses.get('desk'))
      const headers = { ...(await signIn(origin, 'helena.voss@example.com')), 'Content-Type': 'text/markdown' }
      const send = async (path: string) => {
        const body = readFileSync(LEAVE, 'utf8')
        const response = await fetch(`${origin}/api/system/${path}`, { method: 'POST', headers, body })
        return [response.status, await response.json()]
      }
      expect(await send('document/plan')).toMatchObject([200, { plan: { permissions: [], leftOut: [] } }])
      expect(await send('trial?data=copy')).toMatchObject([200, { data: 'copy' }])
      const kindsAt = async (path: string) =>
        (await fetch(`${origin}${path}/api/kinds?count=exact`, { headers })).json() as Promise<{
          readonly items: readonly object[]
        }>
      const kinds = await kindsAt('')
      expect(kinds).toMatchObject({ count: kinds.items.length })
      expect(await kindsAt('/studio/try')).toEqual(kinds)
      await stop()
    },
    LONGEST,
  )

  test(
    'two processes that start together on an empty database both serve it, and follow what is published there',
    async () => {
      const url = addresses.get('two')
      const both = await Promise.all([start(url), start(url)])
      const headers = await signIn(both[0].origin, 'helena.voss@example.com')
      const nameAt = async ({ origin }: { readonly origin: string }) => {
        const answer = await fetch(`${origin}/api/spec`, { headers: { ...headers, Origin: origin } })
        return ((await answer.json()) as { readonly name: string }).name
      }
      const before = await nameAt(both[0])
      expect(await nameAt(both[1])).toBe(before)

      const file = join(folder, 'leave-requests.md')
      writeFileSync(file, readFileSync(LEAVE, 'utf8').replace(/^# Specification: .*$/m, '# Specification: Days off'))
      expect((await start(url, ['publish', file])).said).toMatch(/^Published revision [0-9a-f]{12}\.\n$/)
      expect(child?.exitCode).toBe(0)
      expect(await Promise.all(both.map(nameAt))).toEqual(['Days off', 'Days off'])
      expect((await start(url, ['publish', file])).said).toMatch(/^leave-requests\.md is in force already/)

      // One that starts with the former file takes nothing back.
      const third = await start(url)
      await expect.poll(() => third.said).toContain('leave-requests.md says something else and was not published')
      expect(await nameAt(third)).toBe('Days off')
    },
    LONGEST,
  )

  // A server of the tests' own lets everybody in who has a name there.
  test.skipIf(process.env['DATABASE_URL'] !== undefined)(
    'a start that is refused says why in one sentence',
    async () => {
      const { client } = server as Postgres
      const url = new URL(addresses.get('desk')!)
      const withPart = (change: (at: URL) => void) => {
        const changed = new URL(url)
        change(changed)
        return String(changed)
      }
      const host = url.searchParams.get('host')
      const sentence = async (address: string) => {
        const { said } = await start(address)
        expect(child?.exitCode).toBe(1)
        return said.trimEnd()
      }
      expect(await sentence('postgres://localhost:1/desk')).toBe(
        'No PostgreSQL server answers at localhost:1 (ECONNREFUSED). DATABASE_URL says where it is.',
      )
      expect(await sentence(withPart((at) => (at.pathname = '/nowhere')))).toBe(
        `The PostgreSQL server at ${host} has no database nowhere: createdb nowhere`,
      )
      expect(await sentence(withPart((at) => (at.username = 'nobody')))).toContain('does not let nobody in')
      expect(await sentence(addresses.get('poor')!.replace('//postgres', '//guest'))).toContain(
        'guest may not do what is needed in the database verbatim_serve_poor',
      )
      const taken = withPart((at) => (at.pathname = '/verbatim_serve_taken'))
      const { Client } = await import('pg')
      const other = new Client({ connectionString: taken })
      await other.connect()
      await other.query('CREATE TABLE job (name text)')
      await other.end()
      expect(await sentence(taken)).toContain('holds tables of something else')
      expect((await client.query('SELECT 1')).rowCount).toBe(1)
    },
    LONGEST,
  )
})
