// What the API gives is read with public libraries: comma-separated values, workbooks, calendars, webhooks.
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import ICAL from 'ical.js'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { SECRET, startOrders } from '../jobs/webhooks/start-orders.ts'

const VISITS = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /visits | Visits | calendar of Visit by starts on to ends on | everyone |
| /talks | Talks | calendar of Visit by begins at | everyone |
`,
  3: `### Visit

| field | type |
|---|---|
| name | text |
| starts on | date |
| ends on | date |
| begins at | date and time |
| opens at | time |
| lasts | duration |
| paid | money |
| share | percent |
| guests | integer |
| billed | yes/no |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Visit | everything, export |
`,
  9: `| name | value |
|---|---|
| time zone | Europe/Berlin |
| currency | EUR |
`,
})

const VISIT = {
  name: `Ä "long", 2; visit\\n: ${'x'.repeat(80)}`,
  starts_on: '2026-11-23',
  ends_on: '2026-11-25',
  begins_at: '2026-11-23T08:30:00Z',
  opens_at: '06:00',
  lasts: 'PT30H15M',
  paid: '1234.50',
  share: '12.50',
  guests: 7,
  billed: true,
}
const FIELDS = Object.keys(VISIT).join(',')

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await startApp(VISITS, undefined, { publicUrl: 'https://visits.example' })
  caller = await app.as('Administrator')
  expect((await caller.post('/api/visits', VISIT)).status).toBe(201)
})
afterAll(() => app.stop())
afterEach(() => vi.useRealTimers())

test('csv-parse reads the values of an export', async () => {
  const { text } = await caller.get(`/api/visits/export?format=csv&fields=${FIELDS}`).buffer(true)
  const [row] = parse<object>(text, { columns: true, bom: true })
  expect(Object.values(row ?? {})).toEqual([
    VISIT.name,
    '2026-11-23',
    '2026-11-25',
    '2026-11-23 09:30:00',
    '06:00',
    '30:15:00',
    '1234.50',
    '12.50',
    '7',
    'yes',
  ])
})

test('hucre reads the values of a workbook, and their formats', async () => {
  const { body } = await caller.get(`/api/visits/export?format=xlsx&fields=${FIELDS}`).responseType('blob')
  const { sheets } = await readXlsx(new Uint8Array(body as ArrayBuffer), { readStyles: true })
  const [sheet] = sheets
  const cells = FIELDS.split(',').map((_, column) => sheet?.cells?.get(`1,${column}`))
  expect(sheet?.rows[1]).toEqual([
    VISIT.name,
    new Date('2026-11-23T00:00:00Z'),
    new Date('2026-11-25T00:00:00Z'),
    new Date('2026-11-23T09:30:00Z'),
    // Times and durations are read as moments after the beginning of the calendar.
    new Date('1899-12-31T06:00:00Z'),
    new Date('1900-01-01T06:15:00Z'),
    1234.5,
    0.125,
    7,
    true,
  ])
  expect(cells.map((cell) => cell?.style?.numFmt)).toEqual([
    undefined,
    'm/d/yyyy',
    'm/d/yyyy',
    'm/d/yyyy h:mm',
    'hh:mm',
    '[h]:mm:ss',
    '[$€]#,##0.00',
    '0.00%',
    undefined,
    undefined,
  ])
})

test('ical.js reads days, moments and texts of a calendar', async () => {
  const events = async (path: string) => {
    const { body } = await caller.post('/api/auth/calendars', { path })
    const { text } = await app.anyone.get(body.address).buffer(true)
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
    return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  }
  const [days] = await events('/visits')
  expect([days?.summary, days?.startDate.isDate, days?.startDate.toString(), days?.endDate.toString()]).toEqual([
    VISIT.name,
    true,
    '2026-11-23',
    '2026-11-26',
  ])
  const [moment] = await events('/talks')
  expect([moment?.startDate.isDate, moment?.startDate.toJSDate().toISOString()]).toEqual([
    false,
    '2026-11-23T08:30:00.000Z',
  ])
})

test('standardwebhooks verifies what is sent, and nothing that was changed on the way', async () => {
  const orders = await startOrders()
  const id = await orders.order({ price: '12.50' })
  await orders.clerk.post(`/api/orders/${id}/announce`, { why: 'ready' }).expect(200)
  await orders.app.runner.runDue()
  const [sent] = orders.receiver.received
  const { now } = orders.app.clock
  await orders.stop()
  vi.useFakeTimers({ toFake: ['Date'], now })
  const reader = new Webhook(SECRET)
  const headers = Object.fromEntries(Object.entries(sent?.headers ?? {}).map(([name, value]) => [name, String(value)]))
  expect(reader.verify(sent?.body ?? '', headers)).toMatchObject({ price: '12.50', why: 'ready' })
  expect(() => reader.verify(`${sent?.body} `, headers)).toThrow('No matching signature')
  vi.setSystemTime(now + 6 * 60_000)
  expect(() => reader.verify(sent?.body ?? '', headers)).toThrow('too old')
})
