// A notice tells a sum or a count to those who may read the like of all that it is taken of, and the check names the rest.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

/** Parts of a job, by the rows of point 6 that open them to its lead. */
const PARTS = [
  ['Plain', '| Member | Plain | read | | all |'],
  ['Some', '| Member | Some | read | `kind == "good"` | all |'],
  ['Own', '| Member | Own | read | `job.lead == me` | all |'],
  ['Split', '| Member | Split | read | | job, kind |\n| Member | Split | read | `kind == "good"` | cost |'],
  ['Joined', '| Member | Joined | read | | all |\n| Member | Joined | read | `kind == "good"` | cost |'],
  ['Bare', '| Member | Bare | read | | job, kind |'],
  ['Closed', '| Member | Closed | read | | kind, cost |'],
  ['Without', '| Member | Without | read | | all |\n| except Member | Without | read | `kind == "bad"` | all |'],
  ['Cut', '| Member | Cut | read | | all |\n| except Member | Cut | read | `kind == "bad"` | cost |'],
  ['Named', '| everyone | Named | read | `me.is("Member")` | all |'],
  ['Staged', '| Member | Staged | read | | all |'],
] as const

const STEPS = [
  ['of what all may read', 'plains.sum(p, p.cost)', '7'],
  ['counted of what all may read', 'plains.count()', '1'],
  ['of some', 'somes.sum(p, p.cost)', '…'],
  ['of their own', 'owns.sum(p, p.cost)', '…'],
  ['of a field of some', 'splits.sum(p, p.cost)', '…'],
  ['counted by the rest', 'splits.count()', '1'],
  ['narrowed down by the field', 'splits.filter(p, p.cost > 1).count()', '…'],
  ['granted twice', 'joineds.sum(p, p.cost)', '7'],
  ['of no field', 'bares.sum(p, p.cost)', '…'],
  ['counted without the field', 'bares.count()', '1'],
  ['where the way to the job is closed', 'closeds.count()', '…'],
  ['but for some', 'withouts.count()', '…'],
  ['but for the field of some', 'cuts.sum(p, p.cost)', '…'],
  ['counted but for the field', 'cuts.count()', '1'],
  ['by a condition that names the role', 'nameds.sum(p, p.cost)', '7'],
  ['of what a state hides', 'stageds.sum(p, p.cost)', '…'],
  ['counted of what a state hides a field', 'stageds.count()', '1'],
] as const

function backwards(name: string): string {
  return `${name.toLowerCase()}s`
}

const DOCUMENT = documentOf({
  3: `### Job

| field | type |
|---|---|
| name | text |
| lead | Person (as jobs_led) |

${PARTS.map(
  ([name]) => `### ${name}

| field | type |
|---|---|
| job | Job (as ${backwards(name)}) |
| kind | one of good, bad |
| cost | integer |
`,
).join('\n')}`,
  4: `### Job.status
- starts: open

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
${STEPS.map(([name, value]) => `| ${name} | open | stay | Clerk | | notify lead "{name} {${value}}" |`).join('\n')}
| hear | open | stay | nobody | cost: integer | notify lead "{name} {input.cost}" |

### Own.status
- starts: open

| transition | from | to | who | then |
|---|---|---|---|---|
| hand on | open | stay | Clerk | do hear on job { cost: cost } |

### Staged.status
- starts: draft

| transition | from | to | who |
|---|---|---|---|
| show | draft | shown | Clerk |
| redraft | shown | draft | Clerk |

| field | draft | role |
|---|---|---|
| cost | hidden | Member |
`,
  6: `| role | is |
|---|---|
| Clerk | writes |
| Member | leads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Job, ${PARTS.map(([name]) => name).join(', ')}, Person | everything | | |
| Member | Job, Person | read | | all |
${PARTS.map(([, grants]) => grants).join('\n')}
`,
})

let app: TestApp
let clerk: Caller
let lead: Caller
let job: string
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ann')
  lead = await app.as('Member', 'Ben')
  job = (await clerk.post('/api/jobs', { name: 'Roof', lead: lead.id }).expect(201)).body.id
  for (const [name] of PARTS) await clerk.post(`/api/${backwards(name)}`, { job, kind: 'good', cost: 7 }).expect(201)
})
afterAll(() => app.stop())

test.for(STEPS)('%s', async ([name, , value]) => {
  await clerk.post(`/api/jobs/${job}/${name.replaceAll(' ', '-')}`, {}).expect(200)
  const [notice] = (await lead.get('/api/system/inbox').expect(200)).body.items
  expect(notice.text).toBe(`Roof ${value}`)
})

test('a value of one record is known to those who may read that one', async () => {
  const { id } = (await clerk.post('/api/owns', { job, kind: 'good', cost: 9 }).expect(201)).body
  await clerk.post(`/api/owns/${id}/hand-on`, {}).expect(200)
  const [notice] = (await lead.get('/api/system/inbox').expect(200)).body.items
  expect(notice.text).toBe('Roof 9')
})

test('the check notes those that are not shown, and no others', () => {
  const noted = compile(DOCUMENT)
    .diagnostics.filter(({ code }) => code.startsWith('states/value-'))
    .flatMap((each) => placesOfCause(each))
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => DOCUMENT.slice(start, end))
  expect(noted).toEqual(STEPS.flatMap(([, text, value]) => (value === '…' ? [text] : [])))
})
