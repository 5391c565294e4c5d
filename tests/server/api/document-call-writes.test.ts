// Calls of the document's own that write: steps in one command, accounts, idempotency, errors in their own form, CORS.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Person

| field | type | limits |
|---|---|---|
| nick | text | unique |

### Note

| field | type | required | limits |
|---|---|---|---|
| words | text | yes | max 20 |
| author | Person (as notes) | | |
| tags | several Tag | | |
| readers | several Person (as readings) | | |
| public | yes/no | | |

### Tag

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique |

### Meeting

| field | type | required |
|---|---|---|
| title | text | yes |
| starts_at | date and time | yes |
| ends_at | date and time | yes |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Words | POST /api/notes | \`input.note.words != null\` | can't be blank | note.words |
`,
  6: `- sign-up: open, as Writer

| role | is |
|---|---|
| Writer | writes |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note | read | \`author == me or public\` | |
| Writer | Tag, Meeting | everything | | |
| everyone | Person | read | \`this == me\` | |
`,
  7: `
- token: Token
- cors: https://app.example.com
- answers:

\`\`\`json
{ "errors": "\`errors.count() > 0 ? errors.object(e, e.field, [e.message]) : [code].object(c, c, [message])\`", "status": "\`status\`" }
\`\`\`

### POST /api/notes

- who: everyone

| takes | in | type | required | default |
|---|---|---|---|---|
| note.words | body | text | no | |
| note.tags | body | list of text | no | |
| note.public | body | yes/no | no | no |

1. for each t in input.note.tags: create Tag { name: t } unless exists
2. let note = create Note { words: input.note.words, author: me, public: input.note.public, tags: Tag.filter(t, t.name in input.note.tags) }
3. refuse NO_SWEARING if "damn" in [note.words]
4. answer 201

\`\`\`json
{ "note": "\`shape.note(note)\`" }
\`\`\`

### PATCH /api/notes/:id of Note

- who: \`author == me\`

| takes | in | type |
|---|---|---|
| words | body | text |

1. words = coalesce(input.words, note.words)
2. note.words = null if input.words == "nothing"
2. answer 200

\`\`\`json
"\`shape.note(note)\`"
\`\`\`

### POST /api/notes/:id/read of Note

- who: everyone

1. add me to readers
2. answer 200

\`\`\`json
{ "readers": "\`note.readers.count()\`" }
\`\`\`

### DELETE /api/notes/:id/read of Note

- who: everyone

1. remove me from readers

### DELETE /api/notes

- who: everyone

1. delete Note

### POST /api/labels/:name

- who: everyone

| takes | in | type |
|---|---|---|
| name | path | text |

1. let tag = create Tag { name: input.name } unless exists
2. try create Note { words: "a text that is much longer than it may be" } otherwise create Note { words: "short", author: me }
3. answer 200

\`\`\`json
{ "id": "\`tag\`" }
\`\`\`

### POST /api/attempts

- who: everyone

1. try for each each_word in ["tried", "a text that is much longer than it may be"]: create Note { words: each_word, author: me } otherwise create Note { words: "instead", author: me }

### POST /api/users

- who: anyone

| takes | in | type | required |
|---|---|---|---|
| user.nick | body | text | yes |
| user.email | body | email | yes |
| user.password | body | text | yes |

1. refuse EMAIL_TAKEN if \`Person.exists(p, p.email == input.user.email)\`
2. sign up user.email with user.password as { name: user.nick, nick: input.user.nick }
3. answer 201

\`\`\`json
{ "user": "\`shape.user(me)\`" }
\`\`\`

### POST /api/users/login

- who: anyone

| takes | in | type | required |
|---|---|---|---|
| email | body | email | yes |
| password | body | text | yes |

1. sign in email with password
2. answer 200

\`\`\`json
{ "user": "\`shape.user(me)\`" }
\`\`\`

### POST /api/users/logout

- who: everyone

1. sign out

### GET /api/user

- who: everyone

1. answer 200

\`\`\`json
{ "user": "\`shape.user(me)\`" }
\`\`\`

### GET /api/agenda

- who: everyone

1. answer 200 as calendar

\`\`\`json
"\`Meeting.sort(m, m.starts_at)\`"
\`\`\`

### POST /api/hooks

- who: everyone

1. try sign out otherwise sign out

### Shape note of Note

| name | value |
|---|---|
| words | \`words\` |
| tags | \`tags.sort(t, t.name).map(t, t.name)\` |
| mine | \`author == me\` |

### Shape user of Person

| name | value |
|---|---|
| nick | \`nick\` |
| email | \`email\` |
| token | \`session.token\` |
`,
  8: '| code | status | message |\n|---|---|---|\n| EMAIL_TAKEN | 422 | has already been taken |\n| NO_SWEARING | 409 | Mind your words. |\n',
})

let app: TestApp
let writer: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  writer = await app.as('Writer')
})
afterAll(() => app.stop())

const PASSWORD = 'a long unlikely password 73'

