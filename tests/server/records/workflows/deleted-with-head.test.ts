// The event of a line that is deleted with its head reads the head as it was: conditions, values, notices, webhooks.
// @module-tag reference/events
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const CLAIMS = documentOf({
  3: `### Department

| field | type |
|---|---|
| name | text |

### Claim

| field | type | value |
|---|---|---|
| title | text | |
| owner | Person (as claims) | |
| department | Department (as claims) | |
| place | computed text | \`department.name\` |
| total | computed money | \`entries.sum(e, e.amount)\` |

### Entry

| field | type |
|---|---|
| claim | Claim (as entries), part of it |
| amount | money |

### Receipt

| field | type |
|---|---|
| entry | Entry (as receipts), deleted with it |
| name | text |

### Log

- order: number

| field | type |
|---|---|
| number | sequence "{000}" |
| text | text |
| claim | Claim (as logs) |`,
  4: `### Claim

| transition | then |
|---|---|
| deleted | create Log { text: "claim with {entries.count()} entries" } |

### Entry

| transition | when | then |
|---|---|---|
| deleted | claim.title == "Locked" | refuse LOCKED |
| deleted | claim.owner != null | notify claim.owner "{claim.title} at {claim.place} lost {amount}."; update claim { title: "{claim.title}, changed" }; create Log { text: "{claim.title}, {claim.place}, {claim.entries.count()}, {claim.total}" } |

### Receipt

| transition | then |
|---|---|
| deleted | create Log { text: "{name} of {entry.claim.title}" } |`,
  6: `| role | is |
|---|---|
| Clerk | works |
| Owner | owns |

| role | entity | may | where |
|---|---|---|---|
| Clerk | Claim, Entry, Receipt, Log, Department | everything | |
| Clerk | Person | read | |
| Owner | Claim | read | \`owner == me\` |
| Owner | Entry | read | \`claim.owner == me\` |
| Owner | Department | read | \`claims.exists(c, c.owner == me)\` |`,
  7: `| when | method | url | payload |
|---|---|---|---|
| Entry deleted | POST | https://example.com/gone | \`{ "claim": claim.title, "of": claim.owner.name }\` |`,
  8: `| code | status | message |
|---|---|---|
| LOCKED | 409 | An entry of {amount} is locked in {claim.title}. |`,
})

let app: TestApp
let clerk: Caller
let owner: Caller
beforeAll(async () => {
  app = await startApp(CLAIMS)
  clerk = await app.as('Clerk')
  owner = await app.as('Owner')
})
afterAll(() => app.close())

const create = async (path: string, body: object): Promise<string> => (await clerk.post(`/api/${path}`, body)).body.id
const createClaim = async (title: string): Promise<{ readonly claim: string; readonly entry: string }> => {
  const department = await create('departments', { name: 'Hall' })
  const claim = await create('claims', { title, owner: owner.id, department })
  const entry = await create('entries', { claim, amount: '5.00' })
  await create('receipts', { entry, name: 'Bill' })
  return { claim, entry }
}
const logs = async (): Promise<readonly string[]> =>
  (await clerk.get('/api/logs?sort=number')).body.items.map(({ text }: { text: string }) => text)
const notices = async (): Promise<readonly string[]> =>
  (await owner.get('/api/system/inbox')).body.items.map(({ text }: { text: string }) => text)

test('that went with it, to its reader and in a webhook, too', async () => {
  const { claim } = await createClaim('Trip')
  expect((await clerk.delete(`/api/claims/${claim}`)).status).toBe(204)
  expect(await logs()).toEqual(['claim with 0 entries', 'Trip, Hall, 0, €0.00', 'Bill of Trip'])
  expect(await notices()).toEqual(['Trip at Hall lost €5.00.'])
  const jobs = await app.dependencies.storage.database.newestJobs('webhook', 100)
  expect(jobs.map(({ value }) => JSON.parse(String(value['body'])))).toEqual([
    { claim: 'Trip', of: expect.any(String) },
  ])
})

test('that stays is read as it is now, and its other lines with it', async () => {
  const { claim, entry } = await createClaim('Stay')
  await create('entries', { claim, amount: '3.00' })
  const before = await logs()
  expect((await clerk.delete(`/api/entries/${entry}`)).status).toBe(204)
  expect((await logs()).slice(before.length)).toEqual(['Stay, changed, Hall, 1, €3.00', 'Bill of Stay, changed'])
})

test('and a condition on it may refuse the deletion', async () => {
  const { claim } = await createClaim('Locked')
  const { body, status } = await clerk.delete(`/api/claims/${claim}`)
  expect([status, body.detail]).toEqual([409, 'An entry of €5.00 is locked in Locked.'])
})
