// The outbox: letters leave after the commit, are tried again, survive restarts, and are given up where administrators see it.
// @module-tag V01
// @module-tag call/get/system/mail
// @module-tag call/post/system/mail/id/send
// @module-tag call/delete/system/mail/id
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtpDelivery, DeliveryFailed } from '../../../server/jobs/smtp-delivery.ts'
import type { SmtpMessage } from '../../../server/jobs/smtp-delivery.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { startSmtpServer } from '../../doubles/smtp-server.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const BASE = 'https://desk.example.com'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Letters that the mail server took. It takes each letter, until a test replaces `deliver`. */
const took: SmtpMessage[] = []
const taking = async (letter: SmtpMessage): Promise<void> => void took.push(letter)
let deliver = taking

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK, undefined, { publicUrl: BASE, deliver: (letter) => deliver(letter) })
  administrator = await app.as('Administrator')
  for (const name of ['Ada', 'Bea']) await app.as('Customer', name)
})
afterAll(() => app.stop())
beforeEach(async () => {
  deliver = taking
  // Beyond the limits of letters, and of what an earlier test left behind.
  app.clock.now += 40 * 24 * HOUR
  await app.runner.runDue()
  took.length = 0
})

const failWith = (codes: string, isFinal: boolean) => async () => {
  throw new DeliveryFailed(codes, isFinal)
}
const forget = (name = 'ada') => app.anyone.post('/api/auth/password/forgot').send({ email: `${name}@example.com` })
const sendDue = () => app.runner.runDue()
const root = async () => app.with(administrator, await signIn())
const signIn = async (): Promise<string> => {
  const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
  return (await app.anyone.post('/api/auth/sign-in').send(given)).body.token as string
}
const listed = async () => (await (await root()).get('/api/system/mail').expect(200)).body.items

test('a letter leaves after the commit of what it tells, once, and nothing of it stays', async () => {
  await forget().expect(202)
  expect(took).toEqual([])
  await Promise.all([sendDue(), sendDue()])
  await sendDue()
  expect(took.map(({ to }) => to)).toEqual(['ada@example.com'])
  expect(await app.dependencies.storage.database.newestJobs('mail', 10)).toEqual([])
})

