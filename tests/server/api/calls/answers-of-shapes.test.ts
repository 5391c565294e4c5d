// Covers what a call of the document answers with: objects made of sets in shapes, and what was sent in its refusals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Plan

| field | type |
|---|---|
| title | text |
| place | text |

### Vote

| field | type |
|---|---|
| plan | Plan |
| voter | text |
| answer | one of yes, no |
| weight | decimal(2) |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Plan, Vote | everything |
`,
  7: `### GET /api/overview

- who: everyone

1. answer 200

\`\`\`json
{ "plans": "\`Plan.sort(p, p.title).map(p, shape.plan(p))\`" }
\`\`\`

### Shape plan of Plan

| name | value |
|---|---|
| votes | \`votes.object(v, v.voter, v.answer)\` |
| weights | \`votes.object(v, v.voter, v.weight)\` |
| voters | \`votes.object(v, v.answer, [v.voter])\` |

### POST /api/lookups

- who: everyone

| takes | in | type |
|---|---|---|
| place | body | text |
| area.name | body | text |

1. refuse NOWHERE if \`not Plan.exists(p, p.place == input.place)\`

### POST /api/plans/:id/lookups of Plan

- who: everyone

| takes | in | type |
|---|---|---|
| wanted | body | text |

1. refuse ELSEWHERE if \`plan.place != input.wanted\`
`,
  8: `| code | status | message |
|---|---|---|
| NOWHERE | 404 | There is no plan for "{input.place}" in {input.area.name}. |
| ELSEWHERE | 409 | {title} is in {place}, not in {input.wanted}. |
`,
})

let app: TestApp
let ann: Caller
let plan: string
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  ann = await app.as('Administrator')
  plan = (await ann.post('/api/plans', { title: 'A', place: 'Oslo' })).body.id
  await ann.post('/api/plans', { title: 'B' })
  const votes = [
    { voter: 'ann', answer: 'yes', weight: '1.50' },
    { voter: 'ben', answer: 'no', weight: '2.00' },
    { voter: 'cia', answer: 'yes', weight: null },
  ]
  for (const vote of votes) await ann.post('/api/votes', { plan, ...vote }).expect(201)
})
afterAll(() => app.stop())

describe('an object of a set in a shape', () => {
  test(
    'has a member for each key; lists under one key are joined; of nothing it is empty',
    { tags: 'reference/functions-of-sets' },
    async () => {
      const { plans } = (await ann.get('/api/overview')).body
      expect(plans).toEqual([
        {
          votes: { ann: 'yes', ben: 'no', cia: 'yes' },
          weights: { ann: '1.50', ben: '2.00', cia: null },
          voters: { yes: ['ann', 'cia'], no: ['ben'] },
        },
        { votes: {}, weights: {}, voters: {} },
      ])
    },
  )
})

describe('the refusal of a call', () => {
  test('repeats what the caller sent', { tags: 'reference/steps' }, async () => {
    const { status, body } = await ann.post('/api/lookups', { place: 'Rome', area: { name: 'Italy' } })
    expect([status, body.detail]).toEqual([404, 'There is no plan for "Rome" in Italy.'])
  })

  test('speaks of the record at hand and of what was sent', async () => {
    const { status, body } = await ann.post(`/api/plans/${plan}/lookups`, { wanted: 'Rome' })
    expect([status, body.detail]).toEqual([409, 'A is in Oslo, not in Rome.'])
  })
})
