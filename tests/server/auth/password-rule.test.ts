// The rule of point 6 for new passwords: wherever one is chosen it holds, and it is never below the system's own.
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'

const withRule = (passwords: string) =>
  documentOf({
    3: '### Note\n\n| field | type |\n|---|---|\n| text | text |',
    6: `- sign-up: open, as Writer
- passwords: ${passwords}

| role | is |
|---|---|
| Writer | writes |

| role | entity | may |
|---|---|---|
| Writer | Note | everything |
`,
    7: `### POST /api/join

- who: anyone

| takes | in | type | required |
|---|---|---|---|
| email | body | email | yes |
| password | body | text | yes |

1. sign up email with password as { name: "Somebody" }
2. answer 201

\`\`\`json
{ "token": "\`session.token\`" }
\`\`\`

### PUT /api/my-password

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| now | body | text | yes |
| next | body | text | yes |

1. change password from input.now to next
`,
  })

const TWELVE = 'a dozen char'
const ELEVEN = 'eleven char'

let app: TestApp
beforeAll(async () => {
  app = await startApp(withRule('at least 12 characters'))
})
afterAll(() => app.stop())

const join = (email: string, password: string) => request(app.server).post('/api/join').send({ email, password })
const tooShortIn = (field: string) => ({
  status: 422,
  errors: [{ field, message: expect.stringContaining('12') as unknown }],
})
const tooShort = tooShortIn('password')

describe('with "passwords: at least 12 characters"', () => {
  test('nobody signs up with fewer', async () => {
    expect((await join('one@example.com', ELEVEN)).body).toMatchObject(tooShort)
    const standard = { name: 'Two', email: 'two@example.com', password: ELEVEN }
    expect((await request(app.server).post('/api/auth/sign-up').send(standard)).body).toMatchObject(tooShort)
    expect((await join('one@example.com', TWELVE)).status).toBe(201)
  })

  test('nobody changes to fewer, by the account or by a call, which says so of its own inputs', async () => {
    const { token } = (await join('three@example.com', TWELVE)).body
    const as = (call: request.Test) => call.set('Authorization', `Bearer ${token}`)
    const account = { current: TWELVE, password: ELEVEN }
    expect((await as(request(app.server).post('/api/auth/password').send(account))).body).toMatchObject(tooShort)
    const own = (now: string, next: string) => as(request(app.server).put('/api/my-password').send({ now, next }))
    expect((await own(TWELVE, ELEVEN)).body).toMatchObject(tooShortIn('next'))
    expect((await own('no such thing', 'another dozen')).body).toMatchObject({ errors: [{ field: 'now' }] })
    expect((await own(TWELVE, 'another dozen')).status).toBe(204)
    expect((await own(TWELVE, 'a third one of them')).status).toBe(422)
  })

  test('those who choose one are shown how long it is', async () => {
    expect((await request(app.server).get('/api/spec')).body.model.accountPolicy.shortestPassword).toBe(12)
  })
})

test.each(['at least 7 characters', 'at least 65 characters', 'at most 12 characters', 'long'])(
  'a document can not ask for "%s"',
  (rule) => {
    const text = withRule(rule)
    expect(sayDiagnostics(text, compile(text), ['error']).join('\n')).toContain('8 to 64')
  },
)
