// Administrators let the server verify the document in force, on data of its own; one verification at a time.
// @module-tag call/get/system/verification
// @module-tag call/post/system/verification
// @module-tag call/delete/system/verification
// @module-tag call/get/system/verifications
// @module-tag call/get/system/verifications/id
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  LatestVerificationBody,
  VerificationBody,
  VerificationsBody,
} from '../../../shared/protocol/verification.ts'
import { createVerifications } from '../../../server/verify/verifications.ts'
import { verifyFile } from '../../../server/verify/verify-file.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'
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
/** `npm run verify -- FILE.md --json --url URL` */
const verifyHere = (text: string, { token } = administrator) => {
  const file = join(app.directory, 'test.md')
  writeFileSync(file, text)
  return verifyFile(file, { asJson: true, junit: undefined, server: { url: urlOf(app), token } })
}

test('each line of the document is reported, and the data stays as it is', async () => {
  expect(await read()).toBeNull()
  const { revision } = app.dependencies.current.running
  const begun = await start()
  expect(begun).toMatchObject({ state: 'running', file: 'test.md', revision, lines: null })
  // The same goes on: nothing begins anew.
  app.clock.now += 1_000
  expect(await start()).toMatchObject({ at: begun?.at })
  // The command asks for the same, and follows it.
  const { output, isPassed } = await verifyHere(NOTES)
  expect([isPassed, JSON.parse(output)]).toEqual([true, { lines: (await read())?.lines }])
  const { state, done, total, lines } = (await read()) ?? {}
  expect([state, total, lines?.filter(({ outcome }) => outcome === 'failed')]).toEqual(['finished', done, []])
  const of = (text: string) => lines?.find((each) => each.text.startsWith(text))
  expect(of('| Writer | Note | read |')).toMatchObject({ point: 6, outcome: 'passed' })
  expect((await administrator.get('/api/system/people').expect(200)).body.count).toBe(1)
  const { items } = (await administrator.get('/api/system/audit?event=verification_started').expect(200)).body
  expect(items).toMatchObject([{ by: { id: administrator.id }, revision }])
})

test('the report is still there when the server begins again', async () => {
  const { current, storage, log } = app.dependencies
  const before = await read()
  await app.dependencies.verifications?.close()
  const next = createVerifications({ current, storage, clock: app.dependencies.clock, log })
  expect(await next.latest()).toEqual({ ...before, by: administrator.id })
  expect(await read()).toEqual(before)
})

test('the command refuses a text that the server does not run, and people who may not have it verified', async () => {
  const other = await verifyHere(NOTES.replace('max 5', 'max 4'))
  expect(JSON.parse(other.output).problem).toContain('runs another text: revision 1 (')
  const refused = await verifyHere(NOTES, await app.as('Writer'))
  expect(JSON.parse(refused.output).problem).toContain(' answers 403: ')
  expect([other.isPassed, refused.isPassed]).toEqual([false, false])
})

const KEPT = '/api/system/verifications'
const list = async () => ((await administrator.get(KEPT).expect(200)).body as VerificationsBody).items
/** Has the document verified to its end. */
const finish = async () => {
  await start()
  await expect.poll(async () => (await read())?.state, { timeout: 60_000 }).toBe('finished')
}

test('it stops when one says so, and what it found is forgotten; the reports before it stay', async () => {
  const before = await read()
  app.clock.now += 1_000
  expect((await start())?.id).not.toBe(before?.id)
  await administrator.delete(PATH).expect(204)
  expect(await read()).toEqual(before)
  await administrator.delete(PATH).expect(204)
  expect([await read(), await list()]).toEqual([null, []])
  await administrator.get(`${KEPT}/${before?.id}`).expect(404)
})

test('the last ten reports of a revision are listed with date and author, and are read one by one', async () => {
  const { storage, current } = app.dependencies
  await finish()
  const last = await read()
  const { id, at, revision, by } = last ?? {}
  const [listed] = await list()
  const count = (outcome: string) => last?.lines?.filter((each) => each.outcome === outcome).length
  expect(listed).toEqual({
    ...{ id, at, revision, by, file: 'test.md' },
    ...{ passed: count('passed'), failed: 0, notTestable: count('not_testable') },
  })
  expect(by?.id).toBe(administrator.id)
  expect((await administrator.get(`${KEPT}/${id}`).expect(200)).body).toEqual(last)
  // Those of another revision have places of their own.
  const stored = { ...listed, by: administrator.id }
  const older = Array.from({ length: 10 }, (_, number) => ({ ...stored, id: `0-${number}` }))
  await storage.write(async (transaction) => {
    for (const item of [...older, { ...stored, id: '0-other', revision: 'other' }])
      await transaction.putSystem('verification_item', { key: item.id, person: null, expiresAt: null, value: item })
  })
  app.clock.now += 1_000
  await finish()
  const ids = (await list()).map((item) => item.id)
  expect(ids).toHaveLength(11)
  expect(ids.slice(0, 3)).toEqual([(await read())?.id, id, '0-other'])
  expect(ids.at(-1)).toBe('0-2')
  expect(current.running.revision).toBe(revision)
})

test('the reasons in the report of a German document are German', async () => {
  const rule =
    '| rule | entity | must hold | else |\n|---|---|---|---|\n| Short | Note | `size(subject) < 4` | warn |\n'
  const constants = '| name | value | meaning |\n|---|---|---|\n| language | de | |\n'
  const text = NOTES.replace(/(## 5.*\n\n)not shown\./, `$1${rule}`).replace(
    /(## 9.*\n\n)not shown\./,
    `$1${constants}`,
  )
  const german = await startApp(text)
  try {
    const admin = await german.as('Administrator')
    await admin.post(PATH).expect(200)
    const latest = async () => ((await admin.get(PATH).expect(200)).body as LatestVerificationBody).verification
    await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('finished')
    const reasons = (await latest())?.lines?.flatMap(({ notTestable }) => notTestable)
    expect(reasons).toContain('sie warnt nur')
  } finally {
    await german.stop()
  }
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
  for (const call of [writer.get(PATH), writer.post(PATH), writer.delete(PATH), writer.get(KEPT)])
    expect((await call).status).toBe(403)
  await writer.get(`${KEPT}/1`).expect(403)
  await app.anyone.get(PATH).expect(401)
  const given = { name: 'build', roles: [], administrator: true }
  const { token } = (await administrator.post('/api/auth/tokens', given).expect(201)).body
  await app.with(administrator, token).get(PATH).expect(200)
})
