// The lists of timers: of one record for its readers, of all for administrators, who have one run now or again.
// @module-tag call/get/system/timers
// @module-tag call/post/system/timers/id/run
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimClock } from '../../../server/document/data-clock.ts'
import { readCommand } from '../../../server/commands.ts'
import { HELPDESK, lineWith, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { swapDocument } from '../../helpers/swap-document.ts'

const DAY = 24 * 3_600_000
const TEXT = HELPDESK.replace(
  '| A promise lies after the report |',
  '| Never urgent | Ticket | `priority != "urgent" or subject != "Calm"` | It stays calm. | priority | |\n| A promise lies after the report |',
)

let app: TestApp
let customer: Caller
let agent: Caller
let administrator: Caller
beforeAll(async () => {
  app = await startApp(TEXT)
  customer = await app.as('Customer')
  agent = await app.as('Agent')
  const id = (await app.as('Administrator')).id
  const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
  const { body } = await app.anyone.post('/api/auth/sign-in').send(given)
  administrator = app.with({ ...(await app.as('Administrator')), id }, body.token)
})
afterAll(() => app.stop())

const ticket = async (fields: object = {}): Promise<{ id: string; due_at: string }> => {
  const { body } = await customer.post('/api/tickets', { ...TICKET, ...fields }).expect(201)
  return (await agent.get(`/api/tickets/${body.id}`).expect(200)).body
}
const ofRecord = (caller: Caller, id: string) => caller.get(`/api/system/timers?entity=Ticket&record=${id}`)

test('the readers of a record see what happens to it by itself, and when; nobody else does', async () => {
  const { id, due_at } = await ticket()
  const { body } = await ofRecord(customer, id).expect(200)
  const named = { kind: 'transition', name: 'escalate', entity: 'Ticket', record: id, status: 'due' }
  expect(body.items).toMatchObject([{ ...named, dueAt: due_at, problem: null }])
  // With the record, where that is asked for.
  const read = async (query: string) => (await customer.get(`/api/tickets/${id}?${query}`).expect(200)).body._timers
  expect(await read('timers=yes&may=yes&fields=subject')).toEqual(body.items)
  expect(await read('may=yes')).toBeUndefined()
  await customer.get('/api/tickets?timers=yes').expect(400)
  await ofRecord(await app.as('Customer', 'Other'), id).expect(404)
  await app.anyone.get(`/api/system/timers?entity=Ticket&record=${id}`).expect(404)
  await customer.get('/api/system/timers?entity=Nothing&record=1').expect(404)
  await customer.get('/api/system/timers').expect(403)
})

test('of a record what comes first stands first, whatever its name', async () => {
  const line = '| nudge | new | stay | nobody | | | `priority = "high"` | 1 hour | |'
  const other = await startApp(HELPDESK.replace(/\n(?=\n#### assign)/, `\n${line}\n`))
  try {
    const reader = await other.as('Customer')
    const { body: made } = await reader.post('/api/tickets', TICKET).expect(201)
    const { body } = await reader.get(`/api/tickets/${made.id}?timers=yes`).expect(200)
    expect(body._timers.map(({ name }: { name: string }) => name)).toEqual(['nudge', 'escalate'])
  } finally {
    await other.stop()
  }
})

test('an administrator has one run before its moment, which is noted', { tags: 'reference/timers' }, async () => {
  const { id } = await ticket()
  const { body } = await administrator.get('/api/system/timers').expect(200)
  const item = body.items.find(({ record }: { record: string }) => record === id)
  expect(item).toMatchObject({ title: expect.stringContaining('Printer'), status: 'due' })
  await customer.post(`/api/system/timers/${item.id}/run`, {}).expect(403)
  await administrator.post('/api/system/timers/999999/run', {}).expect(404)
  await administrator.post(`/api/system/timers/${item.id}/run`, {}).expect(204)
  await app.runner.runDue()
  expect((await agent.get(`/api/tickets/${id}`)).body.priority).toBe('urgent')
  expect((await ofRecord(customer, id)).body.items).toEqual([])
  const { body: audit } = await administrator.get('/api/system/audit?event=timer_run&limit=1').expect(200)
  expect(audit.items).toMatchObject([{ subject: { id }, detail: { timer: 'escalate 0', entity: 'Ticket' } }])
})

test('what was refused is listed with the sentence that refused it, and is tried again when an administrator says so', async () => {
  const { id } = await ticket({ subject: 'Calm' })
  app.clock.now += 60 * DAY
  await app.runner.runDue()
  administrator = app.with(
    administrator,
    (
      await app.anyone
        .post('/api/auth/sign-in')
        .send({ email: 'administrator.1@example.com', password: 'password of Administrator 1' })
    ).body.token,
  )
  const failed = async () => {
    const { body } = await administrator.get('/api/system/timers').expect(200)
    return body.items.filter(({ record }: { record: string }) => record === id)
  }
  const { line } = lineWith('| Never urgent |', TEXT)
  expect(await failed()).toMatchObject([{ status: 'failed', dueAt: null, problem: 'It stays calm.', line }])
  const [item] = await failed()
  await administrator.post(`/api/system/timers/${item.id}/run`, {}).expect(204)
  expect(await failed()).toMatchObject([{ status: 'late', problem: null }])
  await app.runner.runDue()
  expect(await failed()).toMatchObject([{ id: item.id, status: 'failed' }])
})

test('what was refused is tried again once the document is mended', { tags: 'reference/timers' }, async () => {
  customer = await app.as('Customer', 'Late customer')
  agent = await app.as('Agent', 'Late agent')
  const { id } = await ticket({ subject: 'Calm' })
  app.clock.now += 60 * DAY
  await app.runner.runDue()
  const reader = await app.as('Agent', 'Latest agent')
  expect((await reader.get(`/api/tickets/${id}`).expect(200)).body.priority).not.toBe('urgent')
  swapDocument(app, HELPDESK)
  await app.runner.runDue()
  await expect
    .poll(async () => {
      await app.runner.runDue()
      return (await reader.get(`/api/tickets/${id}`).expect(200)).body.priority
    })
    .toBe('urgent')
})

test('a simulated clock has a data directory of its own', { tags: 'reference/timers' }, async () => {
  expect(await claimClock(app.dependencies.storage, 'simulated')).toContain('has run on real time')
  expect(await claimClock(app.dependencies.storage, 'real')).toBeUndefined()
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-clock-'))
  const { openSqliteStorage } = await import('../../../server/storage/sqlite/sqlite-storage.ts')
  const { model } = app.dependencies.current.running
  const storage = await openSqliteStorage({ directory, model, revision: 'r1', now: () => '2026-12-24T08:00:00.000Z' })
  expect(await claimClock(storage, 'simulated')).toBeUndefined()
  expect(await claimClock(storage, 'simulated')).toBeUndefined()
  expect(await claimClock(storage, 'real')).toContain('--clock')
  await storage.close()
  rmSync(directory, { recursive: true })
})

test('the command line names the moment and the speed of a simulated clock', () => {
  const read = (...words: string[]) => readCommand(words, {}, '/')
  expect(read('--clock', '2026-12-24T09:00', '--speed', '3600')).toMatchObject({
    kind: 'serve',
    config: { simulated: { start: '2026-12-24T09:00', speed: 3_600 } },
  })
  expect(read()).toMatchObject({ config: { simulated: undefined } })
  for (const words of [
    ['--clock', 'tomorrow'],
    ['--speed', '2'],
    ['--clock', '2026-12-24T09:00', '--speed', 'fast'],
  ])
    expect(read(...words)).toMatchObject({ kind: 'mistake', sentence: expect.stringContaining('--') })
  expect(read('--clock', '2026-12-24T09:00', '--speed', '0')).toMatchObject({
    sentence: expect.stringContaining('--speed must be a number from 0.001 to 1000000'),
  })
})
