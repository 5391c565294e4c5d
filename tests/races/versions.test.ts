// If-Match: a change of what somebody else has changed meanwhile is refused, and no update is lost.
// @module-tag R06
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { WORKS } from './document.ts'
import type { Send } from './parallel.ts'
import { countStatuses, itemsOf, parallel, sendAs, untilTaken } from './parallel.ts'

let app: TestApp
let send: Send
let path: string
let tag: string

beforeAll(async () => {
  app = await startApp(WORKS)
  send = untilTaken(sendAs(app, await app.as('Worker')))
})
afterAll(() => app.stop())

beforeEach(async () => {
  const made = await send('POST', '/api/tasks', { title: 'Paint', tally: 0 })
  path = `/api/tasks/${String(made.body['id'])}`
  tag = made.etag ?? ''
  expect(tag).not.toBe('')
})

describe('a change with If-Match', () => {
  test('of the version as it is goes through; of an older one it is refused with both versions', async () => {
    const first = await send('PATCH', path, { title: 'Paint twice' }, { 'if-match': tag })
    expect(first.status).toBe(200)
    const stale = await send('PATCH', path, { title: 'Paint never' }, { 'if-match': tag })
    expect(stale.status).toBe(412)
    expect(stale.body).toMatchObject({
      code: 'changed_meanwhile',
      versions: { given: 1, current: 2 },
      current: { title: 'Paint twice', _version: 2 },
    })
    expect((await send('PATCH', path, { title: 'Paint' }, { 'if-match': first.etag ?? '' })).status).toBe(200)
  })

  test('none, or *, goes through whatever the version is', async () => {
    await send('PATCH', path, { title: 'Other' })
    expect((await send('PATCH', path, { title: 'No header' })).status).toBe(200)
    expect((await send('PATCH', path, { title: 'A star' }, { 'if-match': '*' })).status).toBe(200)
    expect((await send('GET', path)).body).toMatchObject({ title: 'A star', _version: 4 })
  })

  test('by the number in _version counts as by the ETag', { tags: 'reference/fields-of-every-record' }, async () => {
    const { body } = await send('PATCH', path, { title: 'Other' })
    expect((await send('PATCH', path, { title: 'Late' }, { 'if-match': '1' })).status).toBe(412)
    const inTime = await send('PATCH', path, { title: 'In time' }, { 'if-match': String(body['_version']) })
    expect(inTime).toMatchObject({ status: 200, body: { title: 'In time', _version: 3 } })
  })

  test(
    'leaves a field that the document itself calls version to the document',
    { tags: 'reference/fields-of-every-record' },
    async () => {
      const made = await send('POST', '/api/batches', { title: 'Screws', version: 'B' })
      const own = `/api/batches/${String(made.body['id'])}`
      expect((await send('PATCH', own, { version: 'C' }, { 'if-match': '1' })).body).toMatchObject({
        version: 'C',
        _version: 2,
      })
      expect((await send('PATCH', own, { _version: 7 })).status).toBe(422)
      const listed = await send('GET', `/api/batches?filter=${encodeURIComponent('version == "C" and _version == 2')}`)
      expect(listed.body['items']).toMatchObject([{ title: 'Screws', version: 'C' }])
    },
  )

  test('names several versions; a weak tag is none of them', async () => {
    await send('PATCH', path, { title: 'Other' })
    const listed = `"1.a,b" , ${tag}, "2"`
    expect((await send('PATCH', path, { title: 'Listed' }, { 'if-match': listed })).status).toBe(200)
    const old = await send('PATCH', path, { title: 'Late' }, { 'if-match': '"1", "2.x", W/"3"' })
    expect(old).toMatchObject({ status: 412, body: { versions: { given: 2, current: 3 } } })
    const weak = await send('PATCH', path, { title: 'Weak' }, { 'if-match': 'W/"3"' })
    expect([weak.status, weak.body['detail']]).toEqual([412, expect.stringContaining('weak')])
    expect((await send('PATCH', path, { title: 'Of others' }, { 'if-match': '"of-others"' })).status).toBe(412)
  })

  test('that is no ETag is 400', async () => {
    expect((await send('PATCH', path, { title: 'Other' }, { 'if-match': 'newest' })).status).toBe(400)
  })

  test('of an old version refuses transitions and deletions too', async () => {
    await send('PATCH', path, { title: 'Other' })
    expect((await send('POST', `${path}/take`, {}, { 'if-match': tag })).status).toBe(412)
    expect((await send('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412)
    expect((await send('GET', path)).body).toMatchObject({ title: 'Other', state: 'new', _version: 2 })
  })

  test('of one version, fifty at once: one goes through', async () => {
    const answers = await parallel(50, (index) => send('PATCH', path, { title: `T${index}` }, { 'if-match': tag }))
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 49 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await send('GET', path)).body).toMatchObject({ title: `T${winner}`, _version: 2 })
  })
})

describe('a write with If-None-Match', () => {
  test('* is refused where there is a record, and found missing where there is none', async () => {
    const star = { 'if-none-match': '*' }
    const refused = [
      await send('PATCH', path, { title: 'Other' }, star),
      await send('POST', `${path}/take`, {}, star),
      await send('DELETE', path, undefined, star),
      await send('POST', '/api/tasks', { title: 'Another', tally: 0 }, star),
    ]
    expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(
      refused.map(() => [412, 'exists_already']),
    )
    expect((await send('GET', path)).body).toMatchObject({ title: 'Paint', state: 'new', _version: 1 })
    expect((await send('DELETE', `${path}x`, undefined, star)).status).toBe(404)
  })

  test('and tags is refused for the version that they name, weak ones too', async () => {
    expect((await send('PATCH', path, { title: 'B' }, { 'if-none-match': `W/${tag}` })).status).toBe(412)
    expect((await send('PATCH', path, { title: 'B' }, { 'if-none-match': '"7"' })).status).toBe(200)
  })
})

test('fifty people who add one to what they have read lose none of it', async () => {
  await parallel(50, async () => {
    for (;;) {
      const read = await send('GET', path)
      const tally = Number(read.body['tally']) + 1
      const { status } = await send('PATCH', path, { tally }, { 'if-match': read.etag ?? '' })
      if (status === 200) return
      expect(status).toBe(412)
    }
  })
  expect((await send('GET', path)).body).toMatchObject({ tally: 50, _version: 51 })
  const history = itemsOf(await send('GET', `${path}/history?limit=1000`)).toReversed()
  expect(history.slice(1).map(({ changes }) => (changes as { tally: unknown }).tally)).toEqual(
    Array.from({ length: 50 }, (_, index) => [index, index + 1]),
  )
})
