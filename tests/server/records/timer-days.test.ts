// Days of a duration are days of the calendar that counts them, wherever the duration comes from; hours stay hours.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const TIMERS = {
  literal: '3 days',
  weeks: '`duration("P3D")`',
  constant: 'limits.three',
  code: '`limits.three`',
  function: '`days(3)`',
  number: '`days(limits.n)`',
  looked_up: '`lookup.time[kind]`',
  field: '`promised`',
  sum: '`days(1) + promised - days(1)`',
} as const

const DOCUMENT = `# Specification: Jobs

## 1. What the product does and for whom

Jobs.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Job

| field | type | default | value |
|---|---|---|---|
| kind | one of x, y | x | |
| promised | duration | | |
| kept | duration | | |
| doubled | computed duration | | \`promised * 2\` |
| shown | computed text | | "{promised} {doubled}" |
| reached | computed date and time | | \`later(created_at, promised, calendar.office)\` |
| plain | computed date and time | | \`created_at + promised\` |
| passed | computed duration | | \`plain - created_at\` |
| worked | computed duration | | \`working_time(created_at, reached, calendar.office)\` |
${Object.keys(TIMERS)
  .map((name) => `| due_${name} | computed date and time | | \`timers.${name}.due_at\` |`)
  .join('\n')}
| month | computed text | | "Rent for {date_of(created_at) as MMMM yyyy}, {created_at as 'EEEE d MMM, HH:mm'}" |
| quoted | computed text | | \`format(created_at, "d. MMMM")\` |
| rate_then | computed decimal(2) | | \`limits.rate at reached\` |
| rate_of_day | computed decimal(2) | | \`limits.rate at date_of(reached)\` |
| due_plain | computed date and time | | \`timers.plainly.due_at\` |
| due_beyond | computed date and time | | \`timers.beyond.due_at\` |

## 4. States and transitions

### Job.status

- starts: open
- ends: closed

| state |
|---|
| open |
| closed |

| transition | from | to | who | then |
|---|---|---|---|---|
| keep | open | stay | Keeper | kept = limits.three + hours(30) |
| close | open | closed | Keeper | |

| timer | runs in | lasts | counted in | then |
|---|---|---|---|---|
${Object.entries(TIMERS)
  .map(([name, lasts]) => `| ${name} | open | ${lasts} | office | |`)
  .join('\n')}
| plainly | open | \`promised\` | | |
| beyond | open | 200 % of literal | office | |

## 5. Validation rules

not shown

## 6. Roles and permissions

| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| Keeper | Job | everything |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| name | value | from |
|---|---|---|
| time zone | UTC | |
| three | 3 days | |
| n | 3 | |
| rate | 0.10 | 2026-01-01 |
| rate | 0.25 | 2027-01-01 |

### Lookup time

| kind | time |
|---|---|
| x | 3 days |
| y | 72 hours |

### Calendar office

| day | from | to |
|---|---|---|
| Monday to Friday | 09:00 | 17:00 |
`

let app: TestApp
let keeper: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  // A Monday.
  app.clock.now = Date.parse('2026-11-30T09:00:00.000Z')
  keeper = await app.as('Keeper')
})
afterAll(() => app.stop())

const job = async (fields: object): Promise<{ readonly [field: string]: unknown }> => {
  const { body } = await keeper.post('/api/jobs', fields).expect(201)
  return (await keeper.get(`/api/jobs/${body.id}`).expect(200)).body
}

test('three days are three days of the office, wherever they are written', async () => {
  const record = await job({ promised: 'P3D' })
  const wednesday = '2026-12-02T17:00:00.000Z'
  for (const name of Object.keys(TIMERS)) expect([name, record[`due_${name}`]]).toEqual([name, wednesday])
  expect(record).toMatchObject({
    promised: 'P3D',
    doubled: 'P6D',
    shown: '3 days 6 days',
    reached: wednesday,
    plain: '2026-12-03T09:00:00.000Z',
    passed: 'P3D',
    worked: 'PT24H',
    due_plain: '2026-12-03T09:00:00.000Z',
  })
  // Twice as long as three days: Monday evening of the next week.
  expect(record['due_beyond']).toBe('2026-12-07T17:00:00.000Z')
})

test('72 hours are 72 hours of the office, which are nine of its days', async () => {
  const record = await job({ promised: 'PT72H', kind: 'y' })
  const nine = '2026-12-10T17:00:00.000Z'
  expect(record).toMatchObject({
    promised: 'PT72H',
    doubled: 'PT144H',
    shown: '72 hours 144 hours',
    due_field: nine,
    due_looked_up: nine,
    reached: nine,
    due_literal: '2026-12-02T17:00:00.000Z',
    due_plain: '2026-12-03T09:00:00.000Z',
  })
})

test('a sum keeps days and hours, in effects, by the API, in lists and sums', async () => {
  const { id } = await job({ promised: 'P1D' })
  await keeper.post(`/api/jobs/${String(id)}/keep`).expect(200)
  expect((await keeper.get(`/api/jobs/${String(id)}`)).body.kept).toBe('P3DT30H')
  const list = async (query: string) =>
    (await keeper.get(`/api/jobs?${query}`).expect(200)).body.items.map(
      ({ promised }: { promised: string }) => promised,
    )
  // A day counts 24 hours where durations are compared; of two of one length the one of more days is sorted behind.
  expect(await list('sort=promised')).toEqual(['P1D', 'PT72H', 'P3D'])
  const filter = (condition: string) => list(`sort=promised&filter=${encodeURIComponent(condition)}`)
  expect(await filter('promised == hours(72)')).toEqual(['PT72H', 'P3D'])
  expect(await filter('promised <= hours(24)')).toEqual(['P1D'])
  expect(await filter('promised in [days(3)]')).toEqual(['PT72H', 'P3D'])
  const { body } = await keeper.get('/api/jobs/summary?measure=sum(promised)').expect(200)
  expect(JSON.stringify(body)).toContain('"P4DT72H"')
})

test('dates are written by a pattern, in the language of the application', async () => {
  expect(await job({})).toMatchObject({
    month: 'Rent for November 2026, Monday 30 Nov, 09:00',
    quoted: '30. November',
  })
})

test('a constant has the value that is in force on the day', async () => {
  expect(await job({ promised: 'PT1H' })).toMatchObject({ rate_then: '0.10', rate_of_day: '0.10' })
  expect(await job({ promised: 'P60D' })).toMatchObject({ rate_then: '0.25', rate_of_day: '0.25' })
  expect(await job({})).toMatchObject({ rate_then: null })
  const { body } = await keeper.get(`/api/jobs?filter=${encodeURIComponent('rate_then == 0.25')}`).expect(200)
  expect(body.items).toMatchObject([{ promised: 'P60D' }])
})
