// Mail of notifications: one for each event and person, in text and HTML, with links, switched off by kind; and a test mail.
// @module-tag call/get/system/mail-choices
// @module-tag call/put/system/mail-choices
// @module-tag call/post/system/mail/test
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtpDelivery, DeliveryFailed } from '../../../../server/jobs/smtp-delivery.ts'
import type { SmtpMessage } from '../../../../server/jobs/smtp-delivery.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import { startSmtpServer } from '../../../doubles/smtp-server.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const BASE = 'https://jobs.example.com'
const DOCUMENT = documentOf({
  2: `| route | screen | shows |
|---|---|---|
| /jobs | Jobs | table of Job |
| /jobs/:number | Job | record of Job |
`,
  3: `### Job

| field | type |
|---|---|
| number | sequence "J-{000}" |
| title | text |
| worker | Person (as jobs_to_do) |

### Secret

| field | type |
|---|---|
| text | text |
`,
  4: `### Job.status

- starts: open
- ends: done

| state |
|---|
| open |
| done |

| transition | from | to | who | then |
|---|---|---|---|---|
| finish | open | done | everyone | notify worker "Finished" "{title} is done"; notify Boss "{title} is done, too"; notify worker "{title} is done" |
| created | | | | notify worker "New: {title}" |

### Secret

| transition | then |
|---|---|
| created | notify Boss "psst" |
`,
  6: `| role | is |
|---|---|
| Boss | leads |

| role | entity | may |
|---|---|---|
| everyone | Job | read, create |
| everyone | Person | read |
| Boss | Secret | everything |
`,
})

const took: SmtpMessage[] = []
let deliver = async (message: SmtpMessage): Promise<void> => void took.push(message)
let app: TestApp
let boss: Caller
let worker: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, { publicUrl: BASE, deliver: (message) => deliver(message) })
  boss = await app.as('Boss')
  worker = await app.as('', 'Worker')
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.runner.runDue()
  took.length = 0
})

const create = async (title: string, of = worker): Promise<{ id: string; number: string }> =>
  (await boss.post('/api/jobs', { title, worker: of.id }).expect(201)).body
const send = () => app.runner.runDue()

test(
  'of one event a person gets one mail, in text and HTML, with a link to the record',
  { tags: 'reference/notifications-by-mail' },
  async () => {
    const { id, number } = await create('Roof <b>')
    await send()
    took.length = 0
    await boss.post(`/api/jobs/${id}/finish`).expect(200)
    await send()
    expect(took.map(({ to }) => to).toSorted()).toEqual(['boss.1@example.com', 'worker@example.com'])
    const mail = took.find(({ to }) => to === 'worker@example.com')
    const link = `${BASE}/jobs/${number}`
    expect(mail).toMatchObject({
      subject: 'Finished',
      unsubscribe: expect.stringContaining(`${BASE}/unsubscribe?choice=`),
    })
    expect(mail?.text).toBe(
      `Roof <b> is done\n\n${link}\n\nRoof <b> is done\n\n${link}\n\n--\nStop these emails: ${mail?.unsubscribe}\nEmail settings: ${BASE}/account#mail\n`,
    )
    expect(mail?.html).toContain(`<a href="${link}">`)
    expect(mail?.html).toContain('Roof &#60;b&#62; is done')
    expect(mail?.html).not.toMatch(/<b>|<script|<img|https?:\/\/(?!jobs\.example\.com)/)
    // Two events are two mails.
    took.length = 0
    await create('One')
    await create('Two')
    await send()
    expect(took.map(({ subject }) => subject)).toEqual(['New: One', 'New: Two'])
  },
)

test('a message in the inbox leads to the page of its record, by the field that its route names', async () => {
  const { id, number } = await create('Cellar')
  const { items } = (await worker.get('/api/system/inbox').expect(200)).body
  expect(items.find(({ record }: { record: string }) => record === id)).toMatchObject({ page: `/jobs/${number}` })
})

