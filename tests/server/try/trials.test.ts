// A draft is tried in a sandbox of its author: on data of its own, with a clock that is moved; nothing is sent.
// @module-tag call/get/system/trial
// @module-tag call/post/system/trial
// @module-tag call/delete/system/trial
// @module-tag call/get/system/trial/people
// @module-tag call/get/system/trial/messages
// @module-tag call/post/system/trial/actor
// @module-tag call/post/system/trial/clock
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { TrialData } from '#shared/protocol/trial.ts'
import type { Caller, StartOptions, TestApp } from '../../apps/start-app.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'
import { documentOf, readShipped } from '../../helpers/compile-document.ts'

const documentWith = ({ fields = '', settings = '', then = '' } = {}) =>
  documentOf({
    2: '| route | screen | shows | for |\n|---|---|---|---|\n| /tickets | Tickets | table of Ticket | everyone |\n',
    3: `### Ticket\n\n| field | type | required |\n|---|---|---|\n| subject | text | yes |\n| requester | Person | yes |\n${fields}\n- title: \`subject\`\n`,
    4: `### Ticket.status\n\n- starts: open\n- ends: closed\n\n| transition | from | to | who | then | after |\n|---|---|---|---|---|---|\n| created | | | | notify requester "We have {subject}"; send POST "https://example.com/hook" { about: subject }${then} | |\n| lapse | open | closed | nobody | notify requester "{subject} lapsed" | 30 minutes |\n`,
    5: 'none.',
    6: `${settings}| role | is |\n|---|---|\n| Customer | asks |\n| Agent | answers |\n\n| role | entity | may | where |\n|---|---|---|---|\n| Customer | Ticket | read, create | \`requester == me\` |\n| Agent | Ticket | everything | |\n`,
  })
const DOCUMENT = documentWith()
const DRAFT = documentWith({ fields: '| room | text | no |\n' })
const SAMPLE_OF = fileURLToPath(new URL('../../../shared/documents/leave-requests.md', import.meta.url))

let app: TestApp
let administrator: Caller
let mia: Caller
async function start(text = DOCUMENT, options: StartOptions = {}) {
  app = await startApp(text, undefined, options)
  administrator = await app.as('Administrator')
  mia = await app.as('Customer', 'Mia')
}
/** Starts an application that one test has for itself. */
async function startAlone(text: string, options: StartOptions) {
  await start(text, options)
  onTestFinished(() => app.stop())
}

const begin = (data: TrialData, text = DRAFT, person = administrator) =>
  person.post(`/api/system/trial?data=${data}`).set('Content-Type', 'text/markdown').send(text)
const read = (person = administrator) => person.get('/api/system/trial')
const findPeople = (person = administrator) => person.get('/api/system/trial/people')
const readMessages = (person = administrator) => person.get('/api/system/trial/messages')
const actAs = (actor: object) => administrator.post('/api/system/trial/actor', actor)
const move = (step: string) => administrator.post('/api/system/trial/clock', { step })
/** A request by a browser that is signed in to the application itself. */
const browse = (method: 'get' | 'post', path: string, { token } = administrator) =>
  request(app.server)[method](`/studio/try${path}`).set('Cookie', `session=${token}`).set('Origin', urlOf(app))
const folders = () => (existsSync(join(app.directory, 'trials')) ? readdirSync(join(app.directory, 'trials')) : [])

