// Timers and webhooks survive kills: an effect happens exactly once and never early, a webhook at least once under one id.
// `npm run test:crash` kills the process 200 times.
// @module-tag T01
// @module-tag T06
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from './writers.ts'
import { signUp } from './writers.ts'
import type { ServerProcess } from './server-process.ts'
import { freePort, makeDirectory, notes, startServer } from './server-process.ts'

const rounds = Math.min(200, Number(process.env['CRASH_ROUNDS'] ?? 1))
const TASKS = 30
const SECONDS = 1

const documentFor = (hooks: string): string =>
  notes
    .replace(
      '| round | integer | yes |',
      '| round | integer | yes |\n\n### Mark\n\n| field | type |\n|---|---|\n| note | Note |',
    )
    .replace(
      '## 4. States and transitions\n\nnone',
      `## 4. States and transitions

### Note.state

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | Writer |

| timer | runs in | lasts | then |
|---|---|---|---|
| ring | open | ${SECONDS} seconds | create Mark { note: this }; send POST "${hooks}/{id}" { "text": text } |`,
    )
    .replace('| Writer | Note |', '| Writer | Note, Mark |')

/** Ids under which webhooks came, by note. */
const received = new Map<string, string[]>()
/** Called before the receiver answers. */
let onReceived = (): void => {}
const receiver = createServer((request, response) => {
  const note = request.url?.slice(1) ?? ''
  received.set(note, [...(received.get(note) ?? []), String(request.headers['webhook-id'])])
  request.resume().on('end', () => {
    onReceived()
    response.writeHead(204).end()
  })
})

let place: ReturnType<typeof makeDirectory>
let server: ServerProcess
let caller: Caller
let port: number
beforeAll(async () => {
  process.env['ALLOW_PRIVATE_HOSTS'] = '127.0.0.1'
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  place = makeDirectory(documentFor(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`))
  port = await freePort()
  server = await start()
  caller = await signUp(server)
})
afterAll(async () => {
  await server.end('SIGKILL')
  receiver.closeAllConnections()
  receiver.close()
  place.remove()
})

const start = () => startServer([place.file, '--data', place.data, '--empty'], port)
const request = async (path: string, body?: object): Promise<{ readonly [name: string]: unknown }> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}${path}`, { headers, ...sent })
  expect(answer.status, path).toBeLessThan(300)
  return (await answer.json()) as { readonly [name: string]: unknown }
}
interface Item {
  readonly id: string
  readonly created_at: string
  readonly note?: string
}
const list = async (path: string): Promise<readonly Item[]> => (await request(path))['items'] as readonly Item[]

test(
  `killed around the moment at which ${TASKS} timers fall due, and between sending and noting, ${rounds} times`,
  { timeout: 15_000 * rounds + 15_000 },
  async () => {
    for (let round = 1; round <= rounds; round++) {
      const body = (at: number) => ({ text: `note ${at}`, writer: caller.person, round })
      const calls = Array.from({ length: TASKS }, (_, at) => ({ method: 'POST', path: '/api/notes', body: body(at) }))
      await request('/api/batch', { calls })
      // In the first round, and then in turns, the receiver has the first webhook, and the server is gone before it knows.
      if (round % 2 === 1) {
        const killed = new Promise<void>((resolve) => {
          onReceived = () => {
            onReceived = () => {}
            void server.end('SIGKILL').then(() => resolve())
          }
        })
        await killed
      } else {
        await sleep(SECONDS * 1_000 - 60 + ((round * 37) % 160))
        await server.end('SIGKILL')
      }
      server = await start()
      await expectFired(round)
    }
  },
)

/** All of the round have fired, each once, none early; each webhook came, under one id. */
async function expectFired(round: number): Promise<void> {
  const tasks = await list(`/api/notes?filter=${encodeURIComponent(`round == ${round}`)}&limit=${TASKS}`)
  expect(tasks).toHaveLength(TASKS)
  const filter = encodeURIComponent(`note.round == ${round}`)
  const marksOf = () => list(`/api/marks?filter=${filter}&limit=${TASKS * 2}`)
  const isOver = async () => (await marksOf()).length >= TASKS && tasks.every(({ id }) => received.has(id))
  for (const begun = performance.now(); !(await isOver()) && performance.now() - begun < 10_000;) await sleep(50)
  const marks = await marksOf()
  expect(marks.map(({ note }) => String(note)).toSorted()).toEqual(tasks.map(({ id }) => id).toSorted())
  for (const { note, created_at: at } of marks) {
    const task = tasks.find(({ id }) => id === note)
    expect(Date.parse(at) - Date.parse(task?.created_at ?? '')).toBeGreaterThanOrEqual(SECONDS * 1_000)
  }
  for (const { id } of tasks) expect(new Set(received.get(id)).size).toBe(1)
  // The one whose receiver had it before the kill came again.
  if (round % 2 === 1)
    await expect.poll(() => tasks.some(({ id }) => (received.get(id)?.length ?? 0) > 1), { timeout: 60_000 }).toBe(true)
}
