// A name that effects give a value shows nobody more in a notice than what it stands for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const STEPS: readonly (readonly [name: string, asks: string, then: string])[] = [
  ['plain', '', 'let x = secret; notify lead "{x} and {name}"'],
  ['through another name', '', 'let x = secret; let y = "<{x}>"; notify lead "{name}" "{y}"'],
  ['sum', '', 'let s = parts.sum(p, p.cost); notify lead "{s}"'],
  ['one of several', '', 'for each c in Part.map(p, p.cost): (notify lead "{c}")'],
  ['along a relation', '', 'let w = keeper.name; keeper = null; notify lead "{w}"'],
  ['by its parts', '', 'let d = double; notify lead "{d}"'],
  [
    'deleted since',
    '',
    'let n = spare.name; let b = spare.cost; let s = spare; spare = null; delete s; notify lead "{n} {b}"',
  ],
  ['of a record', '', 'let j = this; let p = parts.first(); notify lead "{j.name} {j.secret} {p.name} {p.cost}"'],
  ['told', '', 'let x = secret; notify lead "{x}" telling x'],
  ['told by its meaning', '', 'let x = secret; notify lead "{x}" telling secret'],
  ['given', 'why: text required', 'secret = input.why; notify lead "{input.why}"'],
  ['given by its name', 'secret: text required', 'secret = input.secret; notify lead "{input.secret}"'],
  ['given openly', 'why: text required', 'name = input.why; notify lead "{input.why}"'],
  ['given nowhere', 'why: text required', 'notify lead "{input.why}"'],
  [
    'given to a new record',
    'why: text required',
    'create Part { job: this, name: input.why }; notify lead "{input.why}"',
  ],
]

const DOCUMENT = documentOf({
  3: `### Job

| field | type | value |
|---|---|---|
| name | text | |
| lead | Person (as jobs_led) | |
| keeper | Person (as jobs_kept) | |
| spare | Part (as spare_in) | |
| secret | text | |
| cost | integer | |
| double | computed integer | \`cost * 2\` |

### Part

| field | type |
|---|---|
| job | Job (as parts) |
| name | text |
| cost | integer |
`,
  4: `### Job.status
- starts: open

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
${STEPS.map(([name, asks, then]) => `| ${name} | open | stay | Clerk | ${asks} | ${then} |`).join('\n')}

| transition | then |
|---|---|
| cost changed | let c = cost; notify lead "{c}" |
`,
  6: `| role | is |
|---|---|
| Clerk | writes |
| Member | leads |

| role | entity | may | fields |
|---|---|---|---|
| Clerk | Job, Part, Person | everything | |
| Member | Job | read | name, lead, status, spare |
| Member | Part | read | name, job |
| Member | Person | read | name |
`,
  7: `### POST /api/jobs/:id/warn of Job

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| why | body | text | yes |
| open | body | text | no |

1. let x = secret
2. secret = why
3. notify lead "{x} {why} {open}"
`,
})

let app: TestApp
let clerk: Caller
let lead: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ann')
  lead = await app.as('Member', 'Ben')
})
afterAll(() => app.stop())

async function makeJob(): Promise<string> {
  const { id } = (
    await clerk.post('/api/jobs', { name: 'Roof', lead: lead.id, keeper: clerk.id, secret: 'X1', cost: 4 }).expect(201)
  ).body
  const part = (await clerk.post('/api/parts', { job: id, name: 'Nail', cost: 7 }).expect(201)).body
  await clerk.patch(`/api/jobs/${id}`, { spare: part.id }).expect(200)
  return id
}

async function lastNotice(): Promise<string> {
  const [notice] = (await lead.get('/api/system/inbox').expect(200)).body.items
  return notice.text
}

test.for([
  ['plain', '… and Roof'],
  ['through-another-name', '…'],
  ['sum', '…'],
  ['one-of-several', '…'],
  ['along-a-relation', '…'],
  ['by-its-parts', '…'],
  ['deleted-since', 'Nail …'],
  ['of-a-record', 'Roof … Nail …'],
  ['told', 'X1'],
  ['told-by-its-meaning', 'X1'],
  ['given', '…', { why: 'Z9' }],
  ['given-by-its-name', '…', { secret: 'Z9' }],
  ['given-openly', 'Z9', { why: 'Z9' }],
  ['given-nowhere', 'Z9', { why: 'Z9' }],
  ['given-to-a-new-record', 'Z9', { why: 'Z9' }],
] as const)('%s', async ([path, text, input = {}]) => {
  const id = await makeJob()
  await clerk.post(`/api/jobs/${id}/${path}`, input).expect(200)
  expect(await lastNotice()).toBe(text)
})

test('what happens after a change shows no more by a name', async () => {
  const id = await makeJob()
  await clerk.patch(`/api/jobs/${id}`, { cost: 5 }).expect(200)
  expect(await lastNotice()).toBe('…')
})

test('a call asks for the rights of those who get its notice', async () => {
  const id = await makeJob()
  await clerk.post(`/api/jobs/${id}/warn`, { why: 'Z9', open: 'O2' })
  expect(await lastNotice()).toBe('… … O2')
})

test('notes say which names those who get a notice are not shown', () => {
  const { diagnostics } = compile(DOCUMENT)
  const noted = diagnostics
    .filter(({ code }) => code === 'states/value-not-readable')
    .flatMap((each) => placesOfCause(each))
    .toSorted((a, b) => a.start - b.start)
  expect(noted.map(({ start, end }) => DOCUMENT.slice(start, end)).join(' ')).toBe(
    'x y s c w d b j.secret p.cost input.why input.secret c x why',
  )
})
