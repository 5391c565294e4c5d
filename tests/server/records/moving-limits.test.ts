// Limits of fields that move: with the day, with a constant, with another field; on every way in, as their line says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Course

| field | type | required | limits |
|---|---|---|---|
| title | text | | max limits.longest |
| born | date | | max today |
| starts on | date | | min \`today + days(7)\`, max ends_on |
| ends on | date | | |
| capacity | integer | | max limits.most |
| booked | integer | | 0..capacity |
| fee | money | | max limits.fee |
| tags | list of text | | max capacity |
| share | percent | | max limits.share |
| paid on | date | | later(starts_on, -1, "month")..later(starts_on, 2, "week") |
| billed on | date | | \`starts_on..later(starts_on, 1, "year")\` |
`,
  4: `### Course.status

- starts: open
- ends: closed

| transition | from | to | who | then |
|---|---|---|---|---|
| overbook | open | closed | Clerk | \`booked = capacity + 1\` |
`,
  5: 'not shown.',
  6: '| role | is |\n|---|---|\n| Clerk | plans |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Course | everything |\n',
  7: `### POST /api/book/:id of Course

- who: Clerk

| takes | in | type |
|---|---|---|
| seats | body | integer |

1. booked = seats
2. answer 204
`,
  9: `| name | value | from |
|---|---|---|
| longest | 10 | |
| most | 20 | |
| fee | 50 EUR | |
| fee | 80 EUR | 2030-01-01 |
| share | 12 % | |
| time zone | UTC | |
`,
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  app.clock.now = Date.parse('2027-03-10T12:00:00Z')
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const said = async (values: object) => {
  const { status, body } = await clerk.post('/api/courses', values)
  return status === 201
    ? 'kept'
    : body.errors.map((error: { field: string; message: string }) => `${error.field}: ${error.message}`)
}

describe('a limit that moves', { tags: 'reference/limits' }, () => {
  test('goes by the day', async () => {
    expect(await said({ born: '2027-03-10' })).toBe('kept')
    expect(await said({ born: '2027-03-11' })).toEqual(['born: Born must be at most Mar 10, 2027.'])
    expect(await said({ starts_on: '2027-03-16' })).toEqual(['starts_on: Starts on must be at least Mar 17, 2027.'])
    expect(await said({ starts_on: '2027-03-17', ends_on: '2027-03-17' })).toBe('kept')
  })

  test('goes by another field of the record, whichever of both changes', async () => {
    expect(await said({ capacity: 5, booked: 6 })).toEqual(['booked: Booked must be at most 5.'])
    expect(await said({ capacity: 1, tags: ['a', 'b'] })).toEqual(['tags: Tags is too long: at most 1 are allowed.'])
    expect(await said({ booked: 6 })).toBe('kept')
    const { body } = await clerk.post('/api/courses', { capacity: 5, booked: 5 })
    const less = await clerk.patch(`/api/courses/${body.id}`, { capacity: 4 })
    expect([less.status, less.body.errors[0]]).toMatchObject([
      422,
      {
        field: 'booked',
        message: 'Booked must be at most 4.',
        source: { point: 3, text: '| booked | integer | | 0..capacity |' },
      },
    ])
    expect(await said({ booked: -1 })).toHaveLength(1)
  })

  test('holds for steps, calls and imports', async () => {
    const { body } = await clerk.post('/api/courses', { title: 'A', capacity: 5, booked: 5 })
    const path = `/api/courses/${body.id}`
    const stepped = await clerk.post(`${path}/overbook`)
    expect([stepped.status, stepped.body.source]).toMatchObject([422, { point: 3 }])
    expect((await clerk.post(`/api/book/${body.id}`, { seats: 6 })).status).toBe(422)
    expect((await clerk.post(`/api/book/${body.id}`, { seats: 4 })).status).toBe(204)
    const imported = await clerk.post('/api/courses/import?mode=run').type('text/csv').send('capacity,booked\n5,6\n')
    expect(imported.body.errors).toMatchObject([{ line: 2, field: 'booked', message: 'Booked must be at most 5.' }])
  })

  test('goes by a constant: as a fixed limit where it has one value, else by that of the day', async () => {
    const { Course_create: schema } = (await clerk.get('/api/openapi.json')).body.components.schemas
    expect(schema.properties).toMatchObject({ title: { maxLength: 10 }, capacity: { maximum: 20 } })
    expect(schema.properties.booked.maximum).toBe(Number.MAX_SAFE_INTEGER)
    for (const field of ['born', 'fee', 'share']) expect(schema.properties[field]).not.toHaveProperty('maximum')
    expect(await said({ capacity: 21 })).toEqual(['capacity: Capacity must be at most 20.'])
    expect(await said({ title: '12345678901' })).toHaveLength(1)
    expect(await said({ share: '13' })).toHaveLength(1)
    expect(await said({ share: '12' })).toBe('kept')
    expect(await said({ fee: '60' })).toEqual(['fee: Fee must be at most €50.00.'])
    app.clock.now = Date.parse('2030-02-01T12:00:00Z')
    clerk = await app.as('Clerk', 'in 2030')
    expect(await said({ fee: '60' })).toBe('kept')
  })
})
