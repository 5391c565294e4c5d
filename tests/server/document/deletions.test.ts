// A publication deletes data only where each name is confirmed, and only after a backup that can be restored.
// @module-tag call/put/system/document
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { surveyCopy } from '../../../server/storage/sqlite/survey.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const REPORTS = `
### Report

| field | type | required |
|---|---|---|
| title | text | yes |
| about | Thing | |

### Page

| field | type | required |
|---|---|---|
| report | Report | yes |
| body | text | |
| tags | several Thing | |
`

function documentWith(fields: string, reports = REPORTS): string {
  const things = `### Thing\n\n| field | type | required |\n|---|---|---|\n| name | text | yes |\n${fields}`
  return documentOf({ 3: `${things}\n${reports}` })
}

const FULL = documentWith('| note | text | |\n| size | text | |\n')
const WITHOUT_NOTE = documentWith('| size | text | |\n')
const OTHER_SIZE = documentWith('| note | text | |\n| size | integer | |\n')
const WITHOUT_REPORTS = documentWith('| note | text | |\n| size | text | |\n', '')

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(FULL)
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const send = (method: 'put' | 'post', path: string, text: string) =>
  administrator[method](`/api/system/document${path}`).set('Content-Type', 'text/markdown').send(text)
const publish = (text: string, query = '') => send('put', query, text)

beforeEach(async () => {
  await publish(FULL).expect(200)
  await administrator.post('/api/things', { name: 'Lamp', note: 'Mind the glass.', size: '12' }).expect(201)
  const odd = await administrator.post('/api/things', { name: 'Rope', size: 'long' }).expect(201)
  const report = await administrator.post('/api/reports', { title: 'May', about: odd.body.id }).expect(201)
  await administrator.post('/api/pages', { report: report.body.id, tags: [odd.body.id] }).expect(201)
})

const backups = () => {
  const folder = join(app.directory, 'backups')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('a field that the document no longer has', () => {
  test('keeps its values from the publication, which names it', async () => {
    const { status, body } = await publish(WITHOUT_NOTE)
    expect([status, body.code]).toEqual([409, 'document_conflict'])
    expect(body.conflicts).toMatchObject([{ deletes: 'Thing.note' }])
    const others = await publish(WITHOUT_NOTE, '?deletes=Thing.size,Note,note')
    expect(others.body.conflicts).toMatchObject([{ deletes: 'Thing.note' }])
    expect((await send('post', '/check', WITHOUT_NOTE)).body).toMatchObject({ isPublishable: false })
    expect((await administrator.get('/api/things?filter=note != null')).body.items).not.toEqual([])
  })

  test('goes with its values where it is confirmed, and a backup has them', async () => {
    const before = backups()
    const checked = await send('post', '/check?deletes=Thing.note', WITHOUT_NOTE)
    expect(checked.body).toMatchObject({
      isPublishable: true,
      conflicts: [],
      changes: ['Note of Thing is removed with all its values.'],
    })
    const planned = await send('post', '/plan?deletes=Thing.note', WITHOUT_NOTE).expect(200)
    expect(planned.body.plan).toMatchObject({ conflicts: [], data: ['Note of Thing is removed with all its values.'] })
    expect(backups()).toEqual(before)
    expect((await administrator.get('/api/things?filter=note != null')).body.items).not.toEqual([])
    const { body } = await publish(WITHOUT_NOTE, '?deletes=Thing.note&reason=Nobody%20needs%20notes.').expect(200)
    const made = backups().filter((name) => !before.includes(name))
    expect(made.map((name) => join('backups', name))).toEqual([body.backup])
    expect((await administrator.get('/api/things')).body.items[0]).not.toHaveProperty('note')
    const [entry] = (await administrator.get('/api/system/audit?event=document_published&limit=1')).body.items
    expect(entry.detail).toMatchObject({
      deleted: [expect.stringMatching(/^Thing\.note \(\d+\)$/)],
      reason: 'Nobody needs notes.',
    })
    const [revision] = (await administrator.get('/api/system/document/revisions?limit=1')).body.items
    expect(revision).toMatchObject({ reason: 'Nobody needs notes.' })
    const restored = mkdtempSync(join(tmpdir(), 'verbatim-restored-'))
    rmSync(restored, { recursive: true })
    expect(await restoreBackup({ file: join(app.directory, body.backup), directory: restored })).toMatchObject({
      restored: true,
    })
    const survey = await surveyCopy(join(restored, 'verbatim.db'))
    expect(survey).toMatchObject({
      audit: { whole: true },
      entities: { Thing: expect.any(Number), Report: expect.any(Number) },
    })
    rmSync(restored, { recursive: true })
  })
})

test('values that have no form in another type go where it is confirmed; the others are kept', async () => {
  expect((await publish(OTHER_SIZE)).body.conflicts).toMatchObject([{ deletes: 'Thing.size' }])
  await publish(OTHER_SIZE, '?deletes=Thing.size').expect(200)
  const { items } = (await administrator.get('/api/things?sort=name&filter=name == "Lamp" or name == "Rope"')).body
  const sizes = new Set(items.map(({ name, size }: { name: string; size: unknown }) => `${name} ${String(size)}`))
  expect(sizes).toEqual(new Set(['Lamp 12', 'Rope null']))
})

test('entities that refer to each other go with all their records', async () => {
  const { body } = await publish(WITHOUT_REPORTS)
  expect(new Set(body.conflicts.map(({ deletes }: { deletes: string }) => deletes))).toEqual(
    new Set(['Report', 'Page']),
  )
  expect((await publish(WITHOUT_REPORTS, '?deletes=Report')).body.conflicts).toMatchObject([{ deletes: 'Page' }])
  await publish(WITHOUT_REPORTS, '?deletes=Report,Page').expect(200)
  await administrator.get('/api/reports').expect(404)
  const things = (await administrator.get('/api/things')).body.items
  await administrator.delete(`/api/things/${things[0].id}`).expect(204)
  // They come back empty.
  await publish(FULL).expect(200)
  expect((await administrator.get('/api/reports')).body.items).toEqual([])
  expect((await administrator.get('/api/pages')).body.items).toEqual([])
})

test('the explanation of a publication that deletes makes no backup, and deletes nothing', async () => {
  const { body } = await administrator.get('/api/system/document')
  const without = await publish(WITHOUT_NOTE, '?deletes=Thing.note').expect(200)
  await publish(FULL).expect(200)
  await administrator.post('/api/things', { name: 'Vase', note: 'Fragile.' }).expect(201)
  const before = backups()
  const call = {
    method: 'POST',
    path: `/api/system/document/revisions/${without.body.number}/publish?deletes=Thing.note`,
  }
  const explained = await administrator.post('/api/system/explain', { call }).expect(200)
  expect(explained.body).toMatchObject({ allowed: true })
  expect(backups()).toEqual(before)
  expect((await administrator.get('/api/system/document')).body.text).toBe(body.text)
  expect((await administrator.get('/api/things?filter=note == "Fragile."')).body.items).toHaveLength(1)
})

test('nothing is published where the backup can not be written', async () => {
  const number = (await administrator.get('/api/system/document')).body.number
  const folder = join(app.directory, 'backups')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'a file where the folder should be')
  const { status, body } = await publish(WITHOUT_NOTE, '?deletes=Thing.note')
  expect([status, body.code]).toEqual([503, 'no_backup'])
  expect((await administrator.get('/api/system/document')).body.number).toBe(number)
  rmSync(folder)
})
