// Administrators let the server verify the document in force, on data of its own; one verification at a time.
// @module-tag call/get/system/verification
// @module-tag call/post/system/verification
// @module-tag call/delete/system/verification
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LatestVerificationBody, VerificationBody } from '../../../shared/protocol/verification.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const NOTES = documentOf({
  2: '| route | screen | shows | for |\n|---|---|---|---|\n| /notes | Notes | table of Note | Writer |\n',
  3: '### Note\n\n| field | type | required | limits |\n|---|---|---|---|\n| subject | text | yes | max 5 |\n| day | date | no | |\n\n- title: `subject`\n',
  6: '| role | is |\n|---|---|\n| Writer | writes |\n\n| role | entity | may | where |\n|---|---|---|---|\n| Writer | Note | read | |\n',
})

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(NOTES)
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())

const PATH = '/api/system/verification'
const read = async (): Promise<VerificationBody | null> =>
  ((await administrator.get(PATH).expect(200)).body as LatestVerificationBody).verification
const start = async (): Promise<VerificationBody | null> =>
  ((await administrator.post(PATH).expect(200)).body as LatestVerificationBody).verification
const stateOf = async (): Promise<string | undefined> => (await read())?.state

test('each line of the document is reported, and the data stays as it is', async () => {
  expect(await read()).toBeNull()
  const { revision } = app.dependencies.current.running
  const begun = await start()
  expect(begun).toMatchObject({ state: 'running', file: 'test.md', revision, lines: null })
  // The same goes on: nothing begins anew.
  app.clock.now += 1_000
  expect(await start()).toMatchObject({ at: begun?.at })
  await expect.poll(stateOf, { timeout: 50_000 }).toBe('finished')
  const { done, total, lines } = (await read()) ?? {}
  expect([total, lines?.filter(({ outcome }) => outcome === 'failed')]).toEqual([done, []])
  const of = (text: string) => lines?.find((each) => each.text.startsWith(text))
  expect(of('| Writer | Note | read |')).toMatchObject({ point: 6, outcome: 'passed' })
  expect((await administrator.get('/api/system/people').expect(200)).body.count).toBe(1)
})

test('it stops when one says so, and what it found is forgotten', async () => {
  await start()
  await administrator.delete(PATH).expect(204)
  expect(await read()).toBeNull()
  await administrator.delete(PATH).expect(204)
})

test('another document is verified in place of the one that was in force', async () => {
  const { at, revision } = (await start()) ?? {}
  const other = NOTES.replace('max 5', 'max 6')
  const put = administrator.put('/api/system/document').set('Content-Type', 'text/markdown')
  await put.send(other).expect(200)
  expect(await read()).toMatchObject({ at, revision })
  app.clock.now += 1_000
  const next = await start()
  expect(next?.state).toBe('running')
  expect(next?.revision).toBe(app.dependencies.current.running.revision)
})

test('it is for administrators, programs too', async () => {
  const writer = await app.as('Writer')
  for (const call of [writer.get(PATH), writer.post(PATH), writer.delete(PATH)]) expect((await call).status).toBe(403)
  await app.anyone.get(PATH).expect(401)
  const given = { name: 'build', roles: [], administrator: true }
  const { token } = (await administrator.post('/api/auth/tokens', given).expect(201)).body
  await app.with(administrator, token).get(PATH).expect(200)
})
