// The disk is full under the real process: it says so, deletes and reads, and goes on by itself when there is room again.
// @module-tag D04
// @module-tag D05
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, notes, startServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { signUp } from './writers.ts'
import type { Caller } from './writers.ts'

/** A small file system of its own in memory: only for those who may mount one. */
const disk = mkdtempSync(join(tmpdir(), 'verbatim-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk]).status === 0

afterAll(() => {
  if (isMounted) spawnSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

describe.skipIf(!isMounted)('a disk that is full (needs to mount a small disk)', () => {
  const file = join(disk, 'document.md')
  const data = join(disk, 'data')
  const ballast = join(disk, 'ballast')
  const written: string[] = []
  let server: ServerProcess
  let caller: Caller
  let port: number

  beforeAll(async () => {
    writeFileSync(file, notes.replace('| text | text | yes |', '| text | long text | yes |'))
    port = await freePort()
    server = await startServer([file, '--data', data], port)
    caller = await signUp(server)
    expect(statSync(join(data, 'reserve')).size).toBe(4_000_000)
  })
  afterAll(async () => server.end('SIGKILL'))

  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const create = (): Promise<Response> =>
    send('POST', 'notes', { text: 'long '.repeat(10_000), writer: caller.person, round: 1 })
  const readyNow = async (): Promise<unknown> => {
    const answer = await fetch(`${server.url}/api/health/ready`)
    return [answer.status, await answer.json()]
  }
  const timesLogged = (part: string): number => server.output().split(part).length - 1
  const free = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize
  const fillDisk = (but: number): void => writeFileSync(ballast, Buffer.alloc(free() - but, 'x'))

  const writeUntilFull = async (): Promise<void> => {
    for (let number = 0; number < 500; number++) {
      const answer = await create()
      const body = (await answer.json()) as { readonly id: string; readonly code: string }
      if (answer.status === 507) return expect(body.code).toBe('storage_full')
      expect(answer.status).toBe(201)
      written.push(body.id)
    }
    throw new Error('the disk never was full')
  }

  test('refuses what is written with 507, says so in `ready` and once in the log, and answers reads', async () => {
    fillDisk(1_000_000)
    await writeUntilFull()
    expect(await readyNow()).toEqual([503, { status: 'not ready', reason: 'disk_full' }])
    for (let number = 0; number < 20; number++) expect((await create()).status).toBe(507)
    expect(timesLogged('the disk is full')).toBe(1)
    expect(written.length).toBeGreaterThan(3)
    for (const id of written) expect((await send('GET', `notes/${id}`)).status).toBe(200)
    expect((await send('GET', 'notes')).status).toBe(200)
  })

  test('lets records be deleted, all of them, from the room that is kept for that', async () => {
    // Somebody else takes what the release has left.
    writeFileSync(`${ballast}-2`, Buffer.alloc(Math.max(0, free() - 1_500_000), 'x'))
    const signIn = { email: 'wanda@example.com', password: 'a sentence of words' }
    expect((await send('POST', 'auth/sign-in', signIn)).status).toBe(200)
    for (const id of written.splice(0)) {
      const answer = await send('DELETE', `notes/${id}`)
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect((await send('GET', `notes/${id}`)).status).toBe(404)
    }
    expect((await create()).status).toBe(507)
    expect(await readyNow()).toEqual([503, { status: 'not ready', reason: 'disk_full' }])
  })

  test('starts on a disk that is full, by the same room, and lets in', async () => {
    await server.end('SIGKILL')
    server = await startServer([file, '--data', data], port, 'live')
    expect((await send('GET', 'notes')).status).toBe(200)
  })

  test('goes on by itself when there is room, and keeps the room for deleting again', async () => {
    rmSync(ballast)
    rmSync(`${ballast}-2`, { force: true })
    for (let tries = 0; tries < 100 && ((await readyNow()) as [number])[0] !== 200; tries++) await sleep(50)
    expect(await readyNow()).toEqual([200, { status: 'ready' }])
    expect((await create()).status).toBe(201)
    expect(statSync(join(data, 'reserve')).size).toBe(4_000_000)
  })
})