test(
  'a kind is switched off by its person, for mail only, and on again',
  { tags: 'reference/notifications-by-mail' },
  async () => {
    const { body } = await worker.get('/api/system/mail-choices').expect(200)
    // Of what they may read nothing of, not even the kind is named.
    expect(body).toEqual({
      items: [
        { kind: 'Job finish', label: 'Job: Finish', mail: true },
        { kind: 'Job created', label: 'Job: created', mail: true },
        { kind: 'watched', label: 'Records that you watch', mail: true },
        { kind: 'mentioned', label: 'Mentions of you', mail: true },
      ],
      isMailSent: true,
    })
    const bosses = (await boss.get('/api/system/mail-choices').expect(200)).body.items
    expect(bosses.map(({ kind }: { kind: string }) => kind)).toContain('Secret created')
    const choose = (caller: Caller, kind: string, mail: boolean) =>
      app.anyone.put('/api/system/mail-choices').set('Authorization', `Bearer ${caller.token}`).send({ kind, mail })
    await choose(worker, 'Job created', false).expect(204)
    await choose(worker, 'Secret created', false).expect(404)
    await choose(worker, 'Job created', false).expect(204)
    await app.anyone.get('/api/system/mail-choices').expect(401)
    const { id } = await create('Quiet')
    await boss.post(`/api/jobs/${id}/finish`).expect(200)
    await send()
    expect(took.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      'boss.1@example.com: Quiet is done, too',
      'worker@example.com: Finished',
    ])
    const { body: inbox } = await worker.get('/api/system/inbox').expect(200)
    expect(inbox.items.map(({ text }: { text: string }) => text)).toContain('New: Quiet')
    await choose(worker, 'Job created', true).expect(204)
    took.length = 0
    await create('Loud')
    await send()
    expect(took.map(({ subject }) => subject)).toEqual(['New: Loud'])
  },
)

test('what is undone notifies nobody, and what happens after a mail has left goes out in another', async () => {
  const { storage, mail } = app.dependencies
  const notice = (text: string) => ({
    to: 'worker@example.com',
    subject: text,
    text,
    gathered: {
      event: 'one event',
      notices: [{ subject: null, text, link: null }],
      compose: (notices: readonly { readonly text: string }[]) => ({
        subject: text,
        text: notices.map((each) => each.text).join(' '),
      }),
    },
  })
  const put = (text: string) =>
    storage.write((transaction) => mail?.send(transaction, notice(text)) ?? Promise.resolve())
  await put('a')
  await put('b')
  deliver = async () => {
    throw new DeliveryFailed('ECONNECTION', false)
  }
  await send()
  await put('c')
  deliver = async (message) => void took.push(message)
  app.clock.now += 3_600_000
  await send()
  expect(took.map(({ text }) => text).toSorted()).toEqual(['a b', 'c'])
})

test('an administrator sends a test mail to themselves, and sees it fail', async () => {
  const person = await app.as('Administrator')
  const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
  const administrator = app.with(person, (await app.anyone.post('/api/auth/sign-in').send(given)).body.token)
  await worker.post('/api/system/mail/test', {}).expect(403)
  await administrator.post('/api/system/mail/test', {}).expect(204)
  await send()
  expect(took.map(({ to, text }) => [to, text.includes('It has arrived.')])).toEqual([[given.email, true]])
  deliver = async () => {
    throw new DeliveryFailed('EAUTH 535', false)
  }
  await administrator.post('/api/system/mail/test', {}).expect(204)
  await send()
  deliver = async (message) => void took.push(message)
  const { body } = await administrator.get('/api/system/mail').expect(200)
  expect(body.items).toMatchObject([{ to: given.email, tries: 1, problem: 'EAUTH 535' }])
})

test('over the wire a mail has both parts and the header that says where to switch it off', async () => {
  const smtp = await startSmtpServer()
  const deliverBySmtp = createSmtpDelivery({ url: smtp.url, from: 'desk@example.com' })
  const content = { text: 'plain', html: '<p>rich</p>', unsubscribe: `${BASE}/account#mail` }
  await deliverBySmtp({ id: 'm1', to: 'worker@example.com', subject: 'Hello', ...content })
  const [mail] = smtp.received
  expect(mail?.data).toContain(`List-Unsubscribe: <${BASE}/account#mail>`)
  expect(mail?.data).toMatch(/multipart\/alternative/)
  expect(mail?.data).toContain('<p>rich</p>')
  await smtp.close()
})
