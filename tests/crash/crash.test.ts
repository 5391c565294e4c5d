// What is acknowledged survives: the real process is killed, and stopped, under 32 writers.
// `npm run test:crash` kills it 1,000 times.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Acknowledged, Caller } from './writers.ts'
import { expectWhole, signUp, startWriters, waitForRecords } from './writers.ts'
import type { ServerProcess } from './server-process.ts'
import { freePort, makeDirectory, notes, runServer, startServer } from './server-process.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2)
const writers = 32

describe('a server under 32 writers', () => {
  const place = makeDirectory(notes)
  const acknowledged: Acknowledged = { notes: new Map(), unanswered: new Set() }
  const args = [place.file, '--data', place.data]
  let port = 0
  let server: ServerProcess
  let caller: Caller

  beforeAll(async () => {
    port = await freePort()
    server = await startServer(args, port)
    caller = await signUp(server)
  })

  afterAll(async () => {
    await server.end('SIGKILL')
    place.remove()
  })

  test(
    `killed ${rounds} times, it loses nothing acknowledged, and leaves nothing half`,
    { timeout: 240_000 + 5_000 * rounds },
    async () => {
      let written = 0
      for (let round = 1; round <= rounds; round++) {
        const writing = startWriters(server.url, caller, round, writers, acknowledged)
        // Each time in the middle of other writes.
        await waitForRecords(acknowledged, acknowledged.notes.size + 20 + ((round * 37) % 130))
        await server.end('SIGKILL')
        await writing.done
        server = await startServer(args, port)
        written += await expectWhole(server.url, caller, round, acknowledged)
      }
      console.log(`${rounds} kills, ${written} records acknowledged`)
      expect(written).toBeGreaterThan(rounds * 10)
    },
  )

  test('killed under fifty requests of one key, it has done them once, and answers their repetition with what came of it', async () => {
    const send = (): Promise<Response> =>
      fetch(`${server.url}/api/notes`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${caller.token}`,
          'idempotency-key': 'once and for all',
        },
        body: JSON.stringify({ text: 'sent many times', writer: caller.person, round: rounds + 2 }),
      })
    const seen = new Set<string>()
    const flood = Promise.allSettled(
      Array.from({ length: 50 }, async () => {
        const answer = await send()
        if (answer.status === 201) seen.add(((await answer.json()) as { id: string }).id)
        else expect(answer.status).toBe(409)
      }),
    )
    await sleep(15)
    await server.end('SIGKILL')
    await flood
    server = await startServer(args, port)
    const repeated = await send()
    expect(repeated.status).toBe(201)
    seen.add(((await repeated.json()) as { id: string }).id)
    expect(seen.size).toBe(1)
    const filter = encodeURIComponent(`round == ${rounds + 2}`)
    const listed = await fetch(`${server.url}/api/notes?filter=${filter}`, {
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect(((await listed.json()) as { items: readonly object[] }).items).toHaveLength(1)
  })

  test('a second process on its data directory refuses to start', async () => {
    const second = await runServer([...args, '--port', String(await freePort())])
    expect(second.code).toBe(1)
    expect(sentences(second.output)).toHaveLength(1)
    expect(second.output).toContain(place.data)
  })

  test('a second process on its port says so', async () => {
    const other = makeDirectory(notes)
    const second = await runServer([other.file, '--data', other.data, '--port', String(port)])
    other.remove()
    expect(second.code).toBe(1)
    expect(sentences(second.output)).toHaveLength(1)
    expect(second.output).toContain(String(port))
  })

  test('stopped in good order, it finishes or refuses what is on the way and ends', async () => {
    const round = rounds + 1
    const writing = startWriters(server.url, caller, round, writers, acknowledged)
    await waitForRecords(acknowledged, acknowledged.notes.size + 20)
    const code = await server.end('SIGTERM')
    expect(code).toBe(0)
    await writing.done
    server = await startServer(args, port)
    expect(await expectWhole(server.url, caller, round, acknowledged)).toBeGreaterThan(0)
  })
})

function sentences(output: string): string[] {
  return output.split('\n').filter((line) => line.trim() !== '')
}
