// What point 5 asks of a record that a step creates, once the effects of the step are done, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Club

| field | type | required |
|---|---|---|
| name | text | yes |

### Member

| field | type | required |
|---|---|---|
| name | text | yes |
| club | Club (as members) | |
| vouched by | text | |
| fee | integer | |
| plea | text | \`status == "draft"\` |
`,
  4: `### Member.status

- starts: draft
- ends: full

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| register | new record | on trial | Clerk | voucher: text, fee: integer, plea: text | vouched_by = input.voucher; fee = input.fee; plea = input.plea |
| admit | draft, on trial | full | Clerk | | |
`,
  5: `| rule | entity | must hold | otherwise | on | else | checked |
|---|---|---|---|---|---|---|
| Somebody vouches | Member | \`vouched_by != null\` | NO_VOUCHER | vouched_by | | |
| One draft | Member | at most 1 per club where \`status == "draft"\` | "Finish your draft first." | | | |
| A fee at first | Member | \`fee >= 5\` | "Too little." | fee | | when created |
| A high fee | Member | \`fee <= 100\` | HIGH_FEE | fee | warn | |
| No fee of 13 as sent | Member | \`fee != 13\` | "Not 13." | fee | | before effects |
| Members have a voucher | Club | \`members.all(m, m.vouched_by != null)\` | "Vouch for all." | | | from both sides |
| The step leads on | Member.register | \`old.status == "draft" and status == "on_trial" and vouched_by != "Nobody"\` | "Not by nobody." | | | |
`,
  6: `| role | is |
|---|---|
| Clerk | keeps the list |

| role | entity | may |
|---|---|---|
| Clerk | Member, Club | everything |
`,
  7: 'none.',
  8: `| code | status | message |
|---|---|---|
| NO_VOUCHER | 422 | Somebody has to vouch for {name}. |
| HIGH_FEE | 422 | A high fee for {name}? |
`,
  9: 'none.',
})

let app: TestApp
let clerk: Caller
let club: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  club = (await clerk.post('/api/clubs', { name: 'Chess' })).body.id
})
afterAll(() => app.stop())

const register = (fields: object = {}) =>
  clerk.post('/api/members/register', { name: 'Max', club, voucher: 'Vera', fee: 10, ...fields })
const count = async (): Promise<unknown> => (await clerk.get('/api/members?count=exact')).body.count

describe('a record that a step creates', { tags: ['reference/transitions-that-create'] }, () => {
  test('obeys the rules as the effects of the step leave it, also those of other records that read it', async () => {
    const { status, body } = await register()
    expect([status, body]).toMatchObject([201, { status: 'on_trial', vouched_by: 'Vera', fee: 10, plea: null }])
  })

  test('is refused by them, and nothing of it stays', async () => {
    const before = await count()
    const unvouched = await register({ voucher: null })
    expect([unvouched.status, unvouched.body]).toMatchObject([
      422,
      { code: 'NO_VOUCHER', detail: 'Somebody has to vouch for Max.', errors: [{ field: 'voucher' }] },
    ])
    const cheap = await register({ fee: 4 })
    expect([cheap.status, cheap.body]).toMatchObject([422, { detail: 'Too little.', errors: [{ field: 'fee' }] }])
    const nobody = await register({ voucher: 'Nobody' })
    expect([nobody.status, nobody.body.detail]).toEqual([422, 'Not by nobody.'])
    expect(await count()).toBe(before)
  })

  test('is not counted in the state that it passes', async () => {
    const go = (await clerk.post('/api/clubs', { name: 'Go' })).body.id
    const draft = { name: 'Ann', club: go, vouched_by: 'Bob', fee: 9, plea: 'Please' }
    expect((await clerk.post('/api/members', draft)).status).toBe(201)
    expect((await register({ club: go })).status).toBe(201)
    expect((await clerk.post('/api/members', draft)).body.detail).toBe('Finish your draft first.')
  })

  test('is asked for what is required where it is led, and not where it begins', async () => {
    const plain = await clerk.post('/api/members', { name: 'Ann', vouched_by: 'Bob', fee: 9 })
    expect([plain.status, plain.body.errors]).toMatchObject([422, [{ field: 'plea', code: 'required' }]])
    expect((await register()).status).toBe(201)
  })

  test('warns once of what its effects bring, and keeps in its history that it was confirmed', async () => {
    const warned = await register({ fee: 200 })
    expect([warned.status, warned.body.warnings]).toMatchObject([422, [{ code: 'HIGH_FEE' }]])
    expect(warned.body.warnings).toHaveLength(1)
    const sent = { name: 'Max', club, voucher: 'Vera', fee: 200 }
    const { body, status } = await clerk.post('/api/members/register', sent).set('Confirm', warned.body.confirm)
    expect(status).toBe(201)
    const { items } = (await clerk.get(`/api/members/${body.id}/history`)).body
    expect(items.filter(({ confirmed = [] }) => confirmed.length > 0)).toMatchObject([
      { event: 'transition', confirmed: [warned.body.confirm] },
    ])
    expect(items).toHaveLength(2)
  })

  test('is looked at as it was sent by rules before effects', async () => {
    expect((await register({ fee: 13 })).status).toBe(201)
    const { body } = await clerk.post('/api/members', { name: 'Ann', vouched_by: 'Bob', fee: 13, plea: 'Please' })
    expect(body.detail).toBe('Not 13.')
  })
})
