// One person must not use up the process: processor time, new queries and bytes of a minute are bounded, for each by themselves.
// @module-tag O11
import { request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargeReading, createBudgets, NO_BOUND, USUAL_BUDGET } from '../../../server/auth/rate-limit/usage-budget.ts'
import { createProcessorTime } from '../../../server/api/request/processor-time.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { thingsDocument } from './imports/import-app.ts'

const UNCOUNTED = HELPDESK.replace('| requests | 300 per minute | |', '| requests | 30,000 per minute | |')
let app: TestApp
let agent: Caller
let other: Caller

beforeAll(async () => {
  app = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, shapes: 20, bytes: 300_000 } })
  agent = await app.as('Agent', 'Abuser')
  other = await app.as('Agent', 'Other')
})
afterAll(() => app.stop())
beforeEach(() => {
  app.clock.now += 61_000
})

const filtered = (who: Caller | TestApp['anyone'], words: string) =>
  who.get(`/api/tickets?limit=1&filter=${encodeURIComponent(words)}`)

/** Sums of different length: each has a shape of its own. */
const newShape = (size: number): string => `_version < ${Array.from({ length: size + 1 }, () => '1').join(' + ')}`

test('new shapes of queries are bounded per person and minute; known ones and other people go on', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 30; at++) statuses.push((await filtered(agent, newShape(at))).status)
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)])
  const refused = await agent.get('/api/tickets')
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'too_many', '60'])
  expect((await filtered(other, newShape(0))).status).toBe(200)
  app.clock.now += 61_000
  expect((await agent.get('/api/tickets')).status).toBe(200)
})

test('filters that differ only in their constants are no new shapes', async () => {
  for (let at = 0; at < 40; at++) {
    const words = `subject == "x${at}" and _version + ${at} > 1 and id in ["a${at}", "b", "c"]`
    expect([at, (await filtered(agent, words)).status]).toEqual([at, 200])
  }
})

test('bytes answered are bounded per person and minute', async () => {
  const description = 'x'.repeat(50_000)
  const { body } = await agent.post('/api/tickets', { ...TICKET, description })
  const statuses: number[] = []
  for (let at = 0; at < 8; at++) statuses.push((await agent.get(`/api/tickets/${body.id}`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect((await other.get(`/api/tickets/${body.id}`)).status).toBe(200)
})

async function useUpBytes(): Promise<void> {
  for (let at = 0; at < 100; at++) if ((await app.anyone.get('/api/openapi.json')).status === 429) return
  throw new Error('the budget has no end')
}

test('those who are not signed in share the budget of their address, where known people can sign in all the same', async () => {
  const signIn = () =>
    app.anyone.post('/api/auth/sign-in').send({ email: 'other@example.com', password: 'password of Other' })
  await useUpBytes()
  // Nobody has signed in from here yet.
  const refused = [await app.anyone.get('/api/spec'), await signIn()]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 2 }, () => [429, 'too_many']),
  )
  expect((await agent.get('/api/tickets')).status).toBe(200)
  app.clock.now += 61_000
  expect((await signIn()).status).toBe(200)
  await useUpBytes()
  expect([(await app.anyone.get('/api/spec')).status, (await signIn()).status]).toEqual([200, 200])
})

test('pages of screens answer 429 too where the budget is used up', async () => {
  await useUpBytes()
  const page = await app.anyone.get('/help')
  expect([page.status, Number(page.headers['retry-after'])]).toEqual([429, expect.any(Number)])
})

test('processor time is bounded per person and minute', async () => {
  const slow = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, milliseconds: 50 } })
  const [busy, quiet] = [await slow.as('Agent', 'Busy'), await slow.as('Agent', 'Quiet')]
  let answered = 0
  while ((await filtered(busy, newShape(answered + 50))).status === 200) answered += 1
  expect(answered).toBeLessThan(200)
  expect((await quiet.get('/api/tickets')).status).toBe(200)
  await slow.stop()
})

test('the budget is looked at while a request runs: a long one ends, and nothing of it is kept', async () => {
  const desk = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, milliseconds: 50 } })
  const [busy, quiet] = [await desk.as('Agent', 'Busy'), await desk.as('Agent', 'Quiet')]
  const { body: ticket } = await quiet.post('/api/tickets', TICKET)
  const path = `/api/tickets/${ticket.id}`
  const calls = Array.from({ length: 1_000 }, (_, at) => ({
    method: 'PATCH',
    path,
    body: { priority: at % 2 === 0 ? 'high' : 'low' },
  }))
  const batch = await busy.post('/api/batch', { calls })
  expect([batch.status, batch.body.code, batch.headers['retry-after']]).toEqual([429, 'too_many', '60'])
  desk.clock.now += 61_000
  const call = { method: 'POST', path: '/api/batch', body: { calls } }
  expect((await busy.post('/api/system/explain', { call })).body.status).toBe(429)
  expect((await quiet.get(path)).body).toMatchObject({ _version: 1, priority: ticket.priority })
  await desk.stop()
})

