// Transitions at the same time: one wins, the others get the state as it is by then.
// @module-tag R01
// @module-tag R02
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { WORKS } from './document.ts'
import type { Send } from './parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs, untilTaken } from './parallel.ts'

let app: TestApp
let send: Send

beforeAll(async () => {
  app = await startApp(WORKS)
  send = untilTaken(sendAs(app, await app.as('Worker')))
})
afterAll(() => app.stop())

async function create(): Promise<string> {
  const { status, body } = await send('POST', '/api/tasks', { title: 'Paint' })
  expect(status).toBe(201)
  return `/api/tasks/${String(body['id'])}`
}

async function historyOf(path: string) {
  return itemsOf(await send('GET', `${path}/history?limit=1000`)).toReversed()
}

describe('two hundred times the same transition', () => {
  test('one does it; the others get 409 with the state; it is in the history once, and notified once', async () => {
    const path = await create()
    const answers = await parallel(200, () => send('POST', `${path}/take`, {}))
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 199 })
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: 'conflict', state: 'open' })
    expect((await historyOf(path)).map(({ event, transition }) => transition ?? event)).toEqual(['created', 'take'])
    const inbox = itemsOf(await send('GET', '/api/system/inbox'))
    expect(inbox.filter((entry) => JSON.stringify(entry).includes(path.slice(-36)))).toHaveLength(1)
  })

  test('of fifty people one wins, and the record says who', async () => {
    const path = await create()
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => app.as('Worker', `Worker number ${index}`)),
    )
    const answers = await parallel(50, (index) =>
      untilTaken(sendAs(app, people[index] ?? { token: '' }))('POST', `${path}/take`, {}),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 49 })
    const winner = people[answers.findIndex(({ status }) => status === 200)]
    expect((await send('GET', path)).body).toMatchObject({ state: 'open', done_by: winner?.id, _version: 2 })
  })
})

const STEPS: { readonly [transition: string]: { readonly from: readonly string[]; readonly to: string } } = {
  take: { from: ['new'], to: 'open' },
  park: { from: ['new', 'open'], to: 'waiting' },
  resume: { from: ['waiting'], to: 'open' },
  close: { from: ['new', 'open', 'waiting'], to: 'closed' },
  reopen: { from: ['closed'], to: 'new' },
}

test('many different transitions at once: each that was done starts where the one before it ended', async () => {
  const path = await create()
  const names = Object.keys(STEPS)
  const answers = await parallel(250, (index) => send('POST', `${path}/${names[(index * 7) % names.length]}`, {}))
  const counts = countStatuses(answers)
  expect(Number(counts['200']) + Number(counts['409'])).toBe(250)
  const history = await historyOf(path)
  expect(history.filter(({ event }) => event === 'transition')).toHaveLength(Number(counts['200']))
  let state = 'new'
  for (const { transition, changes } of history.slice(1)) {
    const step = STEPS[String(transition)]
    expect(step?.from).toContain(state)
    expect(changes).toMatchObject({ state: [state, step?.to] })
    state = step?.to ?? ''
  }
  expect((await send('GET', path)).body).toMatchObject({ state, _version: history.length })
})

test('two transitions that both leave one state: exactly one of each pair wins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const path = await create()
    const answers = await Promise.all([send('POST', `${path}/take`, {}), send('POST', `${path}/reopen`, {})])
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
  }
  const path = await create()
  await send('POST', `${path}/take`, {})
  await send('POST', `${path}/close`, {})
  expect(countStatuses(await parallel(50, () => send('POST', `${path}/reopen`, {})))).toEqual({ 200: 1, 409: 49 })
})

describe('transitions of two workflows of one record', () => {
  test('are both done, fifty times each at once: one of each wins, and neither state is lost', async () => {
    const path = await create()
    const answers = await parallel(100, (index) => send('POST', `${path}/${index % 2 === 0 ? 'take' : 'bill'}`, {}))
    for (const [parity, state] of ['open', 'paid'].entries()) {
      const own = answers.filter((_, index) => index % 2 === parity)
      expect(countStatuses(own)).toEqual({ 200: 1, 409: 49 })
      for (const { body } of own.filter(({ status }) => status === 409)) expect(body).toMatchObject({ state })
    }
    expect((await send('GET', path)).body).toMatchObject({ state: 'open', billing: 'paid', tally: 1, _version: 3 })
    const done = (await historyOf(path)).map(({ event, transition }) => transition ?? event)
    expect(new Set(done)).toEqual(new Set(['created', 'take', 'bill']))
    expect(done).toHaveLength(3)
  })

  test('go on side by side: each starts where the one before it in its own workflow ended', async () => {
    const path = await create()
    const names = ['take', 'bill', 'close', 'cancel', 'reopen']
    const answers = await parallel(200, (index) => send('POST', `${path}/${names[(index * 3) % names.length]}`, {}))
    const done = (await historyOf(path)).slice(1)
    expect(done).toHaveLength(Number(countStatuses(answers)['200']))
    const at: { [field: string]: unknown } = { state: 'new', billing: 'due' }
    for (const { changes } of done) {
      const [[field, [from, to]] = ['', []]] = Object.entries(changes as { [field: string]: unknown[] }).filter(
        ([name]) => name in at,
      )
      expect(from).toBe(at[field])
      at[field] = to
    }
    expect((await send('GET', path)).body).toMatchObject({ ...at, _version: done.length + 1 })
  })
})
