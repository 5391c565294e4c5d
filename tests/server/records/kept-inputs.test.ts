// What a transition or a call was given stands in the history of its record, under the rules of reading, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Claim

| field | type |
|---|---|
| title | text |
| secret | text |
| verdict | text |

### Note

| field | type |
|---|---|
| claim | Claim |
| text | text |
`,
  4: `### Claim.status

- starts: open
- ends: closed

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| check | open | stay | Clerk | why: text required, witness: Person, more: text | |
| judge | open | stay | Clerk | words: text, secret: text, note: text, told: text | let said = input.words; verdict = said; create Note { claim: this, text: input.note }; do tell { text: input.told } |
| tell | open | stay | Clerk | text: text | secret = input.text |
| close | open | closed | Clerk | | |
`,
  5: `| rule | entity | must hold | otherwise | else |
|---|---|---|---|---|
| Has a title | Claim | \`title != "none"\` | NO_TITLE | warn |
`,
  6: `| role | is |
|---|---|
| Clerk | works |
| Guest | looks |
| Auditor | looks back |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Claim, Note | everything | | all |
| Guest | Claim | read, see history | | title, status |
| Auditor | Claim | read | | all |
| Auditor | Claim | see history | \`status == "open"\` | all except secret |
| Auditor | Claim | see history | \`title == "Roof"\` | title, verdict |
| Guest | Note | read | \`text == "x"\` | all |
| everyone | Person | read | | name, email |
`,
  7: `### POST /api/claims/:id/remind of Claim

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| why | body | text | yes |
| words | body | text | no |

1. notify created_by "Look at {title}"
2. verdict = input.words if \`input.words != null\`

### POST /api/claims/:id/sign of Claim

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| password | body | text | yes |
| why | body | text | yes |

1. let given = input.password
2. sign in me.email with given
3. verdict = "signed"

### POST /api/claims/:id/renew of Claim

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| present | body | text | yes |
| next | body | text | yes |
| why | body | text | yes |

1. let before = input.present
2. change password from before to input.next
3. verdict = "renewed"
`,
  8: `| code | status | message |
|---|---|---|
| NO_TITLE | 409 | It has no title. |
`,
})

let app: TestApp
let clerk: Caller
let guest: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

async function claim(): Promise<string> {
  return ((await clerk.post('/api/claims', { title: 'Roof' })).body as { readonly id: string }).id
}

async function newest(reader: Caller, id: string): Promise<object> {
  const { body } = await reader.get(`/api/claims/${id}/history?limit=1`)
  return (body as { readonly items: readonly object[] }).items[0] ?? {}
}

test('what a transition was given is kept, though no effect uses it', async () => {
  const id = await claim()
  const { status } = await clerk.post(`/api/claims/${id}/check`, { why: 'because', witness: guest.id })
  expect(status).toBe(200)
  const input = { why: 'because', witness: guest.id }
  expect(await newest(clerk, id)).toMatchObject({ event: 'transition', transition: 'check', input })
  expect(await newest(guest, id)).toMatchObject({ input })
  await clerk.post(`/api/claims/${id}/close`)
  expect(await newest(clerk, id)).not.toHaveProperty('input')
})

test('what goes into a field is known to those who may read the field', async () => {
  const id = await claim()
  const given = { words: 'No', secret: 'never', note: 'later', told: 'hush' }
  expect((await clerk.post(`/api/claims/${id}/judge`, given)).status).toBe(200)
  const { body } = await clerk.get(`/api/claims/${id}/history`)
  const items = (body as { readonly items: readonly { readonly transition?: string; readonly input?: object }[] }).items
  expect(items.find(({ transition }) => transition === 'judge')?.input).toEqual(given)
  expect(items.find(({ transition }) => transition === 'tell')?.input).toEqual({ text: 'hush' })
  const seen = await guest.get(`/api/claims/${id}/history`)
  expect(seen.status).toBe(200)
  expect(seen.text).not.toMatch(/No"|never|later|hush/)
})

test('a history tells of the fields that a grant to read and a grant to see histories both cover', async () => {
  const auditor = await app.as('Auditor')
  const id = await claim()
  await clerk.patch(`/api/claims/${id}`, { secret: 'hush', verdict: 'Yes' }).expect(200)
  const told = async (): Promise<readonly object[]> =>
    (await auditor.get(`/api/claims/${id}/history`).expect(200)).body.items as readonly object[]
  const [changed] = await told()
  expect(changed).toMatchObject({ changes: { verdict: [null, 'Yes'] } })
  expect(changed).toHaveProperty('by')
  expect(JSON.stringify(await told())).not.toContain('hush')
  expect((await auditor.get(`/api/claims/${id}`)).body).toMatchObject({ secret: 'hush', verdict: 'Yes' })
  await clerk.post(`/api/claims/${id}/close`).expect(200)
  const [closed, before] = await told()
  expect(closed).toMatchObject({ event: 'transition', changes: {} })
  expect(before).toMatchObject({ changes: { verdict: [null, 'Yes'] } })
  expect(before).not.toHaveProperty('by')
  await clerk.patch(`/api/claims/${id}`, { title: 'Cellar' }).expect(200)
  expect((await auditor.get(`/api/claims/${id}/history`)).status).toBe(403)
})

test('what a call on a record was given is in its history, whatever it changed', async () => {
  const id = await claim()
  expect((await clerk.post(`/api/claims/${id}/remind`, { why: 'late' })).status).toBe(204)
  const call = 'POST /api/claims/:id/remind'
  expect(await newest(clerk, id)).toMatchObject({ event: 'changed', call, changes: {}, input: { why: 'late' } })
  await clerk.post(`/api/claims/${id}/remind`, { why: 'later', words: 'Yes' })
  const changes = { verdict: [null, 'Yes'] }
  expect(await newest(clerk, id)).toMatchObject({ call, changes, input: { why: 'later', words: 'Yes' } })
  expect(await newest(guest, id)).toMatchObject({ call, changes: {}, input: { why: 'later' } })
})

test('a password is kept nowhere', async () => {
  const id = await claim()
  const signed = await clerk.post(`/api/claims/${id}/sign`, { password: 'password of Clerk 1', why: 'I agree' })
  expect([signed.status, signed.text]).toEqual([204, ''])
  const seen = await clerk.get(`/api/claims/${id}/history`)
  expect(seen.text).toContain('I agree')
  expect(seen.text).not.toContain('password of Clerk 1')
})

test('neither the present password nor the new one is kept where a call changes it', async () => {
  const id = await claim()
  const given = { present: 'password of Clerk 1', next: 'a whole sentence instead', why: 'It is old' }
  expect((await clerk.post(`/api/claims/${id}/renew`, given)).status).toBe(204)
  const seen = await clerk.get(`/api/claims/${id}/history`)
  expect(seen.text).toContain('It is old')
  expect(seen.text).not.toContain(given.present)
  expect(seen.text).not.toContain(given.next)
})

test('the warnings that were confirmed stand beside it', async () => {
  const id = await claim()
  await clerk.patch(`/api/claims/${id}`, { title: 'none' }).set('Confirm', 'NO_TITLE')
  expect(await newest(clerk, id)).toMatchObject({ confirmed: ['NO_TITLE'] })
})