test('bytes of a stream count as they leave, also where its client goes away', async () => {
  const desk = await startApp(UNCOUNTED, undefined, { budget: { ...NO_BOUND, bytes: 500_000 } })
  const [exporting, writing] = [await desk.as('Agent', 'Exporting'), await desk.as('Agent', 'Writing')]
  const description = 'x'.repeat(90_000)
  for (let at = 0; at < 10; at++) {
    await writing.post('/api/tickets', { ...TICKET, description }).expect(201)
    desk.clock.now += 61_000
  }
  const { port } = desk.server.address() as AddressInfo
  await new Promise<void>((resolve) => {
    const headers = { Authorization: `Bearer ${exporting.token}` }
    const path = '/api/tickets/export?format=csv&fields=subject,description'
    let read = 0
    const sent = openRequest({ port, host: '127.0.0.1', path, headers }, (response) => {
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > 600_000) sent.destroy()
      })
      response.on('close', () => resolve())
    })
    sent.end()
  })
  expect((await exporting.get('/api/tickets')).status).toBe(429)
  await desk.stop()
})

test('what the reading threads took counts as well', async () => {
  const budget = { ...NO_BOUND, milliseconds: 1_000 }
  const desk = await startApp(UNCOUNTED, undefined, { budget })
  const [busy, quiet] = [await desk.as('Agent', 'Busy'), await desk.as('Agent', 'Quiet')]
  const charge = chargeReading(desk.dependencies.budgets, () => desk.clock.now)
  charge(null, 5_000, false)
  expect((await busy.get('/api/tickets/summary')).status).toBe(200)
  // A dashboard of many records may take longer than a minute has for anything else.
  charge(busy.id, 5_000, true)
  expect((await busy.get('/api/tickets/summary')).status).toBe(200)
  charge(busy.id, 500, false)
  expect((await busy.get('/api/tickets/summary')).status).toBe(429)
  expect((await quiet.get('/api/tickets/summary')).status).toBe(200)
  await desk.stop()
})

test('the time of the thread is divided among the calls under way, and waiting is nobody’s', () => {
  let active = 0
  const time = createProcessorTime(() => active)
  const first = time.begin()
  active += 10
  const second = time.begin()
  active += 20
  expect(time.end(second)).toBe(10)
  active += 5
  expect(time.end(first)).toBe(25)
  active += 100
  expect(time.end(time.begin())).toBe(0)
})

test('the time of background work is no waiting request’s', async () => {
  let active = 0
  const time = createProcessorTime(() => active)
  const waiting = time.begin()
  const spent: number[] = []
  active += 10
  const work = async () => {
    active += 500
    expect(time.soFar(waiting)).toBe(10)
    active += 200
    throw new Error('It may fail.')
  }
  await expect(time.apart(work, (milliseconds) => spent.push(milliseconds))).rejects.toThrow('It may fail.')
  active += 5
  expect(time.end(waiting)).toBe(15)
  expect(spent).toEqual([700])
})

test.each(['mode=run', 'mode=run&keep=good'])(
  'an import in the background (%s) is charged to the person who began it, up to half of their budget',
  async (query) => {
    // Each look at the time takes a millisecond: once for each ten rows at least.
    let looks = 0
    const processorTime = createProcessorTime(() => (looks += 1))
    const budget = { ...NO_BOUND, milliseconds: 10_000 }
    const desk = await startApp(thingsDocument('en'), undefined, { budget, processorTime })
    const [owner, quiet] = [await desk.as('Administrator', 'Olga'), await desk.as('Administrator', 'Otto')]
    const { budgets, elapsed = () => 0 } = desk.dependencies
    const fullAfter = (who: Caller, milliseconds: number): boolean => {
      budgets.spend(who.id, { milliseconds }, elapsed())
      return budgets.exceeded(who.id, elapsed()) !== undefined
    }
    const rows = Array.from({ length: 1_000 }, (_, at) => `n${at}`)
    const send = (who: Caller, names: readonly string[]) =>
      who
        .post(`/api/things/import?${query}`)
        .type('text/csv')
        .set('Prefer', 'respond-async')
        .send(['name', ...names].join('\n'))
    expect((await send(owner, rows)).status).toBe(202)
    expect((await send(quiet, [])).status).not.toBe(429)
    await desk.runner.runDue()
    expect(fullAfter(owner, 9_950)).toBe(true)
    expect(fullAfter(quiet, 9_950)).toBe(false)
    desk.clock.now += 61_000
    budgets.spendInBackground(owner.id, 1_000_000, elapsed())
    expect(fullAfter(owner, 4_999)).toBe(false)
    expect(fullAfter(owner, 1)).toBe(true)
    await desk.stop()
  },
)

test('a normal minute at the screen never meets the budget', async () => {
  const usual = createBudgets()
  for (let at = 0; at < 300; at++) usual.spend('somebody', { milliseconds: 20, bytes: 100_000 }, 0)
  usual.spend('somebody', { shapes: 100 }, 0)
  expect(usual.exceeded('somebody', 0)).toBeUndefined()
  usual.spend('somebody', { shapes: USUAL_BUDGET.shapes }, 0)
  expect(usual.exceeded('somebody', 1_000)).toBe(59)
  expect(usual.exceeded('somebody', 60_000)).toBeUndefined()
})
