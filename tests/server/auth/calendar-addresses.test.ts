// Addresses of calendars: each shows a calendar as its person may see it then, and is good for nothing else.
// @module-tag reference/subscribed-calendars
// @module-tag call/get/auth/calendars
// @module-tag call/post/auth/calendars
// @module-tag call/delete/auth/calendars/id
// @module-tag call/get/system/calendars/secret/calendar-ics
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOf } from '../../../server/auth/token.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /shifts | All shifts | table of Shift | everyone |
| /shifts/:id | Shift | record of Shift | everyone |
| /plan | Plan | calendar of Shift by starts on to ends on | Nurse |
| /duties | Duties | calendar of Duty by begins at | Nurse |

### Plan
- where: \`cancelled == false\`
`,
  3: `### Shift

| field | type |
|---|---|
| name | text |
| nurse | Person |
| starts on | date |
| ends on | date |
| cancelled | yes/no |

### Duty

| field | type |
|---|---|
| name | text |
| begins at | date and time |
`,
  6: `| role | is |
|---|---|
| Nurse | works |
| Planner | plans |

| role | entity | may | where |
|---|---|---|---|
| Nurse | Shift | read | \`nurse == me\` |
| Nurse | Duty | read | |
| Planner | Shift | create, read, update | |
| Planner | Duty | create, read | |
| everyone | Person | read | |
`,
  7: `### GET /api/rota

- who: Nurse

1. answer 200 as calendar

\`\`\`json
"\`Shift.filter(s, s.nurse == me)\`"
\`\`\`
`,
})

let app: TestApp
let nurse: Caller
let planner: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT, undefined, { publicUrl: 'https://rota.example' })
  nurse = await app.as('Nurse')
  planner = await app.as('Planner')
  const shift = { starts_on: '2026-11-23', ends_on: '2026-11-24', nurse: nurse.id, cancelled: false }
  for (const more of [
    { name: 'Early, long' },
    { name: 'Cancelled', cancelled: true },
    { name: 'Long ago', starts_on: '2026-01-01', ends_on: '2026-01-02' },
    { name: 'Of others', nurse: planner.id },
  ])
    expect((await planner.post('/api/shifts', { ...shift, ...more })).status).toBe(201)
  await planner.post('/api/duties', { name: 'On call', begins_at: '2026-11-22T08:30:00Z' })
})
afterAll(() => app.stop())

const subscribe = async (who: Caller, path: string) => {
  const { status, body } = await who.post('/api/auth/calendars', { path })
  expect([path, status]).toEqual([path, 201])
  return body as { readonly id: string; readonly address: string }
}
const read = (address: string) => app.anyone.get(address).buffer(true)
const summaries = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary)