describe('steps', () => {
  test('create what is missing and what is wanted, and answer with it', async () => {
    const { status, body } = await writer.post('/api/notes', { note: { words: 'one', tags: ['b', 'a'] } })
    expect([status, body]).toEqual([201, { note: { words: 'one', tags: ['a', 'b'], mine: true } }])
    await writer.post('/api/notes', { note: { words: 'two', tags: ['a'] } })
    expect((await writer.get('/api/tags')).body.items).toHaveLength(2)
  })

  test('are undone together where one is refused', async () => {
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

  test('follow the rules of fields, whose refusals have the form of the document', async () => {
    const { status, body } = await writer.post('/api/notes', { note: { words: 'longer than twenty characters' } })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['words']])
  })

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

  test('find what exists, and try another way', async () => {
    const first = await writer.post('/api/labels/c')
    expect((await writer.post('/api/labels/c')).body).toEqual(first.body)
    expect((await writer.get('/api/notes?filter=words == "short"')).body.items).toHaveLength(2)
  })

  test('go through no records that the caller may not read', async () => {
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

describe('accounts', () => {
  const user = { nick: 'ann', email: 'ann@example.com', password: PASSWORD }
  const account = { email: user.email, password: PASSWORD }

  test('are made by a step, and are signed in from there on', async () => {
    const { status, body } = await app.anyone.post('/api/users').send({ user })
    expect([status, body.user.nick, body.user.email]).toEqual([201, 'ann', 'ann@example.com'])
    const me = await app.anyone.get('/api/user').set('Authorization', `Token ${body.user.token}`)
    expect(me.body.user).toEqual(body.user)
    expect((await app.anyone.get('/api/user').set('Authorization', `Basic ${body.user.token}`)).status).toBe(401)
  })

  test('are made once for an address', async () => {
    const { status, body } = await app.anyone.post('/api/users').send({ user })
    expect([status, body.errors]).toEqual([422, { EMAIL_TAKEN: ['has already been taken'] }])
  })

  test('need a password that is not weak, and all that the call takes', async () => {
    const weak = await app.anyone.post('/api/users').send({ user: { ...user, email: 'b@example.com', password: 'x' } })
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['password']])
    const missing = await app.anyone.post('/api/users').send({ user: { password: PASSWORD } })
    expect(Object.keys(missing.body.errors)).toEqual(['user.nick', 'user.email'])
  })

  test('are signed in and out', async () => {
    const wrong = await app.anyone.post('/api/users/login').send({ ...account, password: 'wrong' })
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Token'])
    const { token } = (await app.anyone.post('/api/users/login').send(account)).body.user
    const as = { Authorization: `Token ${token}` }
    expect((await app.anyone.get('/api/user').set(as)).status).toBe(200)
    expect((await app.anyone.post('/api/users/logout').set(as)).status).toBe(204)
    expect((await app.anyone.get('/api/user').set(as)).status).toBe(401)
  })

  test('can’t be guessed at without end', async () => {
    const tries = Array.from({ length: 12 }, () =>
      app.anyone.post('/api/users/login').send({ email: 'guess@example.com', password: 'wrong' }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429)
  })
})

test('a calendar has an event for each record with a span', async () => {
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

describe('pages of other origins', () => {
  const origin = 'https://app.example.com'

  test('may make the document’s calls where it says so, with tokens', async () => {
    const { status, headers } = await app.anyone
      .options('/api/notes')
      .set({ Origin: origin, 'Access-Control-Request-Headers': 'authorization' })
    expect([status, headers['access-control-allow-origin']]).toEqual([204, origin])
    expect(headers['access-control-allow-methods']).toContain('POST')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const login = await app.anyone
      .post('/api/users/login')
      .set({ Origin: origin, 'Sec-Fetch-Site': 'cross-site' })
      .send({ email: 'ann@example.com', password: PASSWORD })
    expect([login.status, login.headers['access-control-allow-origin']]).toEqual([200, origin])
  })

  test('may ask before the call, without a token, for addresses of records that they can’t read', async () => {
    for (const [path, methods] of [
      ['/api/notes/some-id', 'PATCH'],
      ['/api/notes/some-id/read', 'POST, DELETE'],
    ] as const) {
      const { status, headers } = await app.anyone.options(path).set('Origin', origin)
      expect([path, status, headers['access-control-allow-methods']]).toEqual([path, 204, methods])
      expect(headers['allow']).not.toContain('GET')
      expect((await app.anyone.put(path).set('Authorization', 'Bearer x').send({})).status).toBe(401)
    }
  })

  test('are refused with a cookie, which the browser sends unasked', async () => {
    const page = { Origin: origin, 'Sec-Fetch-Site': 'cross-site', Cookie: `session=${writer.token}` }
    expect((await app.anyone.get('/api/user').set('Cookie', page.Cookie)).status).toBe(200)
    const { status, body } = await app.anyone.post('/api/attempts').set(page).send({})
    expect([status, Object.keys(body.errors)]).toEqual([403, ['foreign_origin']])
  })

  test('that are not named, and standard calls, are as before', async () => {
    const foreign = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' }
    const refused = await app.anyone.post('/api/users/login').set(foreign).send({ email: 'a@b.c', password: 'x' })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
    const standard = await app.anyone.get('/api/tags').set('Origin', origin)
    expect(standard.headers['access-control-allow-origin']).toBeUndefined()
  })
})
