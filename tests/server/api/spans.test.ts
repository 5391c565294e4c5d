// One rule of spans for the screen, iCalendar and rules: the last day of a span of dates is a part of it, the end of moments is not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventSpan } from '../../../client/screens/calendar/event-span.ts'
import { overlapsSpan } from '../../../client/screens/calendar/calendar-range.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const TEXT = documentOf({
  3: `### Stay

| field | type | limits | value |
|---|---|---|---|
| name | text | | |
| starts_on | date | | |
| ends_on | date | | |
| beside_another | computed yes/no | | \`Stay.exists(s, s != this and overlaps(s, this))\` |

### Talk

| field | type |
|---|---|
| name | text |
| starts_at | date and time |
| ends_at | date and time |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| One by one | Stay | no overlap of starts_on..ends_on | Taken. |
| One talk | Talk | no overlap of starts_at..ends_at | Taken. |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Stay, Talk | everything |
`,
  7: `### GET /api/stays.ics

- who: everyone

1. answer 200 as calendar
\`\`\`json
"\`Stay\`"
\`\`\`

### GET /api/talks.ics

- who: everyone

1. answer 200 as calendar
\`\`\`json
"\`Talk\`"
\`\`\`
`,
})

const model = compileDocument(TEXT)
let app: TestApp
let person: Caller
beforeAll(async () => {
  app = await startApp(TEXT)
  person = await app.as('')
})
afterAll(() => app.stop())

const stay = async (name: string, starts_on: string, ends_on: string) =>
  (await person.post('/api/stays', { name, starts_on, ends_on })).status

/** The names of the stays that a calendar shows from one day up to, and without, another. */
async function shown(entity: 'Stay' | 'Talk', first: Date, after: Date): Promise<readonly string[]> {
  const found = model.entities.get(entity)
  const [from, to] = (entity === 'Stay' ? ['starts_on', 'ends_on'] : ['starts_at', 'ends_at']).map((name) =>
    found?.fields.get(name),
  )
  if (found === undefined || from === undefined) throw new Error('There is no such entity.')
  const filter = overlapsSpan({ start: first, end: after }, from, to)
  const { body } = await person.get(`/api/${found.path}?sort=name&filter=${encodeURIComponent(filter)}`).expect(200)
  return body.items.map(({ name }: { readonly name: string }) => name)
}

const local = (month: number, day: number, year = 2026) => new Date(year, month - 1, day)

test(
  'a rule counts the last day, a set and a computed field too',
  { tags: 'reference/point-5-validation-rules' },
  async () => {
    expect(await stay('first', '2026-06-01', '2026-06-05')).toBe(201)
    expect(await stay('on the last day', '2026-06-05', '2026-06-08')).toBe(422)
    expect(await stay('second', '2026-06-06', '2026-06-06')).toBe(201)
    expect(await stay('within', '2026-06-06', '2026-06-07')).toBe(422)
    const { body } = await person.get('/api/stays?sort=name').expect(200)
    expect(body.items.map((item: { readonly beside_another: boolean }) => item.beside_another)).toEqual([false, false])
  },
)

test(
  'what has no beginning is in nobody’s way, with an end or without one; an empty end is open',
  { tags: 'reference/point-5-validation-rules' },
  async () => {
    const talk = async (body: object) => (await person.post('/api/talks', body)).status
    expect(await talk({ name: 'planned' })).toBe(201)
    expect(await talk({ name: 'planned, too' })).toBe(201)
    expect(await talk({ name: 'has an end', ends_at: '2031-01-01T09:00:00Z' })).toBe(201)
    expect(await talk({ name: 'open end', starts_at: '2030-01-01T09:00:00Z' })).toBe(201)
    expect(await talk({ name: 'behind it', starts_at: '2030-05-01T09:00:00Z' })).toBe(422)
    const { body } = await person.get("/api/talks?filter=name=='planned'").expect(200)
    const [{ id }] = body.items
    await person.patch(`/api/talks/${id}`, { starts_at: '2030-02-01T09:00:00Z' }).expect(422)
  },
)

test('a calendar that begins with the last day shows it, and a stay without a known end for ever', async () => {
  expect(await shown('Stay', local(6, 5), local(6, 6))).toEqual(['first'])
  expect(await shown('Stay', local(6, 6), local(6, 13))).toEqual(['second'])
  expect(await shown('Stay', local(5, 1), local(6, 1))).toEqual([])
  expect(await stay('for good', '2026-07-01', '9999-12-31')).toBe(201)
  expect(await shown('Stay', local(12, 31, 2100), local(1, 1, 2101))).toEqual(['for good'])
})

test(
  'an event on the screen, and in iCalendar, ends after its last day',
  { tags: 'reference/point-5-validation-rules' },
  async () => {
    const entity = model.entities.get('Stay')
    const [from, to] = ['starts_on', 'ends_on'].map((name) => entity?.fields.get(name))
    if (entity === undefined || from === undefined) throw new Error('There is no Stay.')
    const onScreen = (starts_on: string, ends_on: string) =>
      eventSpan(from, to, { id: 's', starts_on, ends_on }, { entity, timeZone: 'Europe/Berlin', isMovable: true })
    expect(onScreen('2026-06-01', '2026-06-05')).toEqual({ start: '2026-06-01', end: '2026-06-06', allDay: true })
    expect(onScreen('2026-07-01', '9999-12-31')).toEqual({ start: '2026-07-01', end: '9999-12-31', allDay: true })
    const { text } = await person.get('/api/stays.ics').expect(200)
    const ends = [...text.matchAll(/DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)/g)].map(([, start, end]) => [
      start,
      end,
    ])
    expect(ends.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['20260601', '20260606'],
      ['20260606', '20260607'],
      ['20260701', '99991231'],
    ])
  },
)

test('the end of a span of moments is no part of it', async () => {
  const talk = async (name: string, starts_at: string, ends_at: string) =>
    (await person.post('/api/talks', { name, starts_at, ends_at })).status
  const at = (hour: number) => new Date(2026, 5, 1, hour).toISOString()
  expect(await talk('first', at(9), at(10))).toBe(201)
  expect(await talk('second', at(10), at(11))).toBe(201)
  expect(await talk('between', at(9), at(11))).toBe(422)
  expect(await shown('Talk', new Date(2026, 5, 1, 10), new Date(2026, 5, 1, 12))).toEqual(['second'])
  expect((await person.get('/api/talks.ics')).text).toContain(`DTEND:${at(10).replaceAll(/[-:]|\.000/g, '')}`)
})
