// Timers, schedules, mails and webhooks of four processes, of which one is killed each second: each happens once, webhooks in order.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../crash/writers.ts'
import type { SmtpServer } from '../doubles/smtp-server.ts'
import { startSmtpServer } from '../doubles/smtp-server.ts'
import { seededRandom } from '../server/storage/power/seeded-random.ts'
import { askUntilAnswered } from './ask.ts'
import type { Fleet } from './fleet.ts'
import { PROCESSES, startFleet } from './fleet.ts'
import type { HookReceiver } from './hook-receiver.ts'
import { startHookReceiver } from './hook-receiver.ts'
import { documentOfJobs, SCHEDULES } from './jobs-document.ts'

const JOBS = Number(process.env['FLEET_JOBS'] ?? 480)
const SEED = Number(process.env['FLEET_SEED'] ?? 35)
const NOTES = 30
const STEPPED = 5
const STEPS = 6
const MISSED_HOURS = 12
/** Rounds of work: a note has a timer, a webhook and a mail, and each step a webhook. */
const ROUNDS = Math.ceil(JOBS / (NOTES * 3 + STEPPED * STEPS))
/** Milliseconds between two kills. */
const PAUSE = 1_000

let fleet: Fleet
let caller: Caller
let hooks: HookReceiver
let mails: SmtpServer
let database: Client
beforeAll(async () => {
  hooks = await startHookReceiver()
  mails = await startSmtpServer()
  fleet = await startFleet(documentOfJobs(hooks.url), {
    environment: {
      ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      SMTP_URL: mails.url,
      MAIL_FROM: 'desk@example.com',
      PUBLIC_URL: 'http://localhost:3000',
    },
  })
  caller = fleet.administrator
  database = new Client({ connectionString: fleet.database })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await fleet.stop()
  hooks.close()
  await mails.close()
})

interface Note {
  readonly id: string
  readonly text: string
  readonly created_at: string
  readonly steps: number
}
interface Mark {
  readonly note: string | null
  readonly text: string
  readonly created_at: string
}

