// Grants of point 6 in the forms that the shipped documents do not use, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Paper

| field | type | required | default |
|---|---|---|---|
| title | text | yes | |
| author | Person (as papers) | yes | \`me\` |
| verdict | text | no | |
| accepted | yes/no | no | |
`,
  4: 'none.',
  5: 'none.',
  6: `- citations: Chair, administrators
- document: Chair
- administrators: no data

| role | is | includes |
|---|---|---|
| Author | writes | |
| Chair | decides | |
| Guest | looks | |

| role | is | of | who |
|---|---|---|---|
| Owner | wrote it | Paper | \`author == me\` |

| role | entity | may | where | fields | otherwise |
|---|---|---|---|---|---|
| Author | Paper | create | | title | |
| everyone | Paper | read | | all except verdict | |
| Owner, Chair | Paper | update | \`accepted != true\` | all | DECIDED |
| Chair | Paper | update | | accepted | |
| Owner | Paper | read | | verdict | |
| Chair | Paper | read | | verdict | |
| Chair | Paper | delete | | none | |
| except Owner | Paper | read | \`accepted == null\` | verdict | |
| except Owner | Paper | update | | verdict, accepted | |
| everyone | Person | read | | name | |
`,
  8: `| code | status | message |
|---|---|---|
| DECIDED | 409 | {title} has been accepted. |
`,
})

let app: TestApp
let author: Caller
let chair: Caller
let guest: Caller
let administrator: Caller
let path: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  author = await app.as('Author')
  chair = await app.as('Chair')
  guest = await app.as('Guest')
  administrator = await app.as('Administrator')
  path = `/api/papers/${(await author.post('/api/papers', { title: 'On tools' })).body.id}`
})
afterAll(() => app.stop())

test('a row written "except" takes from the owner what another row gives', async () => {
  await chair.patch(path, { verdict: 'weak' })
  expect((await chair.get(path)).body.verdict).toBe('weak')
  expect((await author.get(path)).body).not.toHaveProperty('verdict')
  expect((await author.patch(path, { verdict: 'strong' })).body.errors).toMatchObject([{ field: 'verdict' }])
  expect((await author.patch(path, { title: 'On good tools' })).status).toBe(200)
})

test(
  'a grant that fails says so by its own code, and cites its line to those that the document names',
  { tags: 'reference/point-6-roles-and-permissions' },
  async () => {
    await chair.patch(path, { accepted: true })
    const { body, status } = await author.patch(path, { title: 'On bad tools' })
    expect([status, body.code, body.detail]).toEqual([409, 'DECIDED', 'On good tools has been accepted.'])
    expect(body).not.toHaveProperty('source')
    const told = await chair.patch(path, { title: 'On bad tools' })
    expect(told.body.errors).toMatchObject([
      { field: 'title', source: { text: expect.stringContaining('| Owner, Chair | Paper | update |') } },
    ])
  },
)

test('a grant of a role that somebody does not have on the record refuses neither by its code nor by its condition, which is named with that role', async () => {
  const { body: paper } = await author.post('/api/papers', { title: 'On nails' })
  const refused = async (person: Caller) => {
    const { status, body } = await person.patch(`/api/papers/${paper.id}`, { title: 'On saws' })
    return { status, code: body.code, remedy: body.remedy }
  }
  expect(await refused(guest)).toEqual({ status: 403, code: 'not_allowed', remedy: undefined })
  expect(await refused(administrator)).toEqual({
    status: 403,
    code: 'not_allowed',
    remedy: 'Its author can do this when accepted is not yes.',
  })
  await chair.patch(`/api/papers/${paper.id}`, { accepted: true })
  expect(await refused(guest)).toEqual({ status: 403, code: 'not_allowed', remedy: undefined })
  expect(await refused(author)).toEqual({ status: 409, code: 'DECIDED', remedy: undefined })
})

test(
  'the document is read by the roles that it names, and by administrators, who read no data here',
  { tags: 'reference/signing-up-and-signing-in' },
  async () => {
    const read = await Promise.all([chair, administrator, author, guest].map((person) => person.get('/api/spec')))
    expect(read.map(({ body }) => 'text' in body || 'document' in body)).toEqual([true, true, false, false])
    expect((await administrator.get(path)).status).toBe(200)
    expect((await administrator.delete(path)).status).toBe(403)
  },
)

test('a grant of no fields lets do what needs none', async () => {
  expect((await guest.delete(path)).status).toBe(403)
  expect((await chair.delete(path)).status).toBe(204)
  expect((await author.get(path)).status).toBe(404)
})
