// One request sent many times under one Idempotency-Key: one effect, whatever happens in between.
// @module-tag R07
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { WORKS } from './document.ts'
import type { Answer, Send } from './parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs } from './parallel.ts'

let app: TestApp
let worker: Caller
let send: Send

beforeEach(async () => {
  app = await startApp(WORKS)
  worker = await app.as('Worker')
  send = sendAs(app, worker)
})
afterEach(() => app.stop())

const TASK = { title: 'Paint' }
const key = (name: string) => ({ 'idempotency-key': name })
const create = (by: Send, name = 'one', body: object = TASK): Promise<Answer> =>
  by('POST', '/api/tasks', body, key(name))

async function countTasks(by = send): Promise<number> {
  return Number((await by('GET', '/api/tasks?count=exact&limit=1')).body['count'])
}

async function restart(): Promise<void> {
  const { now } = app.clock
  app = await app.restart()
  app.clock.now = now
  send = sendAs(app, worker)
}

test('fifty at once: one record, one answer for all; a twin of one under way has to wait', async () => {
  const answers = await parallel(50, () => create(send))
  const made = answers.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  expect(made.length + (countStatuses(answers)['409'] ?? 0)).toBe(50)
  expect(new Set(made.map(({ body, etag }) => JSON.stringify([body, etag]))).size).toBe(1)
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body).toMatchObject({ code: 'conflict', detail: 'A request with this Idempotency-Key is under way.' })
  expect(await countTasks()).toBe(1)
  // When it is through, every repetition gets its answer.
  expect(countStatuses(await parallel(50, () => create(send)))).toEqual({ 201: 50 })
  expect(await countTasks()).toBe(1)
})

test('fifty times the same transition at once: done once, answered with the record', async () => {
  const { body } = await create(send)
  const path = `/api/tasks/${String(body['id'])}`
  const answers = await parallel(50, () => send('POST', `${path}/take`, {}, key('take')))
  expect(Object.keys(countStatuses(answers)).every((status) => status === '200' || status === '409')).toBe(true)
  expect((await send('POST', `${path}/take`, {}, key('take'))).status).toBe(200)
  expect(itemsOf(await send('GET', `${path}/history`))).toHaveLength(2)
})

test('after a restart the answer is still the same', async () => {
  const first = await create(send)
  await restart()
  const again = await create(send)
  expect(again).toEqual(first)
  expect(await countTasks()).toBe(1)
})

test('a deletion is repeated as well', async () => {
  const { body } = await create(send)
  const path = `/api/tasks/${String(body['id'])}`
  expect((await send('DELETE', path, undefined, key('delete'))).status).toBe(204)
  expect((await send('DELETE', path, undefined, key('delete'))).status).toBe(204)
  expect((await send('DELETE', path)).status).toBe(404)
})

test('the same key with another body, path or method is 422 and does nothing', async () => {
  const { body } = await create(send)
  expect((await create(send, 'one', { title: 'Other' })).body).toMatchObject({ status: 422, code: 'invalid' })
  expect((await send('POST', '/api/batches', TASK, key('one'))).status).toBe(422)
  expect((await send('PATCH', `/api/tasks/${String(body['id'])}`, TASK, key('one'))).status).toBe(422)
  expect(await countTasks()).toBe(1)
  expect(itemsOf(await send('GET', '/api/batches'))).toEqual([])
})

test('another person’s key is another key', async () => {
  const other = sendAs(app, await app.as('Worker', 'Second worker'))
  const answers = await Promise.all([create(send), create(other)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body['id']).not.toBe(answers[1]?.body['id'])
})

test('of people who are not signed in, each has the keys of their address', async () => {
  const { port } = app.server.address() as AddressInfo
  const ask = (localAddress: string, title: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...key('one') }
      const path = '/api/tasks'
      request({ host: '127.0.0.1', port, path, method: 'POST', localAddress, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
        .once('error', reject)
        .end(JSON.stringify({ title }))
    })
  expect([await ask('127.0.0.2', 'Paint'), await ask('127.0.0.2', 'Paint'), await ask('127.0.0.2', 'Other')]).toEqual([
    201, 201, 422,
  ])
  expect(await ask('127.0.0.3', 'Paint')).toBe(201)
  expect(await countTasks()).toBe(2)
})

test('what was refused is tried again: nothing had come of it', async () => {
  await send('POST', '/api/tasks', { ...TASK, code: 'x' })
  expect((await create(send, 'two', { ...TASK, code: 'x' })).status).toBe(409)
  const [task] = itemsOf(await send('GET', '/api/tasks'))
  await send('DELETE', `/api/tasks/${String(task?.['id'])}`)
  expect((await create(send, 'two', { ...TASK, code: 'x' })).status).toBe(201)
})

test('after 24 hours it is a new request', async () => {
  const first = await create(send)
  app.clock.now += 24 * 3_600_000 - 1_000
  expect((await create(send)).body['id']).toBe(first.body['id'])
  app.clock.now += 2_000
  const late = await create(send)
  expect(late.status).toBe(201)
  expect(late.body['id']).not.toBe(first.body['id'])
})