describe('on a copy of the data', () => {
  let ticket: string
  let boss: Caller
  beforeAll(async () => {
    await start()
    boss = await app.as('Administrator', 'Boss')
    ticket = (await mia.post('/api/tickets', { subject: 'Printer', requester: mia.id }).expect(201)).body.id
    await begin('copy').expect(200)
  })
  afterAll(() => app.stop())

  test('no session, token or waiting message of the application comes with it', async () => {
    expect((await browse('get', '/api/auth/sessions').expect(200)).body.items).toHaveLength(1)
    expect((await browse('get', '/api/system/mail').expect(200)).body.items).toEqual([])
    expect((await readMessages()).body.sent).toBe(0)
  })

  test('the draft finds what there is, and what is written stays in the trial', async () => {
    const found = await browse('get', `/api/tickets/${ticket}`).expect(200)
    expect(found.body).toMatchObject({ subject: 'Printer', room: null })
    await browse('post', '/api/tickets').send({ subject: 'Tried', requester: administrator.id, room: '12' }).expect(201)
    expect((await browse('get', '/api/tickets')).body.items).toHaveLength(2)
    expect((await administrator.get('/api/tickets')).body.items).toMatchObject([{ subject: 'Printer' }])
    expect((await administrator.get('/api/system/document')).body.number).toBe(1)
  })

  test('what is deleted in the trial can be restored there, and is never gone from the application', async () => {
    const { body } = await browse('get', `/api/tickets/${ticket}`).expect(200)
    const trash = async () => (await browse('get', '/api/tickets?trash=yes').expect(200)).body.items
    await request(app.server)
      .delete(`/studio/try/api/tickets/${ticket}`)
      .set('Cookie', `session=${administrator.token}`)
      .set('Origin', urlOf(app))
      .set('If-Match', `"${body._version}"`)
      .expect(204)
    expect(await trash()).toHaveLength(1)
    await administrator.get(`/api/tickets/${ticket}`).expect(200)
    await browse('post', `/api/tickets/${ticket}/restore`).send({}).expect(200)
    expect(await trash()).toEqual([])
    await browse('get', `/api/tickets/${ticket}`).expect(200)
  })

  test('the author goes on as others, never as another administrator, and the audit has it', async () => {
    await actAs({ person: mia.id }).expect(200, { person: mia.id })
    expect((await browse('get', '/api/auth/me')).body.person).toMatchObject({ id: mia.id })
    expect((await browse('get', '/api/tickets')).body.items).toHaveLength(1)
    await actAs({ role: 'Customer' }).expect(200)
    expect((await browse('get', '/api/tickets')).body.items).toEqual([])
    await actAs({ nobody: true }).expect(200, { person: null })
    expect((await browse('get', '/api/tickets')).status).toBe(401)
    expect((await actAs({ person: boss.id })).body.errors).toMatchObject([{ field: 'person', code: 'not_found' }])
    const { items } = (await findPeople().expect(200)).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([administrator.id, mia.id]))
    expect(JSON.stringify(items)).not.toContain(boss.id)
    const audit = await administrator.get('/api/system/audit?event=trial_viewed').expect(200)
    expect(audit.body.items).toMatchObject([
      { by: { id: administrator.id }, subject: null, detail: { roles: ['Customer'] } },
      { by: { id: administrator.id }, subject: { id: mia.id } },
    ])
    const started = await administrator.get('/api/system/audit?event=trial_started&limit=1').expect(200)
    expect(started.body.items).toMatchObject([{ by: { id: administrator.id }, detail: { data: 'copy' } }])
    await actAs({ person: administrator.id }).expect(200)
  })

  test('what others wrote is shown to the author, but no mail to another administrator', async () => {
    for (const requester of [mia.id, boss.id])
      await browse('post', '/api/tickets').send({ subject: 'Secret', requester }).expect(201)
    await move('hour').expect(200)
    const { items } = (await readMessages().expect(200)).body
    const mails = items.filter(({ kind }: { kind: string }) => kind === 'mail')
    const textTo = (address: string) => mails.find(({ to }: { to: string }) => to === address).text
    expect(textTo('mia@example.com')).toContain('Secret')
    expect(textTo('boss@example.com')).toBeNull()
  })
})

