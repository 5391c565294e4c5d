// The document over the API: read, checked, published and put back by administrators, seen in force by every process.
// @module-tag call/get/system/document
// @module-tag call/put/system/document
// @module-tag call/post/system/document/check
// @module-tag call/post/system/document/examples
// @module-tag call/get/system/document/revisions
// @module-tag call/get/system/document/revisions/number
// @module-tag call/post/system/document/revisions/number/publish
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { createRecord } from '../../../server/records/write/create-record.ts'
import { DocumentReplaced } from '../../../server/document/follow-document.ts'
import { systemActor } from '../../../shared/policy/actor.ts'
import { CurrentDocument } from '../../../server/document/current-document.ts'
import { HELPDESK, lineWith, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const ROOM = HELPDESK.replace(
  '| internal_note | long text |',
  '| room | text | no | | | | Where it stands |\n| internal_note | long text |',
)
const WRONG = HELPDESK.replace('| Customer | Ticket | read |', '| Customer | Tickte | read |')
const WITHOUT_COLOR = HELPDESK.replace('| colour (color) | color | no | |\n', '')

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const send = (caller: Caller, method: 'put' | 'post', path: string, text: string) => {
  const call = request(app.server)[method](path)
  return call.set('Authorization', `Bearer ${caller.token}`).set('Content-Type', 'text/markdown').send(text)
}
/** Its examples are asked for where they are the point: they take seconds. */
const put = (text: string, caller = administrator) => send(caller, 'put', '/api/system/document?examples=ignored', text)
const check = (text: string, caller = administrator) => send(caller, 'post', '/api/system/document/check', text)
const read = () => administrator.get('/api/system/document')
const runs = () => app.dependencies.current.running

describe('publishing', () => {
  test('puts the text in force for the next request, and says what it changes and who may do more', async () => {
    const before = await read().expect(200)
    expect(before.body).toMatchObject({ text: HELPDESK, number: 1, file: 'test.md', isFromFile: true, by: null })
    const wider = ROOM.replace('| everyone | Tag, Team | read | | all |', '| anyone | Tag, Team | read | | all |')
    const { body, headers } = await put(wider).set('If-Match', String(before.headers['etag'])).expect(200)
    expect(body).toMatchObject({
      number: 2,
      changes: ['Room of Ticket is new.'],
      widened: ['anyone may read Team', 'anyone may read Tag'],
    })
    expect(headers['etag']).toBe(`"2.${body.revision}"`)
    const next = await administrator.get('/api/tickets').expect(200)
    expect(next.headers['verbatim-revision']).toBe(body.revision)
    expect((await read()).body).toMatchObject({ text: wider, number: 2, by: { id: administrator.id } })
    await administrator
      .get('/api/system/document')
      .set('If-None-Match', headers['etag'] as string)
      .expect(304)
    const audit = await administrator.get('/api/system/audit?event=document_published&limit=1').expect(200)
    expect(audit.body.items).toMatchObject([{ by: { id: administrator.id }, detail: { to: body.revision } }])
  })

  test('is refused to those who have read another revision than the one in force', async () => {
    const { headers, body } = await read()
    await put(HELPDESK).expect(200)
    const late = await put(ROOM).set('If-Match', headers['etag'] as string)
    expect([late.status, late.body.code]).toEqual([412, 'changed_meanwhile'])
    expect(late.body.versions).toEqual({ given: body.number, current: body.number + 1 })
    const { headers: both } = await read()
    const atOnce = await Promise.all(
      [ROOM, WITHOUT_COLOR].map((text) => put(text).set('If-Match', String(both['etag']))),
    )
    const [won, ...lost] = atOnce.toSorted((one, other) => one.status - other.status)
    expect([won?.status, ...lost.map((each) => each.body.code)]).toEqual([200, 'changed_meanwhile'])
    expect(runs().revision).toBe(won?.body.revision)
    await put(HELPDESK).expect(200)
    expect(runs().text).toBe(HELPDESK)
  })

  test('is refused with the errors and their places, and the running document stays', async () => {
    const { status, body } = await put(WRONG)
    expect([status, body.code]).toEqual([422, 'document_wrong'])
    const errors = body.diagnostics.filter(({ severity }: { severity: string }) => severity === 'error')
    const { line } = lineWith('Tickte', WRONG)
    expect(errors).toMatchObject([{ code: expect.stringContaining('/'), from: { line, column: expect.any(Number) } }])
    expect(runs().text).toBe(HELPDESK)
  })

  test('is refused with the records that stand against it', async () => {
    const tag = await administrator.post('/api/tags', { name: 'Printer', color: '#364fc7' }).expect(201)
    const { status, body } = await put(WITHOUT_COLOR)
    expect([status, body.code]).toEqual([409, 'document_conflict'])
    expect(body.conflicts).toMatchObject([{ rows: 1, examples: [{ id: tag.body.id, title: 'Printer' }] }])
    expect((await administrator.get(`/api/tags/${tag.body.id}`)).body.color).toBe('#364fc7')
  })

  test('is for administrators with a fresh session, in Markdown, and of bounded size', async () => {
    const agent = await app.as('Agent')
    expect((await put(ROOM, agent)).body.code).toBe('not_allowed')
    expect((await check(ROOM, agent)).status).toBe(403)
    for (const path of ['', '/revisions', '/revisions/1'])
      expect((await agent.get(`/api/system/document${path}`)).status).toBe(403)
    const given = { name: 'deploy', roles: [], administrator: true }
    const { body } = await administrator.post('/api/auth/tokens', given).expect(201)
    expect((await put(ROOM, app.with(administrator, body.token))).body.code).toBe('not_by_token')
    const typed = await put(ROOM).set('Content-Type', 'application/json')
    expect([typed.status, typed.body.code]).toEqual([415, 'unsupported_media_type'])
    expect((await put('x'.repeat(5_000_001))).status).toBe(413)
    app.clock.now += 2 * 3_600_000
    expect((await put(ROOM)).body.code).toBe('proof_needed')
    app.clock.now -= 2 * 3_600_000
    expect(runs().text).toBe(HELPDESK)
  })
})

describe('examples', { tags: 'reference/examples' }, () => {
  const example = (expected: string): string =>
    HELPDESK.replace(
      /^## 5\. /m,
      `### Example: a team is there\n\n1. given Team { name: "ACME" }\n2. expect name == "${expected}"\n\n$&`,
    )
  const run = (text: string, person = administrator) =>
    person.post('/api/system/document/examples').set('Content-Type', 'text/markdown').send(text)

  test('are run without a trace, for administrators', async () => {
    const { number } = (await read()).body
    const held = await run(example('ACME')).expect(200)
    expect(held.body.examples).toContainEqual(expect.objectContaining({ title: 'a team is there', failure: null }))
    const turned = await run(example('Other')).expect(200)
    expect(turned.body.examples).toContainEqual(
      expect.objectContaining({
        failure: expect.objectContaining({
          step: '2. expect name == "Other"',
          problem: expect.stringContaining('"ACME"'),
        }),
      }),
    )
    expect((await run(WRONG).expect(200)).body).toEqual({ examples: null })
    expect((await run(ROOM, await app.as('Agent'))).status).toBe(403)
    expect((await read()).body.number).toBe(number)
    expect((await administrator.get('/api/teams?filter=name == "ACME"')).body.items).toEqual([])
  })

  test('that do not hold refuse the publication, unless it says otherwise', async () => {
    const text = example('Other')
    const { status, body } = await send(administrator, 'put', '/api/system/document', text)
    expect([status, body.code]).toEqual([409, 'examples_fail'])
    expect(body.examples).toMatchObject([{ title: 'a team is there', failure: { step: expect.anything() } }])
    expect(runs().text).toBe(HELPDESK)
    await put(text).expect(200)
    // An earlier revision that is restored is published, too.
    const { number } = (await read()).body
    await put(HELPDESK).expect(200)
    const restore = (query = '') =>
      administrator.post(`/api/system/document/revisions/${number}/publish${query}`).send({})
    expect((await restore()).body.code).toBe('examples_fail')
    expect(runs().text).toBe(HELPDESK)
    await restore('?examples=ignored').expect(200)
    await put(HELPDESK).expect(200)
  })
})

describe('checking', () => {
  test('says what would be, and does nothing', async () => {
    const { number } = (await read()).body
    expect((await check(ROOM).expect(200)).body).toMatchObject({
      isPublishable: true,
      changes: ['Room of Ticket is new.'],
      conflicts: [],
    })
    expect((await check(WRONG).expect(200)).body).toMatchObject({ isPublishable: false, conflicts: null })
    const { body } = await check(WITHOUT_COLOR).expect(200)
    expect(body).toMatchObject({ isPublishable: false, conflicts: [{ rows: 1, examples: [{ title: 'Printer' }] }] })
    expect((await read()).body.number).toBe(number)
    await administrator.post('/api/tickets', { ...TICKET, room: '12' }).expect(422)
  })

  test('tells administrators who may not read all data nothing about it', async () => {
    await put(HELPDESK.replace(/^- sign-in: /m, '- administrators: no data\n- sign-in: ')).expect(200)
    expect((await check(WITHOUT_COLOR).expect(200)).body).toMatchObject({ conflicts: null, changes: [] })
    expect((await put(WITHOUT_COLOR).expect(409)).body.conflicts).toMatchObject([{ rows: 1, examples: [] }])
    await put(HELPDESK).expect(200)
  })
})

describe('revisions', () => {
  test('are listed with who published them and when, and an earlier one is put back', async () => {
    const first = (await put(ROOM).expect(200)).body
    await put(HELPDESK).expect(200)
    const page = await administrator.get('/api/system/document/revisions?limit=2').expect(200)
    expect(page.body.items).toMatchObject([
      { number: first.number + 1, by: { id: administrator.id }, isFromFile: false },
      { number: first.number, revision: first.revision, length: ROOM.length },
    ])
    expect(page.body.items[0]).not.toHaveProperty('text')
    const rest = await administrator.get(`/api/system/document/revisions?after=${page.body.next}`).expect(200)
    expect(rest.body.items.at(-1)).toMatchObject({ number: 1, isFromFile: true, by: null })
    const old = await administrator.get(`/api/system/document/revisions/${first.number}`).expect(200)
    expect(old.body.text).toBe(ROOM)
    await administrator.get('/api/system/document/revisions/999').expect(404)
    await administrator.get('/api/system/document/revisions/x').expect(404)
    const back = await administrator.post(`/api/system/document/revisions/${first.number}/publish`, {}).expect(200)
    expect(back.body).toMatchObject({ number: first.number + 2, revision: first.revision })
    expect(runs().text).toBe(ROOM)
    await put(HELPDESK).expect(200)
  })

  test('is not put back by the explanation of that call', async () => {
    const before = await read().expect(200)
    const narrow = (await put(ROOM).expect(200)).body
    const call = { method: 'POST', path: `/api/system/document/revisions/${before.body.number}/publish` }
    const { body } = await administrator.post('/api/system/explain', { call }).expect(200)
    expect(body).toMatchObject({ allowed: true })
    expect((await read()).body).toMatchObject({ text: ROOM, number: narrow.number })
    expect(runs().text).toBe(ROOM)
    expect(app.dependencies.storage.revision).toBe(narrow.revision)
    await put(HELPDESK).expect(200)
  })

  test('a second process on the same data decides its next request by what the first has published', async () => {
    const { dependencies } = app
    const { running, number } = dependencies.current
    const other = { ...dependencies, current: new CurrentDocument(running, number) }
    const server = createServer(createApp(other))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const ask = (path: string, token?: string) =>
      token === undefined
        ? request(server).get(path)
        : request(server).get(path).set('Authorization', `Bearer ${token}`)
    expect((await ask('/api/tags', administrator.token)).headers['verbatim-revision']).toBe(running.revision)
    const { token } = await app.as('Customer')
    expect((await ask('/api/tags', token)).status).toBe(200)
    const narrow = HELPDESK.replace('| everyone | Tag, Team | read | | all |', '| Agent | Tag, Team | read | | all |')
    const { revision } = (await put(narrow).expect(200)).body
    expect(other.current.running.revision).toBe(running.revision)
    // What is under way there writes nothing by the old one.
    const given = { actor: systemActor, now: '2026-11-21T10:00:00.000Z' }
    await expect(createRecord(other, given, 'Tag', { name: 'Late', color: '#364fc7' })).rejects.toThrow(
      DocumentReplaced,
    )
    const narrowed = await ask('/api/tags', token)
    expect([narrowed.status, narrowed.headers['verbatim-revision']]).toEqual([403, revision])
    const open = narrow.replace('| Agent | Tag, Team | read | | all |', '| anyone | Tag, Team | read | | all |')
    await put(open).expect(200)
    expect((await ask('/api/tags')).status).toBe(200)
    await put(HELPDESK).expect(200)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})

test('at the start a file is published where it has changed since it was last, and otherwise what the database holds runs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-start-'))
  let desk = await startApp(HELPDESK, directory)
  const root = await desk.as('Administrator')
  await request(desk.server)
    .put('/api/system/document')
    .set('Authorization', `Bearer ${root.token}`)
    .set('Content-Type', 'text/markdown')
    .send(ROOM)
    .expect(200)
  desk = await desk.restart()
  expect(desk.dependencies.current.running.text).toBe(ROOM)
  await desk.dependencies.storage.close()
  const edited = HELPDESK.replace('| everyone | Tag, Team | read | | all |', '| anyone | Tag, Team | read | | all |')
  expect(edited).not.toBe(HELPDESK)
  const again = await startApp(edited, directory)
  expect(again.dependencies.current.running.text).toBe(edited)
  expect(again.dependencies.current.number).toBe(3)
  const { body } = await again.with(root, root.token).get('/api/system/audit?event=document_published&limit=1')
  expect(body.items[0]).toMatchObject({
    by: null,
    detail: { widened: ['anyone may read Team', 'anyone may read Tag'] },
  })
  desk.server.closeAllConnections()
  await new Promise((resolve) => desk.server.close(resolve))
  await again.stop()
  rmSync(directory, { recursive: true, force: true })
})
