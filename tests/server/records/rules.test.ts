// Rules of point 5, and what else stands in the way of a write, over HTTP with small documents.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineWith } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const ROOMS = `# Specification: Rooms

## 1. What the product does and for whom

Rooms are booked.

## 2. Screens and routes

none

## 3. Entities and their fields

### Building

| field | type | required |
|---|---|---|
| name | text | yes |
| parent | Building (as parts) | no |

### Room

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique per building |
| building | Building | yes | |
| seats | integer | yes | 1..500 |

### Booking

| field | type | required | default | value |
|---|---|---|---|---|
| room | Room | yes | | |
| starts_at | date and time | yes | | |
| ends_at | date and time | no | | |
| guests | integer | no | \`room.seats\` | |
| spare | computed integer | | | \`room.seats - guests\` |
| state | one of wished, agreed, gone | yes | | |
| note | text | no | | |

## 4. States and transitions

### Booking.state

- starts: wished
- ends: gone

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| agree | wished | agreed | Member | | | \`note = "agreed"\`; refuse TOO_LATE if \`starts_at < now\` | |
| take at once | new record | agreed | Member | \`guests < 4\` | why: text required | \`note = input.why\` | FULL |
| leave | wished, agreed | wished, gone | Member | | why: text | \`note = input.why\` | |

## 5. Validation rules

| rule | entity | must hold | otherwise | on | else |
|---|---|---|---|---|---|
| One at a time | Booking | no overlap of starts_at..ends_at per room | OVERLAP | starts_at | |
| No circles | Building | no circle along parent | "A building is no part of itself." | parent | |
| Room for all | Booking | \`spare >= 0\` | TOO_FEW_SEATS | guests | |
| Long bookings are rare | Booking | \`ends_at == null or hours_between(starts_at, ends_at) <= 8\` | LONG | ends_at | warn |

## 6. Roles and permissions

| role | is | includes |
|---|---|---|
| Member | somebody | |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Member | Building, Room, Booking | everything | | all |

## 7. The calls it makes

none

## 8. The error catalogue

| code | status | message | meaning |
|---|---|---|---|
| OVERLAP | 409 | {room.name} is taken then. | |
| TOO_FEW_SEATS | 422 | {room.name} has {room.seats} seats. | |
| LONG | 422 | Longer than a day of work? | |
| FULL | 409 | Wish for it instead. | |
| TOO_LATE | 409 | It has begun. | |

## 9. Business constants and limits

none
`

let app: TestApp
let member: Caller
let room: string
let building: string

beforeAll(async () => {
  app = await startApp(ROOMS)
  member = await app.as('Member')
  building = (await member.post('/api/buildings', { name: 'Main' })).body.id
  room = (await member.post('/api/rooms', { name: 'Attic', building, seats: 4 })).body.id
})
afterAll(() => app.stop())

const day = (hour: number, date = 1): string =>
  `2026-12-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`

describe('rules', () => {
  test(
    'no overlap: half-open spans, also when both are sent at once',
    { tags: 'reference/point-5-validation-rules' },
    async () => {
      const book = (from: number, to: number) =>
        member.post('/api/bookings', { room, starts_at: day(from), ends_at: day(to) })
      expect((await book(8, 10)).status).toBe(201)
      expect((await book(10, 12)).status).toBe(201)
      const { body, status } = await book(9, 11)
      expect([status, body.code, body.detail]).toEqual([409, 'OVERLAP', 'Attic is taken then.'])
      const answers = await Promise.all(Array.from({ length: 10 }, () => book(14, 15)))
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    },
  )

  test('no circle, however long', { tags: 'reference/point-5-validation-rules' }, async () => {
    const wing = (await member.post('/api/buildings', { name: 'Wing', parent: building })).body.id
    const floor = (await member.post('/api/buildings', { name: 'Floor', parent: wing })).body.id
    const { body, status } = await member.patch(`/api/buildings/${building}`, { parent: floor })
    expect([status, body.detail, body.errors[0].field]).toEqual([422, 'A building is no part of itself.', 'parent'])
    expect(body.source).toMatchObject({ point: 5, ...lineWith('| No circles', ROOMS) })
  })

  test('a default and a computed field that look at other records count', async () => {
    const { body } = await member.post('/api/bookings', { room, starts_at: day(8, 3), ends_at: day(9, 3) })
    expect(body).toMatchObject({ guests: 4, spare: 0 })
    const refused = await member.patch(`/api/bookings/${body.id}`, { guests: 5 })
    expect([refused.status, refused.body.detail]).toEqual([422, 'Attic has 4 seats.'])
    expect((await member.patch(`/api/bookings/${body.id}`, { guests: 3 })).body).toMatchObject({ guests: 3, spare: 1 })
  })

  test(
    'a warning is passed by confirming it, and the history says so',
    { tags: 'reference/warnings-that-a-person-may-confirm' },
    async () => {
      const long = { room, starts_at: day(6, 5), ends_at: day(20, 5) }
      const { body, status } = await member.post('/api/bookings', long)
      expect([status, body.code, body.remedy]).toEqual([
        422,
        'LONG',
        'Repeat the request with "Confirm: LONG" to continue anyway.',
      ])
      const confirmed = await member.post('/api/bookings', long).set('Confirm', 'LONG')
      expect(confirmed.status).toBe(201)
      expect((await member.get(`/api/bookings/${confirmed.body.id}/history`)).body.items[0].confirmed).toEqual(['LONG'])
    },
  )

  test('unique per building', async () => {
    expect((await member.post('/api/rooms', { name: 'Attic', building, seats: 2 })).status).toBe(409)
    const other = (await member.post('/api/buildings', { name: 'Other' })).body.id
    expect((await member.post('/api/rooms', { name: 'Attic', building: other, seats: 2 })).status).toBe(201)
  })
})