describe('time', () => {
  beforeAll(() => start())
  afterAll(() => app.stop())
  beforeEach(async () => {
    await begin('empty').expect(200)
    await browse('post', '/api/tickets')
      .send({ subject: 'Printer', requester: (await browse('get', '/api/auth/me')).body.person.id })
      .expect(201)
  })
  const statuses = async () =>
    (await browse('get', '/api/tickets')).body.items.map(({ status }: { status: string }) => status)

  test('timers happen an hour later at their moments, and what they send is shown and not sent', async () => {
    expect(await statuses()).toEqual(['open'])
    const before = (await read()).body.trial
    const due = Date.parse(before.nextDue) - Date.parse(before.now)
    expect(due).toBeLessThanOrEqual(30 * 60_000)
    const { now, isMoved, sent } = (await move('hour').expect(200)).body
    expect(Date.parse(now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000)
    expect([isMoved, sent]).toEqual([true, 3])
    expect(await statuses()).toEqual(['closed'])
    const { items } = (await readMessages().expect(200)).body
    expect(items.map(({ kind, to, subject }: Record<string, string>) => [kind, to, subject])).toEqual(
      expect.arrayContaining([
        ['mail', 'administrator.1@example.com', 'Printer lapsed'],
        ['mail', 'administrator.1@example.com', 'We have Printer'],
        ['webhook', 'POST https://example.com/hook', null],
      ]),
    )
    expect(items[0].text).toContain(`${urlOf(app)}/studio/try/`)
    expect(app.noted).toEqual([])
  })

  test('goes to the next timer, and a day further', async () => {
    const { nextDue } = (await read()).body.trial
    const reached = (await move('next').expect(200)).body
    expect(Date.parse(reached.now)).toBeGreaterThanOrEqual(Date.parse(nextDue))
    expect(await statuses()).toEqual(['closed'])
    const later = (await move('day').expect(200)).body
    expect(Date.parse(later.now) - Date.parse(reached.now)).toBeGreaterThanOrEqual(86_400_000)
    expect((await browse('get', '/api/auth/me')).body.person).not.toBeNull()
    expect((await move('year')).status).toBe(400)
  })
})

const roles = async () => (await findPeople()).body.items.map(({ roles: held }: { roles: string[] }) => held.join())

test('begins on the sample with its people', async () => {
  const leave = readShipped('leave-requests')
  await startAlone(leave, { sampleOf: SAMPLE_OF })
  expect((await begin('sample', leave).expect(200)).body.data).toBe('sample')
  expect((await roles()).length).toBeGreaterThan(4)
  expect((await begin('sample')).body).toMatchObject({ code: 'trial_sample_refused' })
})

describe('the trial of an author', () => {
  beforeAll(async () => {
    await start()
    await begin('empty').expect(200)
  })
  afterAll(() => app.stop())

  test('is for nobody else', async () => {
    const other = await app.as('Administrator', 'Other')
    expect((await browse('get', '/api/tickets', mia)).status).toBe(404)
    expect((await request(app.server).get('/studio/try/')).status).toBe(404)
    expect((await administrator.get('/studio/try/api/tickets')).status).toBe(404)
    const ended = await browse('get', '/api/tickets', other)
    expect([ended.status, ended.body.code]).toEqual([404, 'trial_ended'])
    expect((await read(mia)).status).toBe(403)
    expect((await read(other)).body).toEqual({ trial: null })
    for (const ask of [findPeople, readMessages]) {
      expect((await ask(mia)).status).toBe(403)
      expect((await ask(other)).body.code).toBe('trial_ended')
    }
    expect((await begin('empty', DRAFT, mia)).status).toBe(403)
    const { body } = await administrator.post('/api/auth/tokens', { name: 'x', roles: [], administrator: true })
    expect((await read(app.with(administrator, body.token))).body.code).toBe('not_by_token')
  })

  test('an explanation of its calls neither ends it nor begins another', async () => {
    const [folder] = folders()
    const explain = async (method: string, path: string, body?: unknown) =>
      (await administrator.post('/api/system/explain', { call: { method, path, body } }).expect(200)).body.allowed
    expect(await explain('DELETE', '/api/system/trial')).toBe(true)
    expect(await explain('POST', '/api/system/trial/clock', { step: 'day' })).toBe('not knowable')
    expect(await explain('POST', '/api/system/trial/actor', { nobody: true })).toBe('not knowable')
    expect(folders()).toEqual([folder])
    expect((await browse('get', '/api/auth/me')).body.person).not.toBeNull()
  })

  test('keeps the cookies of the trial on the server, and writes by other sites out', async () => {
    const page = await browse('get', '/').expect(200)
    expect(page.text).toContain('data-base="/studio/try"')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const out = await browse('post', '/api/auth/sign-out').send({}).expect(204)
    expect([out.headers['set-cookie'], out.headers['clear-site-data']]).toEqual([undefined, undefined])
    expect((await browse('get', '/api/auth/me')).body.person).toBeNull()
    expect((await administrator.get('/api/auth/me')).status).toBe(200)
    await actAs({ role: 'Customer' }).expect(200)
    const foreign = await browse('post', '/api/tickets').set('Origin', 'https://elsewhere.example').send({})
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_origin'])
    const found = await browse('get', '//api//tickets')
    expect(found.headers['location'] ?? '/studio/try').toMatch(/^\/studio\/try/)
  })

  test('two starts of an author at once leave one trial', async () => {
    const begun = await Promise.all([1, 2, 3].map(() => begin('empty')))
    expect(begun.map(({ status }) => status)).toContain(200)
    expect(folders()).toHaveLength(1)
    await administrator.delete('/api/system/trial').expect(204)
    expect(folders()).toEqual([])
  })

  test('begins empty with a person of each role', async () => {
    await begin('empty').expect(200)
    expect((await roles()).toSorted()).toEqual(['Administrator', 'Agent', 'Customer'])
    expect((await begin('sample')).body.code).toBe('trial_no_sample')
  })

  test('lists the messages of a document that sends many in pages, with their count', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index).join(', ')
    const many = `; for each n in [${numbers}]: send POST "https://example.com/many" { n: n }`
    await begin('empty', documentWith({ then: many })).expect(200)
    const { id } = (await browse('get', '/api/auth/me')).body.person
    for (let times = 0; times < 5; times++)
      await browse('post', '/api/tickets')
        .send({ subject: `Ticket ${times}`, requester: id })
        .expect(201)
    await move('day').expect(200)
    const { items, sent, kept } = (await readMessages()).body
    expect(sent).toBeGreaterThan(100)
    expect(kept).toBe(sent)
    const numbersOf = (listed: readonly { readonly number: number }[]) => listed.map(({ number }) => number)
    const seen = numbersOf(items)
    for (let before = seen.at(-1) ?? 0; before > 1; before = seen.at(-1) ?? 0) {
      const page = await administrator.get(`/api/system/trial/messages?before=${before}`).expect(200)
      expect(page.body.items.length).toBeLessThanOrEqual(50)
      seen.push(...numbersOf(page.body.items))
    }
    expect(seen).toEqual(Array.from({ length: sent }, (_, index) => sent - index))
  })

  test('ends when the author throws it away, signs out or is no administrator any more, and its folder goes', async () => {
    await begin('empty').expect(200)
    expect(folders()).toHaveLength(1)
    await administrator.delete('/api/system/trial').expect(204)
    expect(folders()).toEqual([])
    expect((await browse('get', '/tickets')).headers['location']).toBe('/studio')
    const other = await app.as('Administrator', 'Other')
    await begin('empty', DRAFT, other).expect(200)
    await other.post('/api/auth/sign-out', {}).expect(204)
    expect(folders()).toEqual([])
    await begin('empty').expect(200)
    const chief = await app.as('Administrator', 'Chief')
    const { body } = await chief.get('/api/system/people?search=administrator.1').expect(200)
    await chief
      .patch(`/api/people/${administrator.id}`, { roles: ['Agent'] })
      .set('If-Match', `"${body.items[0].version}"`)
      .expect(200)
    expect((await browse('get', '/api/tickets')).status).toBe(404)
    await app.dependencies.trials?.review()
    expect(folders()).toEqual([])
    expect(await endings(chief)).toEqual(['signed out', 'signed out', 'thrown away', 'another'])
  })
})

