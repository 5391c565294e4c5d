// Rules and orders of a document that take long for one record: lists under them hold up nobody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import request from 'supertest'
import { countAnsweredMeanwhile } from '../../../helpers/answered-meanwhile.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import { startApp } from '../../../apps/start-app.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Note

| field | type | value |
|---|---|---|
| title | text | |
| body | long text | |
| reads_odd | computed yes/no | \`body.matches("((.?){10}){10}!")\` |`,
  6: `| role | is |
|---|---|
| Reader | reads |
| Sorter | sorts |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Reader | Note | read | \`not body.matches("((.?){10}){10}!")\` | title |
| Sorter | Note | read | | all |`,
})

let app: TestApp
let reader: Caller
let sorter: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, { slow: { longest: 1_000 } })
  ;[reader, sorter] = [await app.as('Reader'), await app.as('Sorter')]
  const { newId, storage } = app.dependencies
  const at = '2026-11-20T00:00:00.000Z'
  const standard = { _version: 1, created_at: at, created_by: reader.id, updated_at: at, updated_by: reader.id }
  await storage.write(async (transaction) => {
    for (let note = 0; note < 12; note++)
      await transaction.insert('Note', {
        id: newId(at),
        ...standard,
        title: `${note}`,
        body: 'It does not print. '.repeat(5_263),
        reads_odd: false,
      })
  })
})

afterAll(() => app.stop())

test('a list under a rule with a large pattern is ended in time, and meanwhile others are answered', async () => {
  const listed = Promise.resolve(reader.get('/api/notes'))
  const live = () => request(app.server).get('/api/health/live').expect(200)
  expect(await countAnsweredMeanwhile(listed, live)).toBeGreaterThan(2)
  const { status, body } = await listed
  expect([status, body.code]).toEqual([400, 'too_costly'])
})

test('what is worked out once, when it is written, is read as fast as any other', async () => {
  const { body } = await sorter.get('/api/notes?fields=title&sort=reads_odd,title&limit=2').expect(200)
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['0', '1'])
})
