// A call answers what its caller may read after its steps, and the check notes what these close to all of its callers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

/** Calls of the bank on an open claim: their steps, what they answer, and the value of it. */
const CALLS: readonly (readonly [name: string, steps: string, answer: string, value: unknown])[] = [
  ['nothing', 'refuse LATE if claim.amount == 0', 'claim.amount', 5],
  ['settled', 'do settle on claim', 'claim.amount', null],
  ['at-hand', 'do settle on this', 'amount', null],
  ['within', 'do settle on claim', 'claim.amount * 2', null],
  ['by-shape', 'do settle on claim', 'shape.row(claim)', { sum: null }],
  ['its-id', 'let fresh = create Draft { amount: 3 }', 'fresh.id', null],
  ['named-before', 'let kept = claim.amount\ndo settle on claim', 'kept', 5],
  ['named-record', 'let kept = claim\ndo settle on kept', 'kept.amount', null],
  ['found', 'let kept = Claim.filter(c, c == claim).first()\ndo settle on kept', 'kept.amount', null],
  ['open-in-both', 'do settle on claim', 'claim.title', 'C'],
  ['back', 'do settle on claim\ndo reopen on claim', 'claim.amount', 5],
  ['stays', 'do touch on claim', 'claim.amount', 5],
  ['closed-and-stays', 'do settle on claim\ndo touch on claim', 'claim.amount', null],
  ['by-chance', 'do settle on claim if claim.amount == 0', 'claim.amount', 5],
  ['hidden', 'do check on claim', 'claim.secret', null],
  ['hidden-no-more', 'do check on claim\ndo uncheck on claim', 'claim.secret', 'S'],
  ['where-it-leads', 'do pass on claim', 'claim.amount', 5],
  ['made', 'let fresh = create Draft { amount: 3 }', 'fresh.amount', null],
  ['made-and-shown', 'let fresh = create Draft { amount: 3 }\ndo show on fresh', 'fresh.amount', 3],
  ['another', 'let fresh = create Draft { amount: 3 }', 'claim.amount', 5],
]

const DOCUMENT = documentOf({
  3: `### Claim

| field | type |
|---|---|
| title | text |
| amount | integer |
| secret | text |
| left | integer |

### Draft

| field | type |
|---|---|
| amount | integer |
`,
  4: `### Claim.status
- starts: open

| transition | from | to | who | then |
|---|---|---|---|---|
| settle | open | settled | nobody | |
| reopen | settled | open | nobody | |
| touch | open, settled | stay | nobody | left = 1 |
| check | open | checked | nobody | |
| uncheck | checked | open | nobody | |
| pass | open | settled | nobody | do reopen on this |

| field | checked |
|---|---|
| secret | hidden |

### Draft.status
- starts: draft

| transition | from | to | who |
|---|---|---|---|
| show | draft | shown | nobody |
`,
  6: `| role | is |
|---|---|
| Bank | pays |
| Clerk | enters |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Claim, Draft | everything | | |
| Bank | Claim | read | \`status in ["open", "checked"]\` | amount, secret, status |
| Bank | Claim | read | \`status in ["open", "settled", "checked"]\` | title |
| Bank | Draft | read | \`status == "shown"\` | all |
`,
  7: `${CALLS.map(
    ([name, steps, answer]) => `### POST /api/claims/:id/${name} of Claim

- who: Bank

${[...steps.split('\n'), 'answer 200'].map((step, at) => `${at + 1}. ${step}`).join('\n')}

\`\`\`json
{ "value": "\`${answer}\`" }
\`\`\`
`,
  ).join('\n')}
### Shape row of Claim

| name | value |
|---|---|
| sum | \`amount\` |
`,
  8: `| code | status | message |
|---|---|---|
| LATE | 409 | Too late. |
`,
})

let app: TestApp
let clerk: Caller
let bank: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ann')
  bank = await app.as('Bank', 'Ben')
})
afterAll(() => app.stop())

test.for(CALLS)('%s', async ([name, , , value]) => {
  const claim = { title: 'C', amount: 5, secret: 'S' }
  const { id } = (await clerk.post('/api/claims', claim).expect(201)).body
  const { body } = await bank.post(`/api/claims/${id}/${name}`, {}).expect(200)
  expect(body.value).toEqual(value)
})

test('the check notes what the steps close, and nothing else', () => {
  const noted = compile(DOCUMENT)
    .diagnostics.filter(({ code }) => code === 'calls/closes-what-it-reads')
    .flatMap((each) => placesOfCause(each))
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => DOCUMENT.slice(start, end))
  const isClosed = (value: unknown): boolean => JSON.stringify(value).includes('null')
  expect(noted).toEqual(CALLS.flatMap(([, , answer, value]) => (isClosed(value) ? [answer] : [])))
})