/** Lists the reasons for which the latest trials ended, the last one first. */
async function endings(person = administrator): Promise<readonly string[]> {
  const { body } = await person.get('/api/system/audit?event=trial_ended&limit=4').expect(200)
  return body.items.map(({ detail }: { detail: { why: string } }) => detail.why)
}

describe('ends with the server', () => {
  beforeAll(() => start())
  afterAll(() => app.stop())

  test('and the audit says so', async () => {
    await begin('empty').expect(200)
    await app.dependencies.trials?.close()
    expect(folders()).toEqual([])
    expect(await endings()).toEqual(['server'])
  })
})

describe('is refused', () => {
  beforeAll(() => start())
  afterAll(() => app.stop())

  test('a document with errors, or one that the data stands against', async () => {
    const wrong = await begin('empty', DRAFT.replace('table of Ticket', 'table of Tickte'))
    expect([wrong.status, wrong.body.code]).toEqual([422, 'document_wrong'])
    await mia.post('/api/tickets', { subject: 'Printer', requester: mia.id }).expect(201)
    const needed = await begin('copy', documentWith({ fields: '| room | text | yes |\n' }))
    expect([needed.status, needed.body.code]).toEqual([409, 'document_conflict'])
    expect(needed.body.conflicts).toMatchObject([{ rows: 1 }])
    expect(folders()).toEqual([])
  })

  test('a copy where administrators read no data, and a trial goes when the document says so meanwhile', async () => {
    await begin('copy').expect(200)
    const closed = documentWith({ settings: '- administrators: no data\n\n' })
    const publication = administrator.put('/api/system/document').set('Content-Type', 'text/markdown')
    await publication.send(closed).expect(200)
    expect((await browse('get', '/api/tickets')).body.code).toBe('trial_ended')
    expect((await endings())[0]).toBe('no data')
    const { status, body } = await begin('copy')
    expect([status, body.code, body.source.text]).toEqual([403, 'not_allowed', '- administrators: no data'])
    await begin('empty').expect(200)
  })
})