let keys = 0
async function send(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  keys += 1
  const headers = { 'idempotency-key': `key ${keys}` }
  const answer = await askUntilAnswered(fleet.url, { method: 'POST', path, body, token: caller.token, headers })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

async function listAll<T>(path: string): Promise<readonly T[]> {
  const items: T[] = []
  let after = ''
  do {
    const asked = { method: 'GET', path: `${path}?limit=1000${after}`, token: caller.token } as const
    const { body } = await askUntilAnswered(fleet.url, asked)
    items.push(...(body['items'] as readonly T[]))
    after = body['next'] === null ? '' : `&after=${encodeURIComponent(String(body['next']))}`
  } while (after !== '')
  return items
}

/** Makes notes, and steps with some of them all at once. */
async function work(round: number): Promise<void> {
  const made = await Promise.all(
    Array.from({ length: NOTES }, (_, at) =>
      send('/api/notes', { text: `note ${round}-${at}`, writer: caller.person, round }),
    ),
  )
  const steps = made.slice(0, STEPPED).flatMap(({ id }) => Array.from({ length: STEPS }, () => String(id)))
  await Promise.all(steps.map((id) => send(`/api/notes/${id}/step`, {})))
}

/** Kills one of those that are up, and starts it again, while at most one is away. Gives how many were killed. */
async function killEachSecond(isOver: () => boolean): Promise<number> {
  const random = seededRandom(SEED)
  const starting = new Set<number>()
  const starts: Promise<unknown>[] = []
  let kills = 0
  while (!isOver()) {
    await sleep(PAUSE)
    const up = Array.from({ length: PROCESSES }, (_, at) => at).filter((at) => !starting.has(at))
    const at = up[Math.floor(random() * up.length)]
    if (at === undefined || up.length < PROCESSES - 1) continue
    await fleet.end(at, 'SIGKILL')
    kills += 1
    starting.add(at)
    starts.push(fleet.start(at).finally(() => starting.delete(at)))
  }
  await Promise.all(starts)
  return kills
}

test(`each of ${JOBS} happens once while a process is killed each second (seed ${SEED}), and the webhooks of a record come in their order`, async () => {
  await missHours()
  let isOver = false
  const killing = killEachSecond(() => isOver)
  const working = (async () => {
    for (let round = 1; round <= ROUNDS; round += 1) await work(round)
  })().finally(() => (isOver = true))
  const [kills] = await Promise.all([killing, working])
  expect(kills).toBeGreaterThan(0)
  const notes = await listAll<Note>('/api/notes')
  expect(notes).toHaveLength(ROUNDS * NOTES)
  await expect.poll(() => missing(notes), { timeout: 240_000, interval: 2_000 }).toEqual([])
  // Whatever would happen a second time has happened by then.
  await sleep(5_000)
  const marks = await listAll<Mark>('/api/marks')
  expectRangOnce(notes, marks)
  expectSchedules(marks)
  expectHooks(notes)
  expectMails(notes)
  console.log(
    `${kills} kills, seed ${SEED}: ${notes.length} timers, ${marks.length - notes.length} runs of schedules, ${hooks.received.length} webhooks (${new Set(hooks.received.map(({ id }) => id)).size} different), ${mails.received.length} mails, 0 left out, 0 twice`,
  )
})

/** Sets back the schedules, as if no process had been up for half a day. */
async function missHours(): Promise<void> {
  const { rows } = await database.query<{ number: string; due_at: string }>(
    `SELECT number, due_at FROM job WHERE kind = 'schedule'`,
  )
  expect(rows).toHaveLength(SCHEDULES)
  for (const { number, due_at: due } of rows) {
    const before = new Date(Date.parse(due) - MISSED_HOURS * 3_600_000).toISOString()
    await database.query('UPDATE job SET due_at = $1 WHERE number = $2', [before, number])
  }
}

/** The words of a mail that name its note. */
const MAILED = /note \d+-\d+ rings/

/** Lists what has not happened yet. */
async function missing(notes: readonly Note[]): Promise<readonly string[]> {
  const marks = await listAll<Mark>('/api/marks')
  const rung = new Set(marks.map(({ note }) => note))
  const paths = new Set(hooks.received.map(({ path, n }) => `${path} ${n}`))
  const letters = new Set(mails.received.map(({ data }) => MAILED.exec(data)?.[0]))
  const { rows } = await database.query(`SELECT 1 FROM job WHERE kind = 'schedule' AND due_at < $1`, [
    new Date().toISOString(),
  ])
  return [
    ...notes.filter(({ id }) => !rung.has(id)).map(({ text }) => `timer of ${text}`),
    ...notes.filter(({ id }) => !paths.has(`/rings/${id} 0`)).map(({ text }) => `webhook of ${text}`),
    ...notes
      .filter(({ id, steps }) => steps > 0 && !paths.has(`/steps/${id} ${STEPS}`))
      .map(({ text }) => `steps of ${text}`),
    ...notes.filter(({ text }) => !letters.has(`${text} rings`)).map(({ text }) => `mail of ${text}`),
    ...rows.map(() => 'a schedule'),
  ]
}

function expectRangOnce(notes: readonly Note[], marks: readonly Mark[]): void {
  const rings = marks.filter(({ text }) => text === 'ring')
  const rung = rings.map(({ note }) => String(note))
  expect(rung.toSorted()).toEqual(notes.map(({ id }) => id).toSorted())
  const madeAt = new Map(notes.map(({ id, created_at: at }) => [id, Date.parse(at)]))
  const early = rings.filter(({ note, created_at: at }) => Date.parse(at) - (madeAt.get(note ?? '') ?? 0) < 1_000)
  expect(early, 'rang before its time').toEqual([])
}

function expectSchedules(marks: readonly Mark[]): void {
  const ticks = marks.map(({ text }) => text).filter((text) => text !== 'ring')
  expect(new Set(ticks).size, 'a moment of a schedule happened twice').toBe(ticks.length)
  for (let at = 0; at < SCHEDULES; at += 1)
    expect(ticks.filter((text) => text.startsWith(`tick ${at} `)).length).toBeGreaterThanOrEqual(MISSED_HOURS)
}

/** A webhook whose sender died before it noted the answer comes again, under the same id, before the next of its record. */
function expectHooks(notes: readonly Note[]): void {
  const byPath = Map.groupBy(hooks.received, ({ path }) => path)
  for (const { id, text, steps } of notes) {
    expect(new Set(byPath.get(`/rings/${id}`)?.map((hook) => hook.id)).size, `webhooks of ${text}`).toBe(1)
    const stepped = byPath.get(`/steps/${id}`) ?? []
    const numbers = stepped.map(({ n }) => n)
    expect(numbers, `order of ${text}`).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(stepped.map((hook) => hook.id)).size).toBe(steps ?? 0)
    expect([...new Set(numbers)]).toEqual(Array.from({ length: steps ?? 0 }, (_, at) => at + 1))
  }
}

function expectMails(notes: readonly Note[]): void {
  const letters = mails.received.map(({ data }) => ({
    id: /^message-id: (.*)$/im.exec(data)?.[1],
    text: MAILED.exec(data)?.[0],
  }))
  const byText = Map.groupBy(letters, ({ text }) => text)
  for (const { text } of notes) {
    const own = byText.get(`${text} rings`) ?? []
    expect(new Set(own.map(({ id }) => id)).size, `mails of ${text}`).toBe(1)
  }
}
