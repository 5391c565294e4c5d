// "choose from" over HTTP: what a relation may be set to, to one record or to several.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'

const document = documentOf({
  3: `### Building

| field | type | default |
|---|---|---|
| name | text | |
| note | text | none |
| kind | one of none, tall | none |

### Room

| field | type |
|---|---|
| name | text |
| building | Building |

### Booking

- deleted: to trash

| field | type | choose from |
|---|---|---|
| building | Building | |
| rooms | several Room (as bookings) | \`building == this.building\` |
`,
  6: `| role | is |
|---|---|
| Clerk | books |

| role | entity | may |
|---|---|---|
| Clerk | Building, Room, Booking | everything |
`,
  9: `| name | value |
|---|---|
| trash | 2 weeks |
`,
})

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startApp(document)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

async function create(path: string, fields: object): Promise<string> {
  const { body, status } = await clerk.post(path, fields)
  expect(status).toBe(201)
  return (body as { readonly id: string }).id
}

test('each of several must be one that may be chosen', async () => {
  const [tower, barn] = [await create('/api/buildings', { name: 'Tower' }), await create('/api/buildings', {})]
  const [blue, red] = [
    await create('/api/rooms', { name: 'Blue', building: tower }),
    await create('/api/rooms', { name: 'Red', building: barn }),
  ]
  const lost = await create('/api/rooms', { name: 'Lost' })
  const book = async (rooms: readonly string[], building: string | null = tower) => {
    const { status, body } = await clerk.post('/api/bookings', { building, rooms })
    const { errors = [] } = body as { readonly errors?: readonly { readonly field: string; readonly code: string }[] }
    return [status, ...errors.map(({ field, code }) => `${field} ${code}`)]
  }
  expect(await book([blue])).toEqual([201])
  expect(await book([])).toEqual([201])
  expect(await book([blue, red])).toEqual([422, 'rooms not_to_choose'])
  expect(await book([lost])).toEqual([422, 'rooms not_to_choose'])
  expect(await book([blue], barn)).toEqual([422, 'rooms not_to_choose'])
  const id = await create('/api/bookings', { building: tower, rooms: [blue] })
  expect((await clerk.patch(`/api/bookings/${id}`, { building: barn })).status).toBe(422)
  expect((await clerk.patch(`/api/bookings/${id}`, { building: barn, rooms: [red] })).status).toBe(200)
})

test('"none" is a word where the field has it, and else no default', async () => {
  const { body } = await clerk.post('/api/buildings', { name: 'Shed' })
  expect(body).toMatchObject({ note: null, kind: 'none' })
})

test('what an entity says nothing of stays in the trash as long as point 9 says', () => {
  const { entities } = app.dependencies.current.running.model
  expect(entities.get('Booking')?.deleted).toEqual({ kind: 'trash', days: 14 })
  expect(entities.get('Room')?.deleted).toEqual({ kind: 'trash', days: 14 })
})
