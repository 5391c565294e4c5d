// Calls of the document’s own that write: steps in one command, a key of idempotency, and a calendar as answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../../apps/start-app.ts'
import { startApp } from '../../../../apps/start-app.ts'
import { NOTES } from './notes.ts'

let app: TestApp
let writer: Caller
beforeAll(async () => {
  app = await startApp(NOTES)
  writer = await app.as('Writer')
})
afterAll(() => app.stop())

describe('steps', () => {
  test('create what is missing and what is wanted, and answer with it', async () => {
    const { status, body } = await writer.post('/api/notes', { note: { words: 'one', tags: ['b', 'a'] } })
    expect([status, body]).toEqual([201, { note: { words: 'one', tags: ['a', 'b'], mine: true } }])
    await writer.post('/api/notes', { note: { words: 'two', tags: ['a'] } })
    expect((await writer.get('/api/tags')).body.items).toHaveLength(2)
  })

  test('are undone together where one is refused', { tags: 'reference/steps' }, async () => {
    const before = (await writer.get('/api/notes?count=exact')).body.count
    const { status, body } = await writer.post('/api/notes', { note: { words: 'damn', tags: ['never'] } })
    expect([status, body]).toEqual([409, { errors: { NO_SWEARING: ['Mind your words.'] }, status: 409 }])
    expect((await writer.get('/api/notes?count=exact')).body.count).toBe(before)
    expect((await writer.get('/api/tags?filter=name == "never"')).body.items).toEqual([])
  })

  test('leave nothing of an attempt that was refused halfway', async () => {
    expect((await writer.post('/api/attempts')).status).toBe(204)
    const { items } = (await writer.get('/api/notes?filter=words in ["tried", "instead"]')).body
    expect(items.map(({ words }: { words: string }) => words)).toEqual(['instead'])
  })

  test(
    'follow the rules of fields, whose refusals have the form of the document',
    { tags: 'reference/settings-of-all-answers' },
    async () => {
      const { status, body } = await writer.post('/api/notes', { note: { words: 'longer than twenty characters' } })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['note.words']])
    },
  )

  test('change the record of the path for those who may make the call', async () => {
    const other = await app.as('Writer', 'Other')
    await writer.post('/api/notes', { note: { words: 'mine', public: true } })
    const [note] = (await writer.get('/api/notes?filter=words == "mine"')).body.items
    expect((await writer.patch(`/api/notes/${note.id}`, { words: 'changed' })).body.words).toBe('changed')
    expect((await writer.patch(`/api/notes/${note.id}`, {})).body.words).toBe('changed')
    const emptied = await writer.patch(`/api/notes/${note.id}`, { words: 'nothing' })
    expect([emptied.status, emptied.body.errors]).toEqual([422, { words: ['Words is required.'] }])
    expect((await other.patch(`/api/notes/${note.id}`, { words: 'theirs' })).status).toBe(403)
    expect((await other.post(`/api/notes/${note.id}/read`)).body).toEqual({ readers: 1 })
    expect((await other.post(`/api/notes/${note.id}/read`)).body).toEqual({ readers: 1 })
    expect((await other.delete(`/api/notes/${note.id}/read`)).status).toBe(204)
  })

  test(
    'leave a record alone of which the caller saw another version',
    { tags: 'reference/the-record-of-the-path' },
    async () => {
      await writer.post('/api/notes', { note: { words: 'seen' } })
      const [note] = (await writer.get('/api/notes?filter=words == "seen"')).body.items
      const path = `/api/notes/${note.id}`
      const tag = String((await writer.get(path)).headers['etag'])
      const patch = (words: string, name: string, value: string) => writer.patch(path, { words }).set(name, value)
      for (const [name, value] of [
        ['If-Match', '"99.x"'],
        ['If-Match', `W/${tag}`],
        ['If-None-Match', '*'],
      ] as const)
        expect((await patch('late', name, value)).status).toBe(412)
      expect((await writer.get(path)).body.words).toBe('seen')
      expect((await patch('first', 'If-Match', tag)).body.words).toBe('first')
      expect((await patch('second', 'If-Match', tag)).status).toBe(412)
      expect((await patch('third', 'If-Match', 'third')).status).toBe(400)
      expect((await writer.get(path)).body.words).toBe('first')
    },
  )

  test('find what exists, and try another way', async () => {
    const first = await writer.post('/api/labels/c')
    expect((await writer.post('/api/labels/c')).body).toEqual(first.body)
    expect((await writer.get('/api/notes?filter=words == "short"')).body.items).toHaveLength(2)
  })

  test('go through no records that the caller may not read', { tags: 'reference/steps' }, async () => {
    const other = await app.as('Writer', 'Deleting')
    await other.post('/api/notes', { note: { words: 'to go' } })
    const hidden = (await writer.get('/api/notes?filter=not public&count=exact')).body.count
    expect(hidden).toBeGreaterThan(0)
    expect((await other.delete('/api/notes')).status).toBe(204)
    expect((await other.get('/api/notes')).body.items).toEqual([])
    expect((await writer.get('/api/notes?filter=not public&count=exact')).body.count).toBe(hidden)
  })

  test('that this version does not run are answered 501', async () => {
    expect((await writer.post('/api/hooks')).status).toBe(501)
  })
})

describe('a key of idempotency', () => {
  test('does a call once, and answers as before', async () => {
    const body = { note: { words: 'once' } }
    const send = () => writer.post('/api/notes', body).set('Idempotency-Key', 'k1')
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await writer.get('/api/notes?filter=words == "once"')).body.items).toHaveLength(1)
    const changed = await writer.post('/api/notes', { note: { words: 'more' } }).set('Idempotency-Key', 'k1')
    expect(changed.status).toBe(422)
  })
})

test('a calendar has an event for each record with a span', { tags: 'reference/steps' }, async () => {
  const times = { starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T10:30:00Z' }
  await writer.post('/api/meetings', { title: 'Plans; hopes, and fears', ...times })
  const { status, headers, text } = await writer.get('/api/agenda')
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'DTSTART:20261201T090000Z',
      'DTEND:20261201T103000Z',
      'SUMMARY:Plans\\; hopes\\, and fears',
      'END:VCALENDAR',
    ]),
  )
})
