// A rule of lines holds at each change of their head that it reads, by itself or by a computed field of the lines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '../../../../shared/compile.ts'
import { listUncheckedChanges } from '../../../../server/document/list-unchecked-changes.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Machine

| field | type | required |
|---|---|---|
| name | text | yes |
| check by | date | no |

### Hire

| field | type | required |
|---|---|---|
| from day | date | yes |
| to day | date | yes |
| note | text | no |

### Hired machine

| field | type | required | value |
|---|---|---|---|
| hire | Hire (as lines), part of it | yes | |
| machine | Machine | yes | |
| from day | computed date | | \`hire.from_day\` |
| to day | computed date | | \`hire.to_day\` |
| holds | computed yes/no | | \`hire.status == "out"\` |

### Shift

| field | type | required |
|---|---|---|
| hired machine | Hired machine (as shifts), part of it | yes |
| day | date | yes |
`,
  4: `### Hire.status

- starts: out
- ends: back

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| extend | out | stay | everyone | to: date required | to_day = input.to; note = "From {hire.from_day as dd.MM.} on" |
| end | out | back | everyone | | |
| go on | back | out | everyone | | |
`,
  5: `| rule | entity | must hold | otherwise | on | checked |
|---|---|---|---|---|---|
| Once | Hired machine | no overlap of from_day..to_day per machine where \`holds\` | Taken. | machine | |
| Checked | Hired machine | \`machine.check_by == null or machine.check_by > hire.to_day\` | Check it first. | machine | |
| Few | Hire | \`lines.count() <= 2\` | Two at most. | lines | |
| In its days | Shift | \`day >= hired_machine.hire.from_day and day <= hired_machine.to_day\` | Not in these days. | day | |
| Few shifts | Hire | \`lines.sum(l, l.shifts.count()) <= 2\` | Two shifts at most. | | |
| Noted | Hired machine | \`hire.note != "wrong"\` | Wrong note. | machine | when created |
`,
  6: '| role | is |\n|---|---|\n| Desk | hires out |\n\n| role | entity | may |\n|---|---|---|\n| Desk | Machine, Hire, Hired machine, Shift | everything |\n',
})

let app: TestApp
let desk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  desk = await app.as('Desk')
})
afterAll(() => app.stop())

const machine = async (fields: object = {}) =>
  (await desk.post('/api/machines', { name: 'Digger', ...fields }).expect(201)).body.id
const hire = async (from_day: string, to_day: string, one: string) =>
  (await desk.post('/api/hires', { from_day, to_day, lines: [{ machine: one }] }).expect(201)).body.id
const extend = (id: string, to: string) => desk.post(`/api/hires/${id}/extend`, { to })

test(
  'a rule of lines on other lines is asked when their head moves',
  { tags: 'reference/lines-what-is-part-of-a-whole' },
  async () => {
    const one = await machine()
    const first = await hire('2026-12-01', '2026-12-04', one)
    const next = await hire('2026-12-08', '2026-12-09', one)
    // Under the name of its entity stands the record itself.
    expect((await extend(first, '2026-12-07').expect(200)).body.note).toBe('From 01.12. on')
    const { body } = await extend(first, '2026-12-08').expect(422)
    expect(body.detail).toBe('Taken.')
    await desk.patch(`/api/hires/${first}`, { to_day: '2026-12-09' }).expect(422)
    // What is over holds nothing, until it goes on.
    await desk.post(`/api/hires/${next}/end`, {}).expect(200)
    await extend(first, '2026-12-08').expect(200)
    await desk.post(`/api/hires/${next}/go-on`, {}).expect(422)
  },
)

test('a rule of lines on a field of their head is asked when that changes, and at no other change', async () => {
  const one = await machine({ check_by: '2026-12-31' })
  const id = await hire('2026-12-20', '2026-12-30', one)
  expect((await extend(id, '2026-12-31').expect(422)).body.detail).toBe('Check it first.')
  await desk.patch(`/api/machines/${one}`, { check_by: '2026-12-25' }).expect(200)
  await desk.patch(`/api/hires/${id}`, { note: 'wrong' }).expect(200)
  await desk.patch(`/api/hires/${id}`, { from_day: '2026-12-21' }).expect(200)
  await extend(id, '2026-12-29').expect(422)
})

test('rules of lines of lines are asked when the head of their head changes, and its rules when they do', async () => {
  const lines = [{ machine: await machine(), shifts: [{ day: '2027-02-03' }] }]
  const { body } = await desk.post('/api/hires', { from_day: '2027-02-01', to_day: '2027-02-05', lines }).expect(201)
  for (const days of [{ to_day: '2027-02-02' }, { from_day: '2027-02-04' }]) {
    const refused = await desk.patch(`/api/hires/${body.id}`, days).expect(422)
    expect(refused.body.detail).toBe('Not in these days.')
  }
  await desk.patch(`/api/hires/${body.id}`, { to_day: '2027-02-03' }).expect(200)
  const shift = { hired_machine: body.lines[0].id, day: '2027-02-02' }
  await desk.post('/api/shifts', shift).expect(201)
  expect((await desk.post('/api/shifts', shift).expect(422)).body.detail).toBe('Two shifts at most.')
})

test('a rule of the head may be shown at its lines', async () => {
  const lines = [{ machine: await machine() }, { machine: await machine() }, { machine: await machine() }]
  const { body } = await desk.post('/api/hires', { from_day: '2027-01-04', to_day: '2027-01-05', lines }).expect(422)
  expect(body.errors).toMatchObject([{ field: 'lines', message: 'Two at most.' }])
  expect(compile(DOCUMENT).diagnostics.filter(({ code }) => code === 'rules/on-records-backwards')).toEqual([])
})

test('the plan names only what such a rule misses', () => {
  const { model } = compile(DOCUMENT)
  const missed = model && listUncheckedChanges(model).map(({ rule, changed }) => `${rule}: ${changed}`)
  expect(missed).toEqual(['Checked: Machine.check_by', 'Noted: Hire.note'])
})
