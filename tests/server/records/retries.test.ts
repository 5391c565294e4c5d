// Commands may run more than once: with every command run, undone and run again, everything happens once.
// `npm run test:retries` runs all tests so.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import { createPostBox } from '../../doubles/mailbox.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let agent: Caller
const mail = createPostBox()
beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { runTwice: true, mail, publicUrl: 'https://desk.example.com' })
  customer = await app.as('Customer')
  agent = await app.as('Agent')
})
afterAll(() => app.stop())

test('numbers follow each other, and the history has each change once', async () => {
  const made = [await customer.post('/api/tickets', TICKET), await customer.post('/api/tickets', TICKET)]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const [first, second] = made.map(({ body }) => Number(/(\d+)$/.exec(String(body.number))?.[1]))
  expect(second).toBe(Number(first) + 1)
  const path = `/api/tickets/${made[0]?.body.id}`
  await agent.post(`${path}/take`, {}).expect(200)
  const { body } = await agent.get(`${path}/history`).expect(200)
  expect(body.items.map(({ event }: { event: string }) => event)).toEqual(['transition', 'created'])
})

test('what is refused is refused, and leaves nothing', async () => {
  const count = async () => (await agent.get('/api/tickets?count=exact&limit=1')).body.count as number
  const before = await count()
  await customer.post('/api/tickets', { ...TICKET, subject: '' }).expect(422)
  expect(await count()).toBe(before)
})

test('a key is good for one request, by itself and in a batch', async () => {
  const send = () => customer.post('/api/tickets', TICKET).set('Idempotency-Key', 'once')
  const ids = [await send(), await send()].map(({ body }) => body.id as string)
  expect(new Set(ids).size).toBe(1)
  const calls = [{ method: 'POST', path: '/api/tickets', body: TICKET }]
  const batch = () => customer.post('/api/batch', { calls }).set('Idempotency-Key', 'batch')
  const answers = [await batch(), await batch()].map(({ body }) => body.answers[0].body.id as string)
  expect(new Set(answers).size).toBe(1)
})

test('a message is sent once, and a link made once opens', async () => {
  mail.letters.length = 0
  await app.anyone.post('/api/auth/password/forgot').send({ email: 'customer.1@example.com' }).expect(202)
  expect(mail.letters).toHaveLength(1)
  const link = mail.lastSecret()
  await app.anyone.post('/api/auth/password/reset').send({ link, password: 'a brand new long password' }).expect(204)
})
