// `me.is("Role", record)` in the document's own calls: one's own role is no secret, whatever of the record one may read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Claim

| field | type | required |
|---|---|---|
| title | text | yes |
| reviewer | Person (as reviews) | |
| owner | Person (as claims) | |
| parent | Claim (as children) | |
| amount | integer | |
`,
  6: `| role | is | of | who |
|---|---|---|---|
| Boss | sees all | | |
| Clerk | reads | | |
| Reviewer | looks at it | Claim | \`reviewer == me and amount > 3\` |
| Owner | has it | Claim | \`owner == me\` |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Boss | Claim, Person | everything | | all |
| Clerk | Claim | read | \`title != "secret"\` | title, parent |
| everyone | Person | read | | name |
`,
  7: `
### GET /api/duties

- who: everyone

1. answer 200

\`\`\`json
{
  "mine": "\`Claim.sort(c, c.title).filter(c, me.is('Reviewer', c)).map(c, c.title)\`",
  "all": "\`Claim.sort(c, c.title).map(c, shape.duty(c))\`"
}
\`\`\`

### GET /api/claims/:id/duty of Claim

- who: everyone

| takes | in | type |
|---|---|---|
| other | query | Person |

1. answer 200

\`\`\`json
{
  "duty": "\`shape.duty(this)\`",
  "above": "\`me.is('Reviewer', parent)\`",
  "other": "\`input.other.is('Reviewer', this)\`"
}
\`\`\`

### POST /api/claims/:id/duty of Claim

- who: everyone

1. refuse NOT_YOURS if not me.is("Reviewer", this)
2. answer 200

### Shape duty of Claim

| name | value |
|---|---|
| title | \`title\` |
| reviews | \`me.is("Reviewer", this)\` |
| owns | \`me.is("Owner", this)\` |
`,
  8: '| code | status | message |\n|---|---|---|\n| NOT_YOURS | 403 | Not yours. |\n',
})

let app: TestApp
let boss: Caller
let clerk: Caller
let other: Caller
const ids: { [title: string]: string } = {}

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('Boss')
  clerk = await app.as('Clerk', 'Clara')
  other = await app.as('Clerk', 'Otto')
  const make = async (title: string, fields: object) => {
    const { status, body } = await boss.post('/api/claims', { title, amount: 5, ...fields })
    expect(status).toBe(201)
    ids[title] = body.id
  }
  await make('secret', { reviewer: clerk.id })
  await make('hers', { reviewer: clerk.id, parent: ids['secret'] })
  await make('small', { reviewer: clerk.id, amount: 1, parent: ids['hers'] })
  await make('owned', { owner: clerk.id, reviewer: other.id })
})
afterAll(() => app.stop())

describe('one’s own role', () => {
  test('is known on records whose fields one may not read, and on none that one may not', async () => {
    const { body } = await clerk.get('/api/duties')
    expect(body).toEqual({
      mine: ['hers'],
      all: [
        { title: 'hers', reviews: true, owns: false },
        { title: 'owned', reviews: false, owns: true },
        { title: 'small', reviews: false, owns: false },
      ],
    })
  })

  test(
    'is known of the record at hand, and not along a relation to what is hidden',
    { tags: 'reference/functions-of-records-and-persons' },
    async () => {
      const duty = async (title: string) => (await clerk.get(`/api/claims/${ids[title]}/duty`)).body
      expect(await duty('hers')).toEqual({
        duty: { title: 'hers', reviews: true, owns: false },
        above: null,
        other: false,
      })
      expect((await duty('small')).above).toBe(true)
    },
  )

  test('decides in steps as in answers', async () => {
    expect((await clerk.post(`/api/claims/${ids['hers']}/duty`)).status).toBe(200)
    expect((await clerk.post(`/api/claims/${ids['small']}/duty`)).status).toBe(403)
  })
})

test('another person’s role is read as its condition may be', async () => {
  const asked = async (caller: Caller) =>
    (await caller.get(`/api/claims/${ids['hers']}/duty?other=${clerk.id}`)).body.other
  expect(await asked(boss)).toBe(true)
  expect(await asked(other)).not.toBe(true)
})
