// One click in a mail switches off such mail, without signing in; and what waits in the outbox reveals no subject.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSmtpDelivery, DeliveryFailed } from '../../../../server/jobs/smtp-delivery.ts'
import type { SmtpMessage } from '../../../../server/jobs/smtp-delivery.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import { startSmtpServer } from '../../../doubles/smtp-server.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const BASE = 'https://jobs.example.com'
const documentFor = (settings: string): string =>
  documentOf({
    3: `### Job

| field | type |
|---|---|
| title | text |
| worker | Person |
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
| finish | open | done | everyone | notify worker "{title} is done" |
| created | | | | notify worker "New: {title}" |
`,
    6: `${settings}

| role | is |
|---|---|
| Crew | works |

| role | entity | may |
|---|---|---|
| Crew | Job | read, create |
| everyone | Person | read |
`,
  })

const took: SmtpMessage[] = []
const taking = async (message: SmtpMessage): Promise<void> => void took.push(message)
let deliver = taking
let app: TestApp
let worker: Caller
beforeAll(async () => {
  app = await startApp(documentFor(''), undefined, { publicUrl: BASE, deliver: (message) => deliver(message) })
  worker = await app.as('Crew', 'Worker')
})
afterAll(() => app.stop())
afterEach(() => {
  deliver = taking
})

const create = async (title: string, of = worker): Promise<string> =>
  (await of.post('/api/jobs', { title, worker: of.id }).expect(201)).body.id
/** The mails that leave. */
const sent = async (): Promise<readonly SmtpMessage[]> => {
  await app.runner.runDue()
  return took.splice(0)
}
const linkOf = async (title: string, of = worker): Promise<string> => {
  await create(title, of)
  return (await sent())[0]?.unsubscribe?.replace(BASE, '') ?? ''
}
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const press = (link: string, form: string) =>
  app.anyone.post(link).set('Content-Type', 'application/x-www-form-urlencoded').send(form)

test(
  'a link is read without changing anything, switches off by a POST that nobody signed, and is undone',
  { tags: 'reference/notifications-by-mail' },
  async () => {
    const link = await linkOf('One')
    expect(link).toMatch(/^\/unsubscribe\?choice=sealed\.1\.[\w.-]+$/)
    const asked = await app.anyone.get(link)
    expect(asked.status).toBe(200)
    expect(asked.text).toMatch(/<h1>Stop these emails\?<\/h1><ul><li>Job: created<\/li><\/ul>.*<form method="post"/s)
    expect(asked.text).not.toMatch(/<script|Worker|worker@/)
    expect(asked.headers['content-security-policy']).toContain("form-action 'self'")
    await create('Two')
    expect((await sent()).map(({ subject }) => subject)).toEqual(['New: Two'])

    const off = await press(link, ONE_CLICK)
    expect([off.status, off.text.includes('<h1>You’ll no longer get these emails</h1>')]).toEqual([200, true])
    const id = await create('Three')
    expect(await sent()).toEqual([])
    const { body } = await worker.get('/api/system/mail-choices')
    expect(body.items.slice(0, 2)).toMatchObject([
      { kind: 'Job finish', mail: true },
      { kind: 'Job created', mail: false },
    ])
    expect((await worker.get('/api/system/inbox')).body.items[0].text).toBe('New: Three')
    await worker.post(`/api/jobs/${id}/finish`).expect(200)
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Three is done'])

    expect((await app.anyone.get(link)).text).toContain('<button name="mail" value="on">Send them again</button>')
    expect((await press(link, 'mail=on')).text).toContain('<h1>You’ll get these emails again</h1>')
    await create('Four')
    expect((await sent()).map(({ subject }) => subject)).toEqual(['New: Four'])
    // Some mail programs send a form of parts.
    await app.anyone.post(link).field('List-Unsubscribe', 'One-Click').expect(200)
    await create('Five')
    expect(await sent()).toEqual([])
    await press(link, 'mail=on').expect(200)
  },
)

test('what this application has not sealed is no link, whatever is wrong with it', async () => {
  const link = await linkOf('Six')
  const secret = new URL(link, BASE).searchParams.get('choice') ?? ''
  const changed = `${secret.slice(0, -2)}${secret.endsWith('A') ? 'BB' : 'AA'}`
  const { id } = worker
  const wrong = ['', 'x', changed, secret.slice(0, 30), id, JSON.stringify({ person: id, kinds: ['Job created'] })]
  const pages = new Set<string>()
  for (const each of wrong) {
    const path = `/unsubscribe?choice=${encodeURIComponent(each)}`
    const answers = [await app.anyone.get(path), await press(path, ONE_CLICK)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    for (const { text } of answers) pages.add(text.replaceAll(/nonce="[^"]*"/g, ''))
  }
  expect(pages.size).toBe(1)
  await create('Seven')
  expect(await sent()).toHaveLength(1)
  expect((await app.anyone.delete(link)).headers['allow']).toBe('GET, HEAD, POST')
})

test('the page names no kind to a person who is gone, or may know nothing of its entity any more', async () => {
  const leaver = await app.as('Crew', 'Leaver')
  const link = await linkOf('Eight', leaver)
  expect((await app.anyone.get(link)).text).toContain('Job: created')
  const root = await app.as('Administrator')
  await root.patch(`/api/people/${leaver.id}`, { roles: [] }).expect(200)
  expect((await press(link, ONE_CLICK)).text).not.toContain('Job')
  await root.patch(`/api/people/${leaver.id}`, { roles: ['Crew'], active: false }).expect(200)
  const { status, text } = await press(link, ONE_CLICK)
  expect([status, text.includes('Job')]).toEqual([200, false])
})

test('over the wire a mail says that one click will do', async () => {
  const smtp = await startSmtpServer()
  deliver = createSmtpDelivery({ url: smtp.url, from: 'desk@example.com' })
  await create('Nine')
  await app.runner.runDue()
  const data = smtp.received[0]?.data.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
  expect(data).toMatch(/^List-Unsubscribe: <https:\/\/jobs\.example\.com\/unsubscribe\?choice=sealed\.1\.\S+>\r?$/m)
  expect(data).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  await smtp.close()
})

test('a subject lies sealed in the outbox, and is shown only to administrators who may read data', async () => {
  const failing = async (): Promise<void> => {
    throw new DeliveryFailed('ECONNECTION', false)
  }
  const other = await startApp(documentFor('- administrators: no data'), undefined, {
    publicUrl: BASE,
    deliver: failing,
  })
  deliver = failing
  for (const [each, subject] of [
    [app, 'New: Ten lamps'],
    [other, null],
  ] as const) {
    const crew = await each.as('Crew', 'Worker')
    await create('Ten lamps', crew)
    await each.runner.runDue()
    const [job] = await each.dependencies.storage.database.newestJobs('mail', 1)
    // A single word may stand in what is sealed by chance.
    expect(JSON.stringify(job)).not.toContain('Ten lamps')
    const person = await each.as('Administrator')
    const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
    const root = each.with(person, (await each.anyone.post('/api/auth/sign-in').send(given)).body.token)
    expect((await root.get('/api/system/mail').expect(200)).body.items[0]).toMatchObject({
      to: 'worker@example.com',
      subject,
    })
  }
  await other.stop()
})
