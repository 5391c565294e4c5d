// A list is no way to have the server make and send much: a page ends at 2 MB, and long texts are left out of it.
// @module-tag O07
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const NOTES = documentOf({
  3: `
### Topic

| field | type |
|---|---|
| name | text |
| about | long text |

### Note

| field | type | value |
|---|---|---|
| name | text | |
| body | long text | |
| secret | markdown | |
| topic | Topic | |
| words | list of text | |
| twice | computed text | \`name + body\` |
`,
  6: `
- sign-in: password

| role | is |
|---|---|
| Writer | writes |
| Reader | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note, Topic | everything | | all |
| Reader | Note | read | | name, body |
| Reader | Note | read | \`name == "open"\` | secret |
`,
})

const LONG = 'x'.repeat(2_001)
let app: TestApp
let writer: Caller

beforeAll(async () => {
  app = await startApp(NOTES)
  writer = await app.as('Writer')
})
afterAll(() => app.stop())

async function write(path: string, body: object): Promise<string> {
  const answer = await writer.post(`/api/${path}`, body)
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)])
  return answer.body.id
}

async function listed(who: Caller, query: string) {
  const { status, body } = await who.get(`/api/notes?${query}`)
  expect(status).toBe(200)
  return body as { readonly items: readonly { readonly [field: string]: unknown }[]; readonly next: string | null }
}

function named(name: string): string {
  return `filter=${encodeURIComponent(`name == "${name}"`)}`
}

test('a text of more than 2,000 characters is left out of lists and named, unless fields names it', async () => {
  const id = await write('notes', { name: 'long', body: LONG, secret: 'ä'.repeat(2_000) })
  const [item] = (await listed(writer, named('long'))).items
  expect(item).toMatchObject({ name: 'long', secret: 'ä'.repeat(2_000), _omitted: ['body', 'twice'] })
  expect(item).not.toHaveProperty('body')
  expect(item).not.toHaveProperty('twice')
  const [whole] = (await listed(writer, `fields=name,body&${named('long')}`)).items
  expect(whole).toEqual({ id, _version: 1, name: 'long', body: LONG })
  const read = await writer.get(`/api/notes/${id}`)
  expect(read.body).toMatchObject({ body: LONG, twice: `long${LONG}` })
  expect(read.body).not.toHaveProperty('_omitted')
})

test('characters count as people count them, whatever they take in bytes', async () => {
  await write('notes', { name: 'rockets', body: '🚀'.repeat(2_000), secret: '🚀'.repeat(2_001) })
  const [item] = (await listed(writer, named('rockets'))).items
  expect(item).toMatchObject({ body: '🚀'.repeat(2_000), _omitted: ['secret', 'twice'] })
})

test('a record that comes along in a list leaves its long texts out too; one that is read has them', async () => {
  const topic = await write('topics', { name: 'Topic', about: LONG })
  const id = await write('notes', { name: 'of a topic', topic })
  const [item] = (await listed(writer, `expand=topic&${named('of a topic')}`)).items
  expect(item?.['topic']).toMatchObject({ id: topic, name: 'Topic', _omitted: ['about'] })
  expect((await writer.get(`/api/notes/${id}?expand=topic`)).body.topic).toMatchObject({ about: LONG })
})

test('what may not be read is not named among what was left out', async () => {
  const reader = await app.as('Reader')
  await write('notes', { name: 'closed', secret: LONG })
  await write('notes', { name: 'open', secret: LONG })
  expect((await listed(reader, named('closed'))).items[0]).not.toHaveProperty('_omitted')
  expect((await listed(reader, named('open'))).items[0]).toMatchObject({ _omitted: ['secret'] })
})

test('a page ends at 2 MB, and the next goes on where it ended', async () => {
  const ids = []
  for (let at = 0; at < 60; at++)
    ids.push(await write('notes', { name: 'big', body: `${at} `.padEnd(99_000, 'é'), words: [String(at)] }))
  for (const order of ['', '&sort=name', '&sort=-topic,-name']) {
    const seen: unknown[] = []
    const sizes: number[] = []
    let after = ''
    do {
      const answer = await writer.get(`/api/notes?fields=name,body&limit=1000&${named('big')}${order}${after}`)
      expect(answer.status).toBe(200)
      sizes.push(Buffer.byteLength(answer.text))
      seen.push(...answer.body.items.map((item: { readonly id: string }) => item.id))
      after = answer.body.next === null ? '' : `&after=${answer.body.next}`
    } while (after !== '')
    expect([order, Math.max(...sizes) < 2.2e6, sizes.length]).toEqual([order, true, 6])
    expect(new Set(seen)).toEqual(new Set(ids))
    expect(seen).toHaveLength(ids.length)
  }
})

test('who asks for little does not wait behind forty lists of long texts', async () => {
  const other = await app.as('Writer', 'Other')
  const ask = async () => writer.get(`/api/notes?fields=name,body&limit=1000&${named('big')}`)
  let answered = 0
  const lists = Array.from({ length: 40 }, () => ask().finally(() => (answered += 1)))
  const { status } = await other.get('/api/topics?limit=1')
  const before = answered
  const sizes = (await Promise.all(lists)).map(({ text }) => Buffer.byteLength(text))
  expect(status).toBe(200)
  expect(Math.max(...sizes)).toBeLessThan(2.2e6)
  expect(before).toBeLessThan(20)
})

test('a record that is larger than a page makes one of its own', async () => {
  const rockets = '🚀'.repeat(99_900)
  const first = await write('notes', { name: 'huge', body: rockets, secret: rockets })
  await writer.patch(`/api/notes/${first}`, { words: Array.from({ length: 1_000 }, () => 'ß'.repeat(480)) })
  const second = await write('notes', { name: 'huge', words: ['small'] })
  const query = `fields=name,body,secret,words,twice&sort=created_at&${named('huge')}`
  const page = await listed(writer, query)
  expect(page.items.map(({ id }) => id)).toEqual([first])
  const rest = await listed(writer, `${query}&after=${page.next}`)
  expect([rest.items.map(({ id }) => id), rest.next]).toEqual([[second], null])
})
