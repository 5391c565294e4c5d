// Drafts of the document are kept for their authors, seen by the other administrators, and by nobody else.
// @module-tag call/get/system/document/draft
// @module-tag call/put/system/document/draft
// @module-tag call/delete/system/document/draft
// @module-tag call/get/system/document/drafts
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StorageBusy } from '../../../server/storage/storage-error.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let administrator: Caller
let other: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
  other = await app.as('Administrator', 'Administrator 2')
})
afterAll(() => app.stop())

const send = (caller: Caller, path: string, text: string) =>
  request(app.server)
    .put(path)
    .set('Authorization', `Bearer ${caller.token}`)
    .set('Content-Type', 'text/markdown')
    .send(text)
const keep = (text: string, caller = administrator, base = 1) =>
  send(caller, `/api/system/document/draft?base=${base}`, text)
const own = async (caller = administrator) => (await caller.get('/api/system/document/draft').expect(200)).body.draft

test('a draft that does not compile, as long as a document may be, is kept as it is until it is deleted', async () => {
  expect(await own()).toBeNull()
  const text = `# Draft\r\n${'x | `'.repeat(524_288 / 5)}`.slice(0, 524_288)
  const kept = await keep(text).set('If-Match', '"0"').expect(200)
  expect(kept.body).toMatchObject({ by: { id: administrator.id }, base: 1, version: 1, length: 524_288 })
  expect(await own()).toEqual({ ...kept.body, text })
  await administrator.delete('/api/system/document/draft').expect(204)
  await administrator.delete('/api/system/document/draft').expect(204)
  expect(await own()).toBeNull()
})

test('two windows of one author do not write over each other', async () => {
  await keep('first').set('If-Match', '"0"').expect(200)
  const late = await keep('second').set('If-Match', '"0"')
  expect([late.status, late.body.code, late.body.versions]).toEqual([
    412,
    'changed_meanwhile',
    { given: 0, current: 1 },
  ])
  expect((await own()).text).toBe('first')
  await keep('second').set('If-Match', '"1"').expect(200)
  expect(await own()).toMatchObject({ text: 'second', version: 2 })
})

test('authors see each other with the revision that they began from, and not each other’s texts', async () => {
  await keep('mine').expect(200)
  await keep('theirs', other).expect(200)
  const { body } = await other.get('/api/system/document/drafts').expect(200)
  expect(body.number).toBe(app.dependencies.current.number)
  expect(body.items.map(({ by, base }: { by: { id: string }; base: number }) => [by.id, base])).toEqual(
    expect.arrayContaining([
      [other.id, 1],
      [administrator.id, 1],
    ]),
  )
  expect(JSON.stringify(body)).not.toContain('mine')
  // The list is made without reading a text.
  expect(JSON.stringify(await app.dependencies.storage.database.systemRows('draft'))).not.toContain('mine')
  expect((await own(other)).text).toBe('theirs')
})

test('a draft goes when its author publishes it, and stays when another text is published', async () => {
  const text = HELPDESK.replace('# Specification:', '# Specification: ')
  await keep('unfinished', other).expect(200)
  await keep(text).expect(200)
  await send(administrator, '/api/system/document', text).expect(200)
  expect(await own()).toBeNull()
  expect((await own(other)).text).toBe('unfinished')
})

test('a revision that never was is no beginning of a draft', async () => {
  expect((await keep('text', administrator, 99)).status).toBe(404)
  expect((await keep('text', administrator, -1)).status).toBe(400)
})

test('is refused to others', async () => {
  const agent = await app.as('Agent')
  expect((await keep('text', agent)).status).toBe(403)
  expect((await agent.get('/api/system/document/draft')).status).toBe(403)
  expect((await agent.get('/api/system/document/drafts')).status).toBe(403)
  expect((await agent.delete('/api/system/document/draft')).status).toBe(403)
})

test('a document that was published is answered so, though its draft could not be deleted', async () => {
  const text = HELPDESK.replace('# Specification: ', '# Specification: Busy ')
  await keep(text, other).expect(200)
  const { database } = app.dependencies.storage
  const system = database.system.bind(database)
  const busy = vi.spyOn(database, 'system').mockImplementation(async (kind, key) => {
    if (kind === 'draft_text') throw new StorageBusy('the connection broke')
    return system(kind, key)
  })
  const { status, body } = await send(other, '/api/system/document?examples=ignored', text)
  expect([status, body.number]).toEqual([200, app.dependencies.current.number])
  busy.mockRestore()
  expect(app.dependencies.current.running.text).toBe(text)
  expect(await own(other)).toMatchObject({ text })
})