test('is refused: more than a server bears: data too large to copy, trials of too many, writing without end', async () => {
  await startAlone(DOCUMENT, { trials: { most: 1, copied: 10_000, written: 900_000 } })
  const large = await begin('copy')
  expect([large.status, large.body.code]).toEqual([409, 'trial_too_large'])
  await begin('empty').expect(200)
  const other = await app.as('Administrator', 'Other')
  expect((await begin('empty', DRAFT, other)).body.code).toBe('trials_full')
  await begin('empty', documentWith({ fields: '| report | long text | no |\n' })).expect(200)
  expect(folders()).toHaveLength(1)
  const { id } = (await browse('get', '/api/auth/me')).body.person
  const report = 'It prints nothing. '.repeat(500)
  const statuses: number[] = []
  for (let times = 0; times < 60 && statuses.at(-1) !== 507; times++)
    statuses.push((await browse('post', '/api/tickets').send({ subject: 'Long', requester: id, report })).status)
  expect(statuses).toContain(507)
  await administrator.get('/api/tickets').expect(200)
})

test('ends by itself, and what a killed server left goes at the next start', async () => {
  await startAlone(DOCUMENT, { trials: { milliseconds: 1 } })
  const { status, body } = await begin('empty')
  expect([status, body.code]).toEqual([404, 'trial_ended'])
  const left = join(app.directory, 'trials', 'trial-left')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'verbatim.db'), 'data')
  app = await app.restart()
  expect(existsSync(left)).toBe(false)
})
