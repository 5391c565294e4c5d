// The process itself: how it refuses to start, and how it stops.
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { SessionBody } from '../../shared/protocol/session.ts'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { HELPDESK } from '../apps/helpdesk.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SEED = join(ROOT, 'shared', 'documents', 'seed.md')
const HELPDESK_FILE = join(ROOT, 'shared', 'documents', 'helpdesk.md')

/** Not how long it may take, but when a process that never comes to it is given up, however busy the machine is. */
const LONGEST = 300_000
const PATIENTLY = { timeout: 240_000 }

const directory = mkdtempSync(join(tmpdir(), 'verbatim-serve-'))
let child: ChildProcess | undefined

afterEach(() => {
  if (child?.exitCode === null) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** Everything that it says on both streams is in `said`. */
function start(...args: readonly string[]): Started {
  return startDocument(SEED, {}, ...args)
}

interface Started {
  readonly child: ChildProcess
  readonly said: { text: string }
}

function startDocument(
  document: string,
  environment: { readonly [name: string]: string },
  ...args: readonly string[]
): Started {
  const env = { ...process.env, ...environment }
  const started = spawn(process.execPath, [join(ROOT, 'server', 'dist', 'main.js'), document, ...args], { env })
  const said = { text: '' }
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (said.text += String(chunk)))
  child = started
  return { child: started, said }
}

describe('the process', () => {
  test(
    'that is asked to stop is gone, though clients go on asking on their connections',
    async () => {
      const { child, said } = start('--data', directory, '--port', '0')
      await expect.poll(() => said.text, PATIENTLY).toMatch(/runs at/)
      const url = /http:\/\/localhost:\d+/.exec(said.text)?.[0]
      const agent = new Agent({ keepAlive: true })
      let answers = 0
      const askOn = (): void => {
        get(`${url}/api/health/live`, { agent }, (response) => {
          answers++
          response.resume().on('end', askOn)
        }).on('error', () => {})
      }
      for (let connection = 0; connection < 4; connection++) askOn()
      await expect.poll(() => answers, PATIENTLY).toBeGreaterThan(20)
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      expect(code).toBe(0)
      agent.destroy()
    },
    LONGEST,
  )

  test(
    'that is asked to stop says so for a while and serves on, until that is over or it is asked again',
    async () => {
      const environment = { DRAIN_SECONDS: '900' }
      const { child, said } = startDocument(SEED, environment, '--data', directory, '--port', '0', '--empty')
      await expect.poll(() => said.text, PATIENTLY).toMatch(/runs at/)
      const url = /http:\/\/localhost:\d+/.exec(said.text)?.[0]
      const ready = async () => {
        const response = await fetch(`${url}/api/health/ready`)
        return [response.status, await response.json()]
      }
      expect(await ready()).toEqual([200, { status: 'ready' }])
      child.kill('SIGTERM')
      await expect.poll(ready, PATIENTLY).toEqual([503, { status: 'not ready', reason: 'leaving' }])
      for (const path of ['/', '/api/spec', '/api/health/live']) expect((await fetch(`${url}${path}`)).status).toBe(200)
      expect(child.exitCode).toBeNull()
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    },
    LONGEST,
  )

  test(
    'has one cache of compiled sources for all its threads',
    async () => {
      const probe = join(directory, 'probe.mjs')
      mkdirSync(directory, { recursive: true })
      writeFileSync(
        probe,
        `import { getCompileCacheDir } from 'node:module'
import { isMainThread } from 'node:worker_threads'
if (!isMainThread) console.error('a thread compiles into', getCompileCacheDir())`,
      )
      const options = { NODE_OPTIONS: `--import ${pathToFileURL(probe).href}` }
      const { said } = startDocument(SEED, options, '--data', join(directory, 'data'), '--port', '0')
      await expect.poll(() => said.text, PATIENTLY).toMatch(/a thread compiles into .*\.cache.verbatim/)
    },
    LONGEST,
  )

  test(
    'loads what compiles only where no start before it has compiled the same text, or that is damaged',
    async () => {
      const probe = join(directory, 'probe.mjs')
      mkdirSync(directory, { recursive: true })
      writeFileSync(
        probe,
        `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  if (/\\/compile-[^/]*$/.test(url)) console.error('loads what compiles')
  return next(url, context)
} })`,
      )
      const environment = {
        NODE_OPTIONS: `--import ${pathToFileURL(probe).href}`,
        NODE_COMPILE_CACHE: join(directory, 'cache'),
      }
      const run = async () => {
        const { child, said } = startDocument(
          HELPDESK_FILE,
          environment,
          '--data',
          join(directory, 'data'),
          '--port',
          '0',
        )
        await expect.poll(() => said.text, PATIENTLY).toMatch(/runs at/)
        const url = /http:\/\/localhost:\d+/.exec(said.text)?.[0]
        expect((await fetch(`${url}/api/tickets`)).status).toBe(401)
        child.kill('SIGTERM')
        await once(child, 'exit')
        return said.text.includes('loads what compiles')
      }
      expect([await run(), await run()]).toEqual([true, false])
      const [kept = ''] = globSync('*/documents/*', { cwd: environment.NODE_COMPILE_CACHE })
      const file = join(environment.NODE_COMPILE_CACHE, kept)
      writeFileSync(file, readFileSync(file).fill(7, 5_000, 5_001))
      expect([await run(), await run()]).toEqual([true, false])
    },
    LONGEST,
  )

  test(
    'says which providers lack their settings',
    async () => {
      const document = join(directory, 'desk.md')
      mkdirSync(directory, { recursive: true })
      const ways = '- sign-in: password, "Company" by OIDC, "My School" by OIDC'
      writeFileSync(document, HELPDESK.replace('- sign-in: password', ways))
      const company = {
        OIDC_COMPANY_ISSUER: 'https://login.example.com',
        OIDC_COMPANY_CLIENT_ID: 'desk',
        OIDC_COMPANY_CLIENT_SECRET: 'never said',
      }
      const { said } = startDocument(document, company, '--data', join(directory, 'data'), '--port', '0', '--empty')
      await expect.poll(() => said.text, PATIENTLY).toMatch(/Open this link once to become administrator/)
      expect(said.text).toContain(
        'Nobody can sign in by "My School" yet: set OIDC_MY_SCHOOL_ISSUER, OIDC_MY_SCHOOL_CLIENT_ID and OIDC_MY_SCHOOL_CLIENT_SECRET.',
      )
      expect(said.text).not.toMatch(/by "Company"|never said/)
    },
    LONGEST,
  )

  test(
    'offers its sample people on this machine, by one click',
    async () => {
      const document = join(ROOT, 'shared', 'documents', 'leave-requests.md')
      const { child, said } = startDocument(document, {}, '--data', directory, '--port', '0')
      await expect.poll(() => said.text, PATIENTLY).toMatch(/Sign in with the password/)
      const url = /http:\/\/localhost:\d+/.exec(said.text)?.[0]
      const { sample } = (await (await fetch(`${url}/api/auth/me`)).json()) as SessionBody
      expect(sample?.people[0]).toMatchObject({ is: 'Administrator' })
      // What somebody is by a relation to records is named too.
      expect(sample?.people.map(({ is }) => is)).toContain('Employee, Approver')
      const signIn = { email: sample?.people[1]?.email, password: sample?.password }
      const headers = { 'Content-Type': 'application/json', Origin: url ?? '' }
      const response = await fetch(`${url}/api/auth/sign-in`, { method: 'POST', headers, body: JSON.stringify(signIn) })
      expect(response.status).toBe(200)
      child.kill('SIGTERM')
      await once(child, 'exit')
      // Jobs that pause between two batches let the storage be closed all the same.
      expect(JSON.parse(readFileSync(join(directory, 'verbatim.json'), 'utf8'))).toMatchObject({ state: 'clean' })
    },
    LONGEST,
  )

  test(
    'loads no sample people where it has a public address, and with --sample prints their own password once',
    async () => {
      const open = { PUBLIC_URL: 'https://desk.example.com' }
      const document = join(ROOT, 'shared', 'documents', 'leave-requests.md')
      const arguments_ = ['--data', directory, '--port', String(await freePort())]
      const run = async (...more: readonly string[]) => {
        const { child, said } = startDocument(document, open, ...arguments_, ...more)
        await expect.poll(() => said.text, PATIENTLY).toMatch(/to become administrator|@example\.com/)
        const port = /--port (\d+)/.exec(arguments_.join(' '))?.[1]
        expect(await (await fetch(`http://localhost:${port}/api/auth/me`)).json()).not.toHaveProperty('sample')
        child.kill('SIGTERM')
        await once(child, 'exit')
        return said.text
      }
      expect(await run()).toContain('The sample data is not loaded, because other machines can reach this server.')
      const first = await run('--sample')
      expect(first.match(/password "[\w-]{16}"/g)).toHaveLength(1)
      const second = await run()
      expect(second).toContain('Sign in with the password that was shown at the first start')
      expect(second).not.toMatch(/password "/)
    },
    LONGEST,
  )

  test.runIf(process.platform === 'linux').each(['/proc/verbatim', '/proc/verbatim/deep', join(SEED, 'x')])(
    'says in one sentence that its data can not be kept in %s, and exits with 1',
    async (data) => {
      const { child, said } = start('--data', data, '--port', '0')
      const [code] = await once(child, 'exit')
      expect(code).toBe(1)
      expect(said.text).toMatch(/^The data directory \S+ can't be made: .+\.\n$/)
    },
    LONGEST,
  )
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
