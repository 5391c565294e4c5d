// Damage to the files of a data directory: the real process refuses to start, or notices it and writes nothing any more.
// @module-tag D09
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, makeDirectory, notes, runServer, startServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { inTurns, signUp } from './writers.ts'
import type { Caller } from './writers.ts'

const PAGE = 4_096
const NOTES = 150
/** Beyond it nothing is touched; within it a foreign file may be switched to another way of keeping its log. */
const HEADER = 100

const place = makeDirectory(notes.replace('| text | text | yes |', '| text | long text | yes |'))
/** Directories of a process that was stopped in good order, and of one that was killed. */
const stopped = join(place.directory, 'stopped')
const killed = join(place.directory, 'killed')
const ids: string[] = []
let caller: Caller
let port: number

beforeAll(async () => {
  port = await freePort()
  const server = await startServer([place.file, '--data', place.data], port)
  caller = await signUp(server)
  for (let number = 0; number < NOTES; number++) {
    const answer = await send(server, 'POST', 'notes', {
      text: `note ${number} ${'long '.repeat(700)}`,
      writer: caller.person,
      round: number,
    })
    expect(answer.status).toBe(201)
    ids.push(((await answer.json()) as { readonly id: string }).id)
  }
  await server.end('SIGKILL')
  cpSync(place.data, killed, { recursive: true })
  const again = await startServer([place.file, '--data', place.data], port)
  expect(await again.end('SIGTERM')).toBe(0)
  cpSync(place.data, stopped, { recursive: true })
})
afterAll(() => place.remove())

describe('a data directory that was in use', () => {
  const start = async (data: string) => {
    const { code, output } = await runServer([place.file, '--data', data, '--port', String(port)])
    return { code, lines: output.trim().split('\n') }
  }
  const expectRefused = async (
    from: string,
    harm: (data: string) => void,
    part: string,
    where: 'in a copy' | 'in place' = 'in a copy',
  ): Promise<void> => {
    const data = where === 'in place' ? from : copyOf(from)
    harm(data)
    const file = join(data, 'verbatim.db')
    const before = existsSync(file) ? readFileSync(file).subarray(HEADER) : undefined
    const { code, lines } = await start(data)
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(part)
    expect(lines[0]).toContain('Restore a backup')
    expect(existsSync(file) ? readFileSync(file).subarray(HEADER) : undefined).toEqual(before)
  }

  test('is refused without its database: nobody is offered an empty application', async () => {
    await expectRefused(stopped, (data) => rmSync(join(data, 'verbatim.db')), 'verbatim.db is missing')
    await expectRefused(killed, (data) => rmSync(join(data, 'verbatim.db')), 'verbatim.db is missing')
  })

  test('is refused with an empty database', async () => {
    await expectRefused(stopped, (data) => truncateSync(join(data, 'verbatim.db'), 0), 'verbatim.db is empty')
    const empty = (data: string): void => {
      rmSync(join(data, 'verbatim.db'))
      writeFileSync(join(data, 'verbatim.db'), '', { mode: 0o600 })
      const database = new DatabaseSync(join(data, 'verbatim.db'))
      database.exec('CREATE TABLE mine (x); DROP TABLE mine')
      database.close()
    }
    await expectRefused(stopped, empty, 'verbatim.db is empty')
  })

  test('is refused with a database that is cut off, or none any more', async () => {
    await expectRefused(stopped, (data) => truncateSync(join(data, 'verbatim.db'), PAGE * 20), "can't be opened")
    await expectRefused(
      stopped,
      (data) => writeFileSync(join(data, 'verbatim.db'), 'x'.repeat(50_000)),
      "can't be opened",
    )
  })

  test('is refused without its log after a kill, and starts with it', async () => {
    const data = copyOf(killed)
    await expectRefused(data, () => rmSync(join(data, 'verbatim.db-wal')), 'there is no verbatim.db-wal', 'in place')
    await expectRefused(data, () => {}, 'there is no verbatim.db-wal', 'in place')
    const server = await startServer([place.file, '--data', copyOf(killed)], port)
    expect((await send(server, 'GET', `notes/${ids.at(-1)}`)).status).toBe(200)
    await server.end('SIGTERM')
  })

  test('is refused where its marker can’t be read, and starts without one, as those of before had none', async () => {
    await expectRefused(
      stopped,
      (data) => writeFileSync(join(data, 'verbatim.json'), '{'),
      "verbatim.json can't be read",
    )
    const data = copyOf(stopped)
    rmSync(join(data, 'verbatim.json'))
    const server = await startServer([place.file, '--data', data], port)
    expect((await send(server, 'GET', `notes/${ids[0]}`)).status).toBe(200)
    await server.end('SIGTERM')
    expect(JSON.parse(readFileSync(join(data, 'verbatim.json'), 'utf8'))).toEqual({ format: 1, state: 'clean' })
  })
})

describe('a page that is corrupt', () => {
  test('is found in the background: nothing is written any more, the rest is read, and the next start is refused', async () => {
    const data = copyOf(stopped)
    const harmed = corruptNotes(data)
    const server = await startServer([place.file, '--data', data], port, 'live')
    try {
      const ready = await untilNotReady(server)
      expect(ready).toEqual({ status: 'not ready', reason: 'damaged' })
      const refused = await send(server, 'POST', 'notes', { text: 'more', writer: caller.person, round: 1 })
      expect([refused.status, await refused.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'unavailable', remedy: expect.stringContaining('restore a backup') }),
      ])
      expect((await send(server, 'DELETE', `notes/${ids[0]}`)).status).toBe(503)
      const statuses = await inTurns(ids, async (id) => (await send(server, 'GET', `notes/${id}`)).status)
      expect(new Set(statuses)).toEqual(new Set([200, 503]))
      expect(statuses.filter((status) => status === 503).length).toBeLessThan(harmed * 4)
      expect(server.output().split('the database is damaged').length - 1).toBe(1)
    } finally {
      await server.end('SIGTERM')
    }
    const { code, output } = await runServer([place.file, '--data', data, '--port', String(port)])
    expect(code).toBe(1)
    expect(output).toContain('was found to be damaged')
    expect(output).toContain('Restore a backup')
  })
})

async function untilNotReady({ url }: ServerProcess): Promise<unknown> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${url}/api/health/ready`)
    if (answer.status === 503) return answer.json()
    await answer.body?.cancel()
    await sleep(25)
  }
  throw new Error('nothing was noticed')
}

let copies = 0
function copyOf(directory: string): string {
  const data = join(place.directory, `copy-${(copies += 1)}`)
  cpSync(directory, data, { recursive: true })
  return data
}

/** Overwrites pages of the records themselves, in the middle of the table; gives how many. */
function corruptNotes(data: string): number {
  const path = join(data, 'verbatim.db')
  const bytes = readFileSync(path)
  const pages: number[] = []
  for (let page = 1; page * PAGE < bytes.length; page++)
    if (
      bytes[page * PAGE] === 0x0d &&
      bytes.includes('long long', page * PAGE) &&
      bytes.indexOf('note 2', page * PAGE) < (page + 1) * PAGE &&
      bytes.indexOf('note 2', page * PAGE) > 0
    )
      pages.push(page)
  const chosen = pages.slice(Math.floor(pages.length / 2), Math.floor(pages.length / 2) + 3)
  expect(chosen.length).toBe(3)
  const file = openSync(path, 'r+')
  for (const page of chosen) writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(file)
  return chosen.length
}

function send({ url }: ServerProcess, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${url}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
