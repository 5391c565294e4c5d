// "choose from" and defaults over HTTP: what a relation may be set to, and what it is set to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const document = documentOf({
  3: `### Building

| field | type | default | value |
|---|---|---|---|
| name | text | | |
| note | text | none | |
| kind | one of none, tall | none | |
| letters | computed integer | | \`rooms.sum(r, size(r.name)) * 2\` |

### Room

| field | type |
|---|---|
| name | text |
| building | Building |

### Booking

- deleted: to trash

| field | type | choose from | otherwise |
|---|---|---|---|
| building | Building | | |
| rooms | several Room (as bookings) | \`building == this.building\` | |
| first room | Room (as first_bookings) | \`building == this.building\` | ELSEWHERE |
| last room | Room (as last_bookings) | \`building == this.building\` | "Only rooms of {building.name}." |

### Key

| field | type | required | default |
|---|---|---|---|
| room | Room | yes | \`Room.filter(r, r.name != null).sort(r, r.name).first()\` |
| building | Building | yes | \`room.building\` |
| label | text | yes | \`upper(building.name) + "-" + room.name\` |
| number | integer | yes | \`Key.filter(k, k.building == building and k != this).count() + 1\` |
| siblings | integer | yes | \`copies.count() + ancestors(copy_of).count()\` |
| copy of | Key (as copies) | | |
`,
  6: `| role | is |
|---|---|
| Clerk | books |

| role | entity | may |
|---|---|---|
| Clerk | Building, Room, Booking, Key | everything |
`,
  8: `| code | status | message |
|---|---|---|
| ELSEWHERE | 409 | It is not in {building.name}. |
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

test('each of several must be one that may be chosen', { tags: 'reference/choose-from' }, async () => {
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

test('what is chosen wrongly is refused in the words of the document', { tags: 'reference/choose-from' }, async () => {
  const [mill, shop] = [await create('/api/buildings', { name: 'Mill' }), await create('/api/buildings', {})]
  const room = await create('/api/rooms', { name: 'Front', building: shop })
  const first = await clerk.post('/api/bookings', { building: mill, first_room: room })
  expect([first.status, first.body]).toMatchObject([
    409,
    { code: 'ELSEWHERE', detail: 'It is not in Mill.', errors: [{ field: 'first_room', code: 'ELSEWHERE' }] },
  ])
  const last = await clerk.post('/api/bookings', { building: mill, last_room: room })
  const wrong = { field: 'last_room', code: 'not_to_choose', message: 'Only rooms of Mill.' }
  expect([last.status, last.body.errors]).toMatchObject([422, [wrong]])
  // Of several that are wrong each has its own.
  const both = await clerk.post('/api/bookings', { building: mill, first_room: room, last_room: room })
  expect([both.status, both.body.code]).toEqual([422, 'invalid'])
  expect(both.body.errors).toMatchObject([{ code: 'ELSEWHERE', message: 'It is not in Mill.' }, wrong])
})

test('"none" is a word where the field has it, and else no default', async () => {
  const { body } = await clerk.post('/api/buildings', { name: 'Shed' })
  expect(body).toMatchObject({ note: null, kind: 'none' })
})

test(
  'what an entity says nothing of stays in the trash as long as point 9 says',
  { tags: 'reference/point-9-business-constants-and-limits' },
  () => {
    const { entities } = app.dependencies.current.running.model
    expect(entities.get('Booking')?.deleted).toEqual({ kind: 'trash', days: 14 })
    expect(entities.get('Room')?.deleted).toEqual({ kind: 'trash', days: 14 })
  },
)

test(
  'a default that looks at other records is worked out before the record is stored',
  { tags: 'reference/required-and-default' },
  async () => {
    const key = async (fields: object) => {
      const { status, body } = await clerk.post('/api/keys', fields)
      const { errors = [], label, number, siblings, id } = body
      return { status, label, number, siblings, id, wrong: errors.map((each: { field: string }) => each.field) }
    }
    const hall = await create('/api/buildings', { name: 'Hall' })
    const attic = await create('/api/rooms', { name: 'Attic', building: hall })
    const cellar = await create('/api/rooms', { name: 'A cellar' })
    // Of a room without a building there is none: it is missing, and so is what needs it.
    expect(await key({})).toMatchObject({ status: 422, wrong: ['building', 'label'] })
    const first = await key({ room: attic })
    expect(first).toMatchObject({ status: 201, label: 'HALL-Attic', number: 1, siblings: 0 })
    // What was sent stands, and the others follow from it.
    expect(await key({ room: cellar, building: hall })).toMatchObject({
      status: 201,
      label: 'HALL-A cellar',
      number: 2,
    })
    const copy = await key({ room: attic, number: 9, copy_of: first.id })
    expect(copy).toMatchObject({ status: 201, number: 9, siblings: 1 })
    expect(await key({ room: attic, copy_of: copy.id })).toMatchObject({ status: 201, number: 4, siblings: 2 })
  },
)

test('a computed whole number is one on the wire', { tags: 'reference/types' }, async () => {
  const shed = await create('/api/buildings', { name: 'Shed' })
  await create('/api/rooms', { name: 'Loft', building: shed })
  const { text } = await clerk.get(`/api/buildings/${shed}`)
  expect(text).toContain('"letters":8,')
})
