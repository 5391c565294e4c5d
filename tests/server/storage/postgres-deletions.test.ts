// On PostgreSQL no publication over HTTP deletes data: it is refused for good, and says how it is done on the command line.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'

const things = (fields: string, more = ''): string =>
  documentOf({ 3: `### Thing\n\n| field | type |\n|---|---|\n| name | text |\n${fields}`, 9: more })

const WITH_NOTE = things('| note | text |')
const WITHOUT_NOTE = things('')
const COMMAND = 'npm run publish -- test.md --deletes Thing.note'
const GERMAN = things('| note | text |', '| name | value |\n|---|---|\n| language | de |')

describe.runIf(ON_POSTGRES)('a publication that deletes data', () => {
  let app: TestApp
  let administrator: Caller
  beforeAll(async () => {
    app = await startApp(WITHOUT_NOTE)
    administrator = await app.as('Administrator')
    await send('put', '', WITH_NOTE).expect(200)
    await administrator.post('/api/things', { name: 'Lamp', note: 'Mind the glass.' }).expect(201)
  })
  afterAll(() => app.stop())

  const send = (method: 'put' | 'post', path: string, text: string) =>
    administrator[method](`/api/system/document${path}`).set('Content-Type', 'text/markdown').send(text)

  test.each([
    ['of a text', 'put', '?deletes=Thing.note', WITHOUT_NOTE],
    ['of an earlier revision', 'post', '/revisions/1/publish?deletes=Thing.note', ''],
    ['for later', 'put', '/scheduled?at=2099-01-01T00:00&deletes=Thing.note', WITHOUT_NOTE],
  ] as const)('%s is refused with what to do, and deletes nothing', async (_, method, path, text) => {
    const { status, body, headers } = await send(method, path, text)
    expect([status, body.code, headers['retry-after']]).toEqual([409, 'deletion_by_command', undefined])
    expect(body.remedy).toContain(COMMAND)
    expect((await administrator.get('/api/system/document')).body).toMatchObject({ number: 2, text: WITH_NOTE })
    expect((await administrator.get('/api/system/document/scheduled')).body).toEqual({ scheduled: null })
    expect((await administrator.get('/api/things')).body.items).toMatchObject([{ note: 'Mind the glass.' }])
  })

  test.each(['', '?deletes=Thing.note'])(
    'is said to be published by a command before it is asked for (%s)',
    async (query) => {
      const { body: checked } = await send('post', `/check${query}`, WITHOUT_NOTE).expect(200)
      expect(checked).toMatchObject({ isPublishable: false, command: COMMAND })
      const { body: planned } = await send('post', `/plan${query}`, WITHOUT_NOTE).expect(200)
      expect(planned.command).toBe(COMMAND)
    },
  )

  test('is refused with the command where its names are not given, and what deletes nothing has none', async () => {
    const { body } = await send('put', '', WITHOUT_NOTE).expect(409)
    expect(body).toMatchObject({ code: 'document_conflict', command: COMMAND })
    const { body: checked } = await send('post', '/check', `${WITH_NOTE}\n`).expect(200)
    expect([checked.isPublishable, checked.command]).toEqual([true, undefined])
  })

  test('is explained as it is refused', async () => {
    const call = { method: 'POST', path: '/api/system/document/revisions/1/publish?deletes=Thing.note' }
    const { body } = await administrator.post('/api/system/explain', { call }).expect(200)
    expect(body).toMatchObject({ allowed: false, status: 409, refusal: { code: 'deletion_by_command' } })
  })

  test('is refused in German where that is the language', async () => {
    await send('put', '', GERMAN).expect(200)
    const { status, body } = await send('put', '?deletes=Thing.note', WITHOUT_NOTE)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('Nichts wurde veröffentlicht')])
    await send('put', '', WITH_NOTE).expect(200)
  })
})