describe('effects', () => {
  test('one refusal undoes all', async () => {
    const { body } = await member.post('/api/bookings', {
      room,
      starts_at: '2026-11-22T08:00:00Z',
      ends_at: '2026-11-22T09:00:00Z',
    })
    const before = app.clock.now
    app.clock.now = Date.parse('2026-11-22T10:00:00Z')
    const refused = await member.post(`/api/bookings/${body.id}/agree`)
    app.clock.now = before
    expect([refused.status, refused.body.code]).toEqual([409, 'TOO_LATE'])
    expect((await member.get(`/api/bookings/${body.id}`)).body).toEqual(body)
    expect((await member.post(`/api/bookings/${body.id}/agree`)).body).toMatchObject({
      state: 'agreed',
      note: 'agreed',
      _version: 2,
    })
  })

  test('several states to go to: "to" says which', async () => {
    const { body } = await member.post('/api/bookings', { room, starts_at: day(8, 9), ends_at: day(9, 9) })
    const path = `/api/bookings/${body.id}/leave`
    expect((await member.post(path, { why: 'x' })).body.errors).toMatchObject([{ field: 'to', code: 'required' }])
    expect((await member.post(path, { why: 'x', to: 'agreed' })).status).toBe(422)
    expect((await member.post(path, { why: 'x', to: 'gone' })).body).toMatchObject({ state: 'gone', note: 'x' })
  })

  test('a transition from "new record" creates, and does nothing by halves', async () => {
    const path = '/api/bookings/take-at-once'
    const booking = { room, starts_at: day(8, 13), ends_at: day(9, 13) }
    const { body, status, headers } = await member.post(path, { ...booking, guests: 2, why: 'Now' })
    expect([status, body]).toMatchObject([201, { state: 'agreed', note: 'Now', guests: 2 }])
    expect((await member.get(headers['location'] ?? '')).body).toEqual(body)
    const count = (await member.get('/api/bookings?count=exact')).body.count
    const later = { ...booking, starts_at: day(10, 13), ends_at: day(11, 13) }
    expect((await member.post(path, { ...later, guests: 4, why: 'Now' })).body.code).toBe('FULL')
    expect((await member.post(path, { ...later, guests: 2 })).body.errors).toMatchObject([{ field: 'why' }])
    expect((await member.get('/api/bookings?count=exact')).body.count).toBe(count)
    expect((await member.post('/api/bookings/agree', booking)).status).toBe(405)
  })

  test('what an effect sets obeys the limits of its field', async () => {
    const { body } = await member.post('/api/bookings', { room, starts_at: day(8, 11), ends_at: day(9, 11) })
    expect((await member.post(`/api/bookings/${body.id}/leave`, { why: 'x'.repeat(1001), to: 'gone' })).status).toBe(
      422,
    )
  })
})

describe('deleting', () => {
  test('what is referred to stays', { tags: 'reference/relations' }, async () => {
    const booked = (await member.post('/api/rooms', { name: 'Cellar', building, seats: 4 })).body.id
    await member.post('/api/bookings', { room: booked, starts_at: day(8), ends_at: day(9) }).expect(201)
    const { body, status } = await member.delete(`/api/rooms/${booked}`)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.detail).toMatch(/refer to it/)
    expect(body.source).toMatchObject({ point: 3, text: expect.stringMatching(/^\| room \|/) })
    expect((await member.get(`/api/rooms/${booked}`)).status).toBe(200)
  })
})
