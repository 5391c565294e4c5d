// Rules that are checked from both sides, and before the effects: also where many write at the same time.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import type { Send } from './parallel.ts'
import { countStatuses, parallel, sendAs } from './parallel.ts'

const HALLS = documentOf({
  3: `### Site

| field | type |
|---|---|
| name | text |
| open | yes/no |

### Hall

| field | type |
|---|---|
| site | Site |
| seats | integer |

### Booking

| field | type | default |
|---|---|---|
| hall | Hall | |
| people | integer | |
| note | text | |
| owner | Person (as bookings) | \`me\` |

### Guest

| field | type |
|---|---|
| booking | Booking, deleted with it |
| weight | integer |
`,
  4: `### Booking.state

- starts: new
- ends: done

| transition | from | to | who | then |
|---|---|---|---|---|
| finish | new | done | everyone | note = "all done" |

### Booking

| transition | when | then |
|---|---|---|
| created | \`note == null\` | note = "written by the document" |
`,
  5: `| rule | entity | must hold | otherwise | checked |
|---|---|---|---|---|
| Enough seats | Booking | \`people <= hall.seats\` | "{people} guests do not fit into {hall.seats} seats." | from both sides |
| The site is open | Booking | \`hall.site.open != false\` | "The site of {note} is closed." | from both sides |
| Not too heavy | Booking | \`guests.sum(g, g.weight) <= 100\` | "Too heavy." | from both sides |
| Not by hand | Booking | \`note == null or note.startsWith("x")\` | "No notes." | before effects |
`,
  6: `| role | is |
|---|---|
| Clerk | books |

| role | entity | may | where |
|---|---|---|---|
| Clerk | Site, Hall, Guest | everything | |
| Clerk | Booking | everything | \`owner == me\` |
| everyone | Person | read | |
`,
})

let app: TestApp
let clerk: Caller
let other: Caller
let send: Send
let hall: string
let site: string

beforeAll(async () => {
  app = await startApp(HALLS)
  clerk = await app.as('Clerk')
  other = await app.as('Clerk', 'Other')
  send = sendAs(app, clerk)
})
afterAll(() => app.stop())

beforeEach(async () => {
  site = String((await send('POST', '/api/sites', { name: 'North', open: true })).body['id'])
  hall = String((await send('POST', '/api/halls', { site, seats: 10 })).body['id'])
})

const book = async (people: number): Promise<string> =>
  `/api/bookings/${String((await send('POST', '/api/bookings', { hall, people })).body['id'])}`

describe('a rule from both sides', () => {
  test(
    'refuses the change of what it reads, over one relation and over two',
    { tags: 'reference/point-5-validation-rules' },
    async () => {
      await book(8)
      const refused = await send('PATCH', `/api/halls/${hall}`, { seats: 7 })
      expect([refused.status, refused.body['detail']]).toEqual([422, '8 guests do not fit into 7 seats.'])
      expect((await send('PATCH', `/api/halls/${hall}`, { seats: 8 })).status).toBe(200)
      expect((await send('PATCH', `/api/sites/${site}`, { open: false })).status).toBe(422)
      expect((await send('PATCH', `/api/sites/${site}`, { name: 'South' })).status).toBe(200)
    },
  )

  test(
    'tells nothing of a record that the actor may not read but the rule and its message',
    { tags: 'reference/whose-eyes' },
    async () => {
      await book(8)
      const refused = await sendAs(app, other)('PATCH', `/api/halls/${hall}`, { seats: 7 })
      expect(refused.body).toMatchObject({ status: 422, detail: '… guests do not fit into … seats.' })
      expect(JSON.stringify(refused.body)).not.toContain('bookings/')
    },
  )

  test('checks what points at its record: when it is made, changed, moved and brought back', async () => {
    const [first, second] = [await book(1), await book(1)]
    const [one, two] = [first, second].map((path) => path.split('/').at(-1))
    const heavy = await send('POST', '/api/guests', { booking: one, weight: 90 })
    expect((await send('POST', '/api/guests', { booking: one, weight: 11 })).status).toBe(422)
    const light = await send('POST', '/api/guests', { booking: two, weight: 20 })
    expect((await send('PATCH', `/api/guests/${String(light.body['id'])}`, { booking: one })).status).toBe(422)
    expect((await send('PATCH', `/api/guests/${String(heavy.body['id'])}`, { weight: 101 })).status).toBe(422)
    expect((await send('DELETE', `/api/guests/${String(heavy.body['id'])}`)).status).toBe(204)
    expect((await send('PATCH', `/api/guests/${String(light.body['id'])}`, { booking: one })).status).toBe(200)
    expect((await send('POST', `/api/guests/${String(heavy.body['id'])}/restore`)).status).toBe(422)
  })

  test('fifty at once, from both sides: what stands afterwards fits', async () => {
    const tries = await parallel(50, (index) =>
      index % 2 === 0
        ? send('POST', '/api/bookings', { hall, people: 1 + (index % 10) })
        : send('PATCH', `/api/halls/${hall}`, { seats: 10 - (index % 10) }),
    )
    expect(Object.keys(countStatuses(tries)).toSorted()).toEqual(['200', '201', '422'])
    const { seats } = (await send('GET', `/api/halls/${hall}`)).body as { seats: number }
    const filter = encodeURIComponent(`hall.id == "${hall}" and people > ${seats}`)
    expect((await send('GET', `/api/bookings?filter=${filter}&count=exact`)).body['count']).toBe(0)
  })
})

describe('a rule before effects', () => {
  test(
    'checks what was sent, and not what the document makes of it',
    { tags: 'reference/point-5-validation-rules' },
    async () => {
      const made = await send('POST', '/api/bookings', { hall, people: 1 })
      expect([made.status, made.body['note']]).toEqual([201, 'written by the document'])
      expect((await send('POST', '/api/bookings', { hall, people: 1, note: 'mine' })).status).toBe(422)
      const path = `/api/bookings/${String(made.body['id'])}`
      expect((await send('PATCH', path, { note: 'mine' })).status).toBe(422)
      expect((await send('PATCH', path, { note: 'x' })).status).toBe(200)
      expect((await send('POST', `${path}/finish`, {})).body).toMatchObject({ state: 'done', note: 'all done' })
    },
  )
})
