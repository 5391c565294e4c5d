// What an effect hands on to another step is shown there to those who may read what it stands for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const STEPS: readonly (readonly [name: string, asks: string, then: string])[] = [
  ['plain', '', 'do tell on parts { why: secret }'],
  ['by a name', '', 'let x = "<{secret}>"; do tell on parts { why: x }'],
  ['in a set', '', 'for each p in parts: (do tell on p { why: secret })'],
  ['by a part', '', 'for each p in parts: (do tell on p { why: "{p.cost}" })'],
  ['by a second step', '', 'do pass on on parts { what: secret }'],
  ['to this record', '', 'do warn { words: secret }'],
  ['what was given', 'why: text required', 'secret = input.why; do tell on parts { why: input.why }'],
  ['after a change', '', 'let x = secret; secret = "Y2"; do tell on parts { why: x }'],
  ['openly', '', 'do tell on parts { why: name }'],
  ['given openly', 'why: text required', 'do tell on parts { why: input.why }'],
  ['words', '', 'do tell on parts { why: "Now." }'],
  ['told there', '', 'do tell openly on parts { why: secret }'],
  ['into a field there', '', 'do put down on parts { why: secret }'],
  ['by itself', 'why: text default `secret`', 'notify lead "{input.why}"'],
]

const DOCUMENT = documentOf({
  3: `### Job

| field | type |
|---|---|
| name | text |
| lead | Person (as jobs_led) |
| secret | text |

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
| warn | open | stay | Clerk | words: text | notify lead "{input.words}" |
| try out | open | stay | Clerk, Member | | do turn down on parts { why: secret, open: name } |

### Part.status
- starts: new

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| tell | new | stay | Clerk | why: text | notify job.lead "{input.why}" |
| tell openly | new | stay | Clerk | why: text | notify job.lead "{input.why}" telling input.why |
| put down | new | stay | Clerk | why: text | name = input.why; notify job.lead "{input.why}" |
| pass on | new | stay | Clerk | what: text | do tell { why: input.what } |
| turn down | new | stay | Clerk | why: text, open: text | refuse NOT_SO |
`,
  6: `| role | is |
|---|---|
| Clerk | writes |
| Member | leads |

| role | entity | may | fields |
|---|---|---|---|
| Clerk | Job, Part, Person | everything | |
| Member | Job | read | name, lead, status |
| Member | Part | read, see history | name, job, status |
`,
  7: `### POST /api/jobs/:id/call of Job

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| why | body | text | yes |
| open | body | text | no |

1. secret = why
2. for each part in job.parts: (do tell on part { why: "{why} {open}" })
`,
  8: `| code | status | message |
|---|---|---|
| NOT_SO | 422 | Not {input.why} of {input.open}. |
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

async function makeJob(): Promise<{ readonly job: string; readonly part: string }> {
  const job = (await clerk.post('/api/jobs', { name: 'Roof', lead: lead.id, secret: 'X1' }).expect(201)).body.id
  const part = (await clerk.post('/api/parts', { job, name: 'Nail', cost: 7 }).expect(201)).body.id
  return { job, part }
}

async function lastNotice(): Promise<string> {
  const [notice] = (await lead.get('/api/system/inbox').expect(200)).body.items
  return notice.text
}

async function inputOf(caller: Caller, part: string): Promise<unknown> {
  const { items } = (await caller.get(`/api/parts/${part}/history`).expect(200)).body
  return items.find((each: { readonly transition?: string }) => each.transition === 'tell')?.input
}

test.for([
  ['plain', '…', 'X1'],
  ['by-a-name', '…', '<X1>'],
  ['in-a-set', '…', 'X1'],
  ['by-a-part', '…', '7'],
  ['by-a-second-step', '…', 'X1'],
  ['to-this-record', '…', undefined],
  ['what-was-given', '…', 'Z9'],
  ['after-a-change', '…', 'X1'],
  ['openly', 'Roof', 'Roof'],
  ['given-openly', 'Z9', 'Z9'],
  ['words', 'Now.', 'Now.'],
] as const)('%s: in a notice and in the history of the other step', async ([path, text, given]) => {
  const { job, part } = await makeJob()
  await clerk.post(`/api/jobs/${job}/${path}`, { ...(path.includes('given') && { why: 'Z9' }) }).expect(200)
  expect(await lastNotice()).toBe(text)
  expect(await inputOf(clerk, part)).toEqual(given && { why: given })
  expect(await inputOf(lead, part)).toEqual(text === '…' ? undefined : { why: given })
})

test.for([
  ['told-there', 'the step tells it on purpose'],
  ['into-a-field-there', 'it goes into a field that the reader may read'],
] as const)('%s: %s', async ([path]) => {
  const { job } = await makeJob()
  await clerk.post(`/api/jobs/${job}/${path}`).expect(200)
  expect(await lastNotice()).toBe('X1')
})

test('what is the default of an input', async () => {
  const { job } = await makeJob()
  await clerk.post(`/api/jobs/${job}/by-itself`).expect(200)
  expect(await lastNotice()).toBe('…')
  await clerk.post(`/api/jobs/${job}/by-itself`, { why: 'Z9' }).expect(200)
  expect(await lastNotice()).toBe('Z9')
})

test('what a call hands on', async () => {
  const { job, part } = await makeJob()
  await clerk.post(`/api/jobs/${job}/call`, { why: 'Z9', open: 'O2' })
  expect(await lastNotice()).toBe('…')
  expect(await inputOf(clerk, part)).toEqual({ why: 'Z9 O2' })
  expect(await inputOf(lead, part)).toBeUndefined()
})

test('a refusal of the other step', async () => {
  const { job } = await makeJob()
  const refused = async (caller: Caller) => (await caller.post(`/api/jobs/${job}/try-out`).expect(422)).body.detail
  expect(await refused(clerk)).toBe('Not X1 of Roof.')
  expect(await refused(lead)).toBe('Not … of Roof.')
})

test('notes say which inputs those who get a notice are not shown', () => {
  const { diagnostics } = compile(DOCUMENT)
  const noted = diagnostics
    .filter(({ code }) => code === 'states/value-not-readable')
    .flatMap((each) => placesOfCause(each))
  expect(noted.map(({ start, end }) => DOCUMENT.slice(start, end)).toSorted()).toEqual([
    'input.why',
    'input.why',
    'input.words',
  ])
})