describe('the address of a calendar', () => {
  test('shows its person’s events to all who have it, and is kept by nobody on the way', async () => {
    const { address } = await subscribe(nurse, '/plan')
    const { status, headers, text } = await read(address)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-store',
    ])
    expect(summaries(text)).toEqual([String.raw`Early\, long`])
    expect(text).toContain('DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261125\r\n')
    expect(text.replaceAll('\r\n ', '')).toMatch(/^URL:https:\/\/rota\.example\/shifts\/[\w-]+\r$/m)
    expect(summaries((await read((await subscribe(nurse, '/duties')).address)).text)).toEqual(['On call'])
    expect(summaries((await read((await subscribe(nurse, '/api/rota')).address)).text)).toHaveLength(3)
  })

  test.each(['/shifts', '/shifts/none', '/nothing', '/api/shifts', '/api/auth/tokens', '/api/nothing'])(
    'is not made of %s, which is no calendar',
    async (path) => {
      expect((await nurse.post('/api/auth/calendars', { path })).status).toBe(404)
    },
  )

  test('is not made of a calendar that its person may not open, nor without signing in, nor by a token', async () => {
    expect((await planner.post('/api/auth/calendars', { path: '/plan' })).status).toBe(404)
    expect((await planner.post('/api/auth/calendars', { path: '/api/rota' })).status).toBe(403)
    expect((await app.anyone.post('/api/auth/calendars').send({ path: '/plan' })).status).toBe(401)
    const { body } = await nurse.post('/api/auth/tokens', { name: 'Script', roles: ['Nurse'] })
    const program = app.with(nurse, body.token as string)
    expect((await program.post('/api/auth/calendars', { path: '/plan' })).body.code).toBe('not_by_token')
  })

  test('is not made by those who find a browser signed in: its person proves who they are, as for a token', async () => {
    const person = await app.as('Nurse', 'Proving')
    const before = app.clock.now
    app.clock.now += 60 * 60_000 + 1
    const late = await person.post('/api/auth/calendars', { path: '/plan' })
    expect([late.status, late.body.code]).toEqual([403, 'proof_needed'])
    const proven = await person.post('/api/auth/reauthentication', { password: 'password of Proving' })
    const session = app.with(person, proven.body.token as string)
    expect((await session.get('/api/auth/calendars')).body.items).toEqual([])
    await subscribe(session, '/plan')
    app.clock.now = before
  })

  test('follows what its person may see now, also where somebody else is signed in', async () => {
    const person = await app.as('Nurse', 'Moving')
    const { address } = await subscribe(person, '/plan')
    expect(summaries((await read(address)).text)).toEqual([])
    const shift = { name: 'Night', starts_on: '2026-11-25', ends_on: '2026-11-25', nurse: person.id, cancelled: false }
    const { body } = await planner.post('/api/shifts', shift)
    expect(summaries((await read(address)).text)).toEqual(['Night'])
    expect(summaries((await nurse.get(address).buffer(true)).text)).toEqual(['Night'])
    await planner.patch(`/api/shifts/${body.id}`, { nurse: nurse.id })
    expect(summaries((await read(address)).text)).toEqual([])
    const administrator = await app.as('Administrator')
    await administrator.patch(`/api/people/${person.id}`, { roles: ['Planner'] })
    expect((await read(address)).status).toBe(404)
    await administrator.patch(`/api/people/${person.id}`, { roles: ['Nurse'] })
    expect((await read(address)).status).toBe(200)
    await administrator.patch(`/api/people/${person.id}`, { active: false })
    expect((await read(address)).status).toBe(404)
  })

  test('is listed without its secret, which is kept as a hash, and ends when its person says so', async () => {
    const person = await app.as('Nurse', 'Listing')
    const { id, address } = await subscribe(person, '/plan')
    const secret = address.split('/').at(-2) ?? ''
    const rows = await app.dependencies.storage.database.systemOf('calendar', person.id)
    expect(rows.map(({ key }) => key)).toEqual([keyOf(secret)])
    expect(JSON.stringify(rows)).not.toContain(secret)
    await read(address)
    const listed = await person.get('/api/auth/calendars')
    const at = '2026-11-21T10:00:00.000Z'
    expect(listed.body.items).toEqual([{ id, path: '/plan', created_at: at, last_used_at: at }])
    expect((await nurse.delete(`/api/auth/calendars/${id}`)).status).toBe(404)
    expect((await person.delete(`/api/auth/calendars/${id}`)).status).toBe(204)
    const [ended, never] = [await read(address), await read(`/api/system/calendars/${'x'.repeat(43)}/calendar.ics`)]
    expect([ended.status, never.status]).toEqual([404, 404])
    expect({ ...ended.body, request: '' }).toEqual({ ...never.body, request: '' })
  })

  test('opens nothing else, and ends with a new password', async () => {
    const person = await app.as('Nurse', 'Changing')
    const { address } = await subscribe(person, '/plan')
    const secret = address.split('/').at(-2) ?? ''
    expect((await app.with(person, secret).get('/api/shifts')).status).toBe(401)
    expect((await app.anyone.post(address)).status).toBe(405)
    const password = { current: 'password of Changing', password: 'a long new secret' }
    expect((await person.post('/api/auth/password', password)).status).toBeLessThan(300)
    expect((await read(address)).status).toBe(404)
  })

  test('is in no line of the log', async () => {
    const person = await app.as('Nurse', 'Logged')
    const { address } = await subscribe(person, '/plan')
    await read(address)
    await read(`${address}?unknown=1`)
    const lines = JSON.stringify(app.logged)
    expect(lines).toContain('/api/system/calendars/:secret/calendar.ics')
    expect(lines).not.toContain(address.split('/').at(-2))
  })

  test('are twenty at most', async () => {
    const person = await app.as('Nurse', 'Many')
    for (let count = 0; count < 20; count++) await subscribe(person, '/plan')
    const { status, body } = await person.post('/api/auth/calendars', { path: '/plan' })
    expect([status, body.errors[0].code]).toEqual([409, 'too_many'])
  })
})