test('what is undone writes no letter', async () => {
  const { storage, mail } = app.dependencies
  const letter = { to: 'ada@example.com', subject: 'x', text: 'y' }
  const undone = storage.write(async (transaction) => {
    await mail?.send(transaction, letter)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await sendDue()
  expect(took).toEqual([])
})

test('a letter to nobody takes its turn and goes nowhere', async () => {
  await forget('nobody').expect(202)
  expect(await app.dependencies.storage.database.newestJobs('mail', 10)).toHaveLength(1)
  await sendDue()
  expect([took, await app.dependencies.storage.database.newestJobs('mail', 10)]).toEqual([[], []])
})

test('what fails is tried again after growing pauses under the same id, and leaves when the server is back', async () => {
  const ids: string[] = []
  deliver = async ({ id }) => {
    ids.push(id)
    throw new DeliveryFailed('ECONNECTION', false)
  }
  await forget().expect(202)
  for (const pause of [0, MINUTE, 5 * MINUTE]) {
    app.clock.now += pause - 1
    await sendDue()
    app.clock.now += 1
    await sendDue()
  }
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  expect(await listed()).toMatchObject([{ to: 'ada@example.com', tries: 3, problem: 'ECONNECTION', isSendable: true }])
  deliver = taking
  app.clock.now += 15 * MINUTE
  await sendDue()
  expect(took.map(({ id }) => id)).toEqual([ids[0]])
  expect(await listed()).toEqual([])
})

test('a letter is given up when its link would come too late, and its text is gone with the link', async () => {
  deliver = failWith('ECONNECTION', false)
  await forget().expect(202)
  for (const pause of [0, MINUTE, 5 * MINUTE, 15 * MINUTE]) {
    app.clock.now += pause
    await sendDue()
  }
  const [letter] = await listed()
  expect(letter).toMatchObject({ tries: 4, nextTryAt: null, isSendable: true })
  app.clock.now += HOUR
  await sendDue()
  expect(await listed()).toMatchObject([{ id: letter.id, nextTryAt: null, isSendable: false }])
  const [row] = await app.dependencies.storage.database.newestJobs('mail', 1)
  expect(row?.value['text']).toBeNull()
  const refused = await (await root()).post(`/api/system/mail/${letter.id}/send`, {})
  expect([refused.status, refused.body.code]).toEqual([409, 'mail_expired'])
})

test('an address that is turned away is not tried again until an administrator says so', async () => {
  deliver = failWith('EENVELOPE 550', true)
  await forget().expect(202)
  await sendDue()
  app.clock.now += 10 * MINUTE
  await sendDue()
  const [letter] = await listed()
  expect(letter).toMatchObject({ tries: 1, problem: 'EENVELOPE 550', nextTryAt: null, subject: expect.any(String) })
  expect(JSON.stringify(letter)).not.toContain('reset-password')

  deliver = taking
  const customer = await app.as('Customer', 'Cyd')
  for (const path of [`/api/system/mail/${letter.id}/send`]) await customer.post(path, {}).expect(403)
  await customer.get('/api/system/mail').expect(403)
  const { post, get, delete: remove } = await root()
  await post('/api/system/mail/999999/send', {}).expect(404)
  await post(`/api/system/mail/${letter.id}/send`, {}).expect(204)
  await sendDue()
  expect(took.map(({ to }) => to)).toEqual(['ada@example.com'])
  await remove(`/api/system/mail/${letter.id}`).expect(404)
  const { body } = await get('/api/system/audit?event=mail_sent_again&limit=1').expect(200)
  expect(body.items).toMatchObject([{ by: { id: administrator.id }, detail: { mail: letter.id } }])
})

test('a letter that nobody wants any more is dismissed', async () => {
  deliver = failWith('EENVELOPE 550', true)
  await forget().expect(202)
  await sendDue()
  const [letter] = await listed()
  await (await root()).delete(`/api/system/mail/${letter.id}`).expect(204)
  expect(await listed()).toEqual([])
})

test('no more than four are on their way at once, and all of many arrive', async () => {
  let [underWay, most] = [0, 0]
  deliver = async (letter) => {
    most = Math.max(most, (underWay += 1))
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    took.push(letter)
  }
  const { storage, mail } = app.dependencies
  const names = Array.from({ length: 30 }, (_, index) => `person${index}@example.com`)
  await storage.write(async (transaction) => {
    for (const to of names) await mail?.send(transaction, { to, subject: 'x', text: 'y' })
  })
  await sendDue()
  expect(most).toBe(4)
  expect(took.map(({ to }) => to).toSorted()).toEqual(names.toSorted())
})

test('letters leave by themselves, also while others keep coming', async () => {
  const arrived: string[] = []
  const other = await startApp(HELPDESK, undefined, { deliver: async ({ to }) => void arrived.push(to) })
  other.runner.start()
  const { storage, mail } = other.dependencies
  while (arrived.length === 0) {
    await storage.write(
      (transaction) => mail?.send(transaction, { to: 'ada@example.com', subject: 'x', text: 'y' }) ?? Promise.resolve(),
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await other.stop()
  expect(arrived).toContain('ada@example.com')
})

test('stopping loses nothing: what was under way and what waits leave after the next start, over the wire', async () => {
  const smtp = await startSmtpServer()
  let other = await startApp(HELPDESK, undefined, {
    publicUrl: BASE,
    deliver: (letter) => (isDown ? failWith('ECONNECTION', false)() : delivery(letter)),
  })
  const delivery = createSmtpDelivery({ url: smtp.url, from: 'desk@example.com' })
  let isDown = true
  await other.as('Customer', 'Ada')
  const ask = () => other.anyone.post('/api/auth/password/forgot').send({ email: 'ada@example.com' }).expect(202)
  await ask()
  await other.runner.runDue()
  await other.runner.stop()
  await ask()
  await other.runner.runDue()
  other = await other.restart()
  isDown = false
  other.clock.now += 2 * MINUTE
  await other.runner.runDue()
  await other.runner.runDue()
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ada@example.com'], ['ada@example.com']])
  expect(new Set(smtp.received.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1])).size).toBe(2)
  await other.stop()
  await smtp.close()
})

test('links and what is written around them stand neither in the files, while they wait and after, nor in what is noted', async () => {
  let link = ''
  deliver = async ({ text }) => {
    link = /#link=(\S+)/.exec(text)?.[1] ?? ''
    throw new DeliveryFailed('ECONNECTION', false)
  }
  await forget('bea').expect(202)
  await sendDue()
  const kept = () =>
    readdirSync(app.directory)
      .map((name) => readFileSync(join(app.directory, name), 'latin1'))
      .join('\n')
  expect([link.length, kept().length > 10_000]).toEqual([43, true])
  for (const text of [kept(), app.noted.join('\n')]) {
    expect(text.includes(link)).toBe(false)
    expect(text.includes('Choose it here')).toBe(false)
  }
  deliver = taking
  app.clock.now += MINUTE
  await sendDue()
  expect([took.length, kept().includes(link)]).toEqual([1, false])
})
