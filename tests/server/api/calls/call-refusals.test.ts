// Refusals of the document's own calls: of a value that the caller may not read they say "…", as others do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Claim

| field | type | required | value |
|---|---|---|---|
| number | sequence "C-{000}" | | |
| title | text | yes | |
| salary | integer | | |
| note | text | | |
| team | Team | | |
| doubled | computed integer | | \`salary * 2\` |

### Team

| field | type | required |
|---|---|---|
| name | text | yes |
| place | sequence | |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Small | POST /api/claims/:id/raise | \`input.by < 10\` | Not {input.by} on {salary}, nor on {doubled}, for {claim.title} with {Team.count()} teams. |
`,
  6: `| role | is |
|---|---|
| Boss | sees all |
| Clerk | sees some |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Boss | Claim, Team | everything | | all |
| Clerk | Claim | read | | number, title, note, team |
| Clerk | Team | read | \`name != "secret"\` | |
`,
  7: `
### POST /api/claims/:id/raise of Claim

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| by | body | integer | yes |

1. refuse ENOUGH

### GET /api/claims/:number/title of Claim

- who: everyone

1. refuse ENOUGH if title == "refused"
2. answer 200

\`\`\`json
{ "title": "\`title\`", "number": "\`input.number\`" }
\`\`\`

### POST /api/teams/:place/name of Team

- who: Boss

| takes | in | type |
|---|---|---|
| name | body | text |

1. name = coalesce(input.name, this.name)
2. answer 200

\`\`\`json
{ "given": "\`name\`", "kept": "\`this.name\`" }
\`\`\`

### GET /api/teams/:place/name of Team

- who: everyone

1. answer 200

\`\`\`json
{ "name": "\`team.name\`", "place": "\`input.place\`" }
\`\`\`
`,
  8: `| code | status | message |
|---|---|---|
| ENOUGH | 409 | "{title}" has {salary}, in words {doubled}, with {note} in {team.name}. |
`,
})

let app: TestApp
let boss: Caller
let clerk: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  boss = await app.as('Boss')
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

async function makeClaim(team: string, title = 'Raise') {
  const made = await boss.post('/api/teams', { name: team })
  return (await boss.post('/api/claims', { title, salary: 70, team: made.body.id })).body
}

describe('a refusal by a code', () => {
  test('has what the caller may read, nothing for what is empty, and "…" for what they may not', async () => {
    const { id } = await makeClaim('red')
    const raise = async (caller: Caller) => (await caller.post(`/api/claims/${id}/raise`, { by: 1 })).body.detail
    expect(await raise(boss)).toBe('"Raise" has 70, in words 140, with  in red.')
    expect(await raise(clerk)).toBe('"Raise" has …, in words …, with  in red.')
  })

  test('says nothing of a related record that does not exist for the caller', async () => {
    const { id } = await makeClaim('secret')
    const { detail } = (await clerk.post(`/api/claims/${id}/raise`, { by: 1 })).body
    expect(detail).toBe('"Raise" has …, in words …, with  in ….')
  })

  test('is the same in a call that changes nothing', async () => {
    const { number } = await makeClaim('red', 'refused')
    const { detail } = (await clerk.get(`/api/claims/${number}/title`)).body
    expect(detail).toBe('"refused" has …, in words …, with  in red.')
  })
})

test('a refusal by a rule speaks of the record at hand, and counts only where all may be read', async () => {
  const { id } = await makeClaim('red')
  const raise = async (caller: Caller) => (await caller.post(`/api/claims/${id}/raise`, { by: 20 })).body.detail
  expect(await raise(boss)).toMatch(/^Not 20 on 70, nor on 140, for Raise with \d teams\.$/)
  expect(await raise(clerk)).toBe('Not 20 on …, nor on …, for Raise with … teams.')
})

describe('a record of the path by its number', () => {
  test('is found where the number is a text, and where it is counted only', async () => {
    const { number, team } = await makeClaim('blue')
    const found = await boss.get(`/api/claims/${number}/title`)
    expect([found.status, found.body]).toEqual([200, { title: 'Raise', number }])
    const { place } = (await boss.get(`/api/teams/${team}`)).body
    const counted = await boss.get(`/api/teams/${place}/name`)
    expect([counted.status, counted.body]).toEqual([200, { name: 'blue', place }])
  })

  test('has its own fields behind `this`, where an input has the name of one', async () => {
    const { team } = await makeClaim('grey')
    const { place } = (await boss.get(`/api/teams/${team}`)).body
    const rename = async (body: object) => (await boss.post(`/api/teams/${place}/name`, body)).body
    expect(await rename({ name: 'green' })).toEqual({ given: 'green', kept: 'green' })
    expect(await rename({})).toEqual({ given: null, kept: 'green' })
  })

  test('is not found by another one', async () => {
    expect((await boss.get('/api/claims/C-999/title')).status).toBe(404)
    expect((await boss.get('/api/teams/seven/name')).status).toBe(404)
    expect((await boss.get('/api/teams/999/name')).status).toBe(404)
  })
})
