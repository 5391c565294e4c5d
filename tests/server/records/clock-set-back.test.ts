// The clock of the machine is set back, or forward and back again, under an application that runs, and before it starts.
// @module-tag D11
import { afterEach, describe, expect, test } from 'vitest'
import { createIds } from '../../../server/records/new-id.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let app: TestApp

const subjectsOf = async (caller: Caller, ticket: string): Promise<unknown[]> => {
  const { body } = await caller.get(`/api/tickets/${ticket}/history`)
  return body.items.map(({ changes }: { changes: { subject?: [unknown, unknown] } }) => changes.subject?.[1])
}

describe('a clock that is set back', () => {
  afterEach(() => app.stop())

  test('makes nobody wait longer for the end of a window, and a window ends when its time has passed', async () => {
    app = await startApp(HELPDESK)
    await app.as('Customer')
    const guess = () =>
      app.anyone
        .post('/api/auth/sign-in')
        .send({ email: 'customer.1@example.com', password: 'a guess at the password' })
    const guessUntilRefused = async (): Promise<number> => {
      for (let tries = 0; tries < 100; tries++) {
        const { status, headers } = await guess()
        if (status === 429) return Number(headers['retry-after'])
      }
      throw new Error('nothing was refused')
    }
    const wait = await guessUntilRefused()
    app.clock.now -= DAY
    const refused = await guess()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(wait)
    app.clock.now += wait * 1_000
    expect((await guess()).status).toBe(401)
  })

  test('leaves the history in the order in which things were done, page by page', async () => {
    app = await startApp(HELPDESK)
    const agent = await app.as('Agent')
    const customer = await app.as('Customer')
    const created = await customer.post('/api/tickets', { ...TICKET, subject: 'first' })
    expect(created.status).toBe(201)
    const ticket = String(created.body.id)
    const rename = async (subject: string): Promise<void> => {
      expect((await customer.patch(`/api/tickets/${ticket}`, { subject })).status).toBe(200)
    }
    app.clock.now += MINUTE
    await rename('second')
    app.clock.now -= 10 * MINUTE
    await rename('third')
    app.clock.now -= 10 * MINUTE
    await rename('fourth')
    expect(await subjectsOf(agent, ticket)).toEqual(['fourth', 'third', 'second', 'first'])

    const later = await customer.post('/api/tickets', { ...TICKET, subject: 'later' })
    expect(String(later.body.id) > ticket).toBe(true)
  })

  test('while the application was stopped: what follows comes after the newest that is in the database', async () => {
    app = await startApp(HELPDESK)
    app.clock.now += 10 * MINUTE
    const before = await app.as('Customer')
    const created = await before.post('/api/tickets', { ...TICKET, subject: 'first' })
    const ticket = String(created.body.id)
    const newest = await app.dependencies.storage.database.newestId()
    expect(newest !== undefined && newest >= ticket).toBe(true)
    // It starts ten minutes before that ticket was written.
    app = await app.restart()
    const customer = app.with(before, before.token)
    expect((await customer.patch(`/api/tickets/${ticket}`, { subject: 'second' })).status).toBe(200)
    const agent = await app.as('Agent')
    expect(await subjectsOf(agent, ticket)).toEqual(['second', 'first'])
    const after = await customer.post('/api/tickets', TICKET)
    expect(String(after.body.id) > String(newest)).toBe(true)
  })
})

test('ids go up one by one, however many are made of a moment and whatever the clock says', () => {
  const newId = createIds()
  const now = Date.parse('2026-11-21T10:00:00.000Z')
  const moments = [0, 1, 400 * DAY, -DAY, ...Array.from({ length: 20_000 }, () => 0), 1, -1, 401 * DAY]
  const ids = moments.map((moment) => newId(new Date(now + moment).toISOString()))
  for (const [index, id] of ids.entries()) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    if (index > 0 && !(id > (ids[index - 1] ?? ''))) expect([ids[index - 1], id]).toBe('going up')
  }
  const following = createIds(ids.at(-1))
  expect(following('2020-01-01T00:00:00.000Z') > String(ids.at(-1))).toBe(true)
})
