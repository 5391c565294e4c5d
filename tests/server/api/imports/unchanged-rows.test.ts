// Rows of a file that change nothing of their records are counted as such, and leave no trace in them.
import type { ImportStatus } from '#shared/protocol/import.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportApp } from './import-app.ts'
import { startImportApp } from './import-app.ts'

let app: ImportApp
beforeAll(async () => {
  app = await startImportApp()
  await app.keep('name,code,number,fine,amount,day,tags\nAda,A,1,1.250,3.00,2026-11-30,"x, y"\nBob,B,2,,,,\n')
})
afterAll(() => app.app.stop())

const versions = async () => (await app.things()).map((thing) => thing['_version'])

test('of an export that comes back unchanged: no version, no history, nothing to undo', async () => {
  const owner = await app.app.as('Administrator')
  const { text } = await owner.get('/api/things/export?format=csv')
  const before = await app.things()
  const tried = await app.send(text, 'mode=check&match=code')
  expect(tried.body).toMatchObject({ kept: false, created: 0, updated: 0, unchanged: 2, refused: 0 })
  const { body } = await app.send(text, 'mode=run&match=code')
  expect(body).toMatchObject({ kept: true, created: 0, updated: 0, unchanged: 2, refused: 0 })
  expect(body.changeSet).toBeUndefined()
  expect(await app.things()).toEqual(before)
  const { items } = (await owner.get(`/api/things/${String(before[0]?.['id'])}/history`)).body
  expect(items).toHaveLength(1)
})

test('beside others that do, at once and in the background', async () => {
  const [first, second] = await versions()
  const { body } = await app.send('code,story\nA,found\nB,\nC,new\n', 'mode=check&match=code')
  expect(body).toMatchObject({ refused: 1, unchanged: 1, updated: 1 })
  const kept = await app.send('code,name,story\nA,Ada,found\nB,Bob,\nC,Cid,new\n', 'mode=run&match=code')
  expect(kept.body).toMatchObject({ kept: true, created: 1, updated: 1, unchanged: 1, changeSet: expect.any(String) })
  expect((await versions()).slice(0, 2)).toEqual([Number(first) + 1, second])
  const begun = await app.send('code,story\nA,found\nB,x\nC,new\n', 'mode=run&match=code&keep=good', {
    Prefer: 'respond-async',
  })
  await app.app.runner.runDue()
  const owner = await app.app.as('Administrator')
  const done = (await owner.get(String(begun.headers['location']))).body as ImportStatus
  expect(done).toMatchObject({ state: 'done', created: 0, updated: 1, unchanged: 2, result: { unchanged: 2 } })
})
