// A change set notifies a limited number of people, and says that it left others out.
// @module-tag O13
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_NOTICES } from '../../../../server/records/notices/notice-limit.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Note

| field | type |
|---|---|
| text | long text |
`,
  6: `| role | is |
|---|---|
| Writer | writes |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note, Person | everything | | |
`,
})
const NAMES = Array.from({ length: 8 }, (_, at) => `Reader ${at}`)

let app: TestApp
let writer: Caller
let readers: readonly Caller[]

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  writer = await app.as('Writer', 'Wim')
  readers = await Promise.all(NAMES.map((name) => app.as('Writer', name)))
})
afterAll(() => app.stop())

const inbox = async (caller: Caller): Promise<readonly { readonly text: string }[]> =>
  (await caller.get('/api/system/inbox?limit=1000')).body.items
const received = async (): Promise<number> =>
  (await Promise.all(readers.map(inbox))).reduce((sum, { length }) => sum + length, 0)
const mentioning = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    method: 'POST',
    path: '/api/notes',
    body: { text: `${at} ${NAMES.map((name) => `@${name}`).join(', ')}` },
  }))

test('mentions of a batch end at their bound, of which the writer is notified once; the texts are kept', async () => {
  const { body } = await writer.post('/api/batch', { calls: mentioning(100) }).expect(200)
  expect(await received()).toBe(Math.floor(MOST_NOTICES / NAMES.length) * NAMES.length)
  expect((await inbox(writer)).map(({ text }) => text)).toEqual([
    'Your change has notified 500 people. Nobody else was notified of it, and no further mention was looked up.',
  ])
  expect((await writer.get('/api/notes?count=exact&limit=1')).body.count).toBe(100)

  const before = await received()
  await writer.post('/api/batch', { calls: mentioning(1), changeSet: body.changeSet }).expect(200)
  expect([await received(), (await inbox(writer)).length]).toEqual([before, 1])
  await writer.post('/api/batch', { calls: mentioning(1) }).expect(200)
  expect(await received()).toBe(before + NAMES.length)
})

test('people who watch hear of as many changes of one change set', async () => {
  const { body: note } = await writer.post('/api/notes', { text: 'watched' })
  for (const reader of readers) await reader.put(`/api/system/watches/notes/${note.id}`).expect(204)
  const before = await received()
  const calls = Array.from({ length: 100 }, (_, at) => ({
    method: 'PATCH',
    path: `/api/notes/${note.id}`,
    body: { text: `changed ${at}` },
  }))
  await writer.post('/api/batch', { calls }).expect(200)
  expect((await received()) - before).toBe(MOST_NOTICES)
})
