// A full disk: what can't be kept is refused in the same words on every call, and reading goes on.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { StorageFull } from '../../../server/storage/storage-error.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let full: Server
let customer: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  const { storage } = app.dependencies
  const write = () => Promise.reject(new StorageFull('The disk is full.'))
  full = createServer(createApp({ ...app.dependencies, storage: { ...storage, model: storage.model, write } }))
})
afterAll(async () => {
  full.close()
  await app.stop()
})

test('whatever can’t be kept is refused with 507, and what is kept can be read', async () => {
  const bearer = ['Authorization', `Bearer ${customer.token}`] as const
  const person = { email: 'customer.1@example.com', password: 'password of Customer 1' }
  const refused = [
    await request(full)
      .post('/api/tickets')
      .set(...bearer)
      .send(TICKET),
    await request(full)
      .patch(`/api/people/${customer.id}`)
      .set(...bearer)
      .send({ name: 'Another' }),
    await request(full).post('/api/auth/sign-in').send(person),
    await request(full)
      .post('/api/auth/sign-in')
      .send({ ...person, password: 'a guess' }),
    await request(full)
      .post('/api/auth/sign-up')
      .send({ name: 'Ann', email: 'ann@example.com', password: 'a sentence of mine' }),
    await request(full)
      .post('/api/auth/sign-out')
      .set(...bearer)
      .send({}),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [507, 'storage_full']))
  for (const { headers } of refused) expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(
    (
      await request(full)
        .get('/api/auth/me')
        .set(...bearer)
    ).body.person.id,
  ).toBe(customer.id)
  expect(
    (
      await request(full)
        .get('/api/tickets')
        .set(...bearer)
    ).status,
  ).toBe(200)
})
