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

test('a choice is asked for where it is made, and not where others write the record later', async () => {
  const own = await startApp(
    documentOf({
      3: `### Course

| field | type | choose from |
|---|---|---|
| name | text | |
| room | text | |
| instructor | Person | \`id == me.id\` |
`,
      4: `### Course.status

- starts: draft
- ends: held

| state |
|---|
| draft |
| approved |
| held |

| transition | from | to | who | when | after |
|---|---|---|---|---|---|
| approve | draft | approved | Head | | |
| hold | approved | held | nobody | \`not me.is("Head")\` | 1 day |
`,
      6: `| role | is |
|---|---|
| Teacher | teaches |
| Head | approves |

| role | entity | may |
|---|---|---|
| Teacher, Head | Course | everything |
| everyone | Person | read |
`,
    }),
  )
  try {
    const teacher = await own.as('Teacher')
    const head = await own.as('Head')
    const refused = await head.post('/api/courses', { name: 'Maps', instructor: teacher.id })
    expect(refused.body.errors).toMatchObject([{ field: 'instructor', code: 'not_to_choose' }])
    const { body: course } = await teacher.post('/api/courses', { name: 'Maps', instructor: teacher.id })
    expect((await head.patch(`/api/courses/${course.id}`, { room: 'B1' })).status).toBe(200)
    expect((await head.post(`/api/courses/${course.id}/approve`)).status).toBe(200)
    expect((await teacher.patch(`/api/courses/${course.id}`, { instructor: head.id })).status).toBe(422)
    // Nobody acts in what happens by itself, and nobody holds no role.
    own.clock.now += 25 * 3_600_000
    await own.runner.runDue()
    expect((await head.get(`/api/courses/${course.id}`)).body.status).toBe('held')
  } finally {
    await own.stop()
  }
})

test('nobody has no role, in conditions on one record as in filters', async () => {
  const own = await startApp(
    documentOf({
      3: `### Note

| field | type | value |
|---|---|---|
| name | text | |
| writer | Person | |
| is plain | computed yes/no | \`not writer.is("Clerk")\` |
`,
      6: `| role | is |
|---|---|
| Clerk | writes |

| role | entity | may | where |
|---|---|---|---|
| Clerk | Note | create, update | |
| anyone | Note | read | \`not me.is("Clerk") or writer == me\` |
| Clerk | Person | read | |
`,
    }),
  )
  try {
    const writer = await own.as('Clerk')
    const { body: note } = await writer.post('/api/notes', { name: 'A' })
    expect((await writer.get('/api/notes')).body.items).toEqual([])
    const { body } = await own.anyone.get('/api/notes')
    expect(body.items).toMatchObject([{ id: note.id, is_plain: true }])
    const filter = encodeURIComponent('not writer.is("Clerk")')
    await writer.post('/api/notes', { name: 'B', writer: writer.id })
    expect((await own.anyone.get(`/api/notes?sort=is_plain`)).body.items).toHaveLength(2)
    expect((await writer.get(`/api/notes?filter=${filter}`)).body.items).toEqual([])
  } finally {
    await own.stop()
  }
})

test('a record that chooses does not stand against its own choice', async () => {
  const copies = await startApp(
    documentOf({
      3: `### Copy

| field | type | required | value |
|---|---|---|---|
| name | text | yes | |
| free | computed yes/no | | \`not loans.exists(l, l.status == "out")\` |

### Loan

| field | type | required | choose from |
|---|---|---|---|
| copy | Copy | yes | \`free\` |
| reader | Person (as loans) | yes | \`loans.count() < 2 and Loan.filter(l, l.reader.id == id).count() < 2\` |
`,
      4: `### Loan.status

- starts: out
- ends: back

| transition | from | to | who |
|---|---|---|---|
| take back | out | back | everyone |
`,
      6: `| role | entity | may |
|---|---|---|
| everyone | Copy, Loan, Person | everything |
`,
    }),
  )
  try {
    const ann = await copies.as('', 'Ann')
    const bob = await copies.as('', 'Bob')
    const ids: string[] = []
    for (const name of ['Dune', 'Emma', 'Ulysses']) ids.push((await ann.post('/api/copies', { name })).body.id)
    const [dune, emma, ulysses] = ids
    const lend = (copy: unknown, reader: { readonly id: string }) => ann.post('/api/loans', { copy, reader: reader.id })
    const first = await lend(dune, ann)
    expect(first).toMatchObject({ status: 201 })
    // The other loan of the copy stands against the next one, in the words of the document.
    expect(await lend(dune, bob)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'copy', message: 'Copy: choose one where free is yes.' }] },
    })
    expect(await lend(emma, ann)).toMatchObject({ status: 201 })
    expect(await lend(ulysses, ann)).toMatchObject({ status: 422, body: { errors: [{ field: 'reader' }] } })
    const moved = await ann.patch(`/api/loans/${first.body.id}`, { copy: ulysses })
    expect(moved).toMatchObject({ status: 200, body: { copy: ulysses } })
    expect(await ann.patch(`/api/loans/${first.body.id}`, { copy: emma })).toMatchObject({ status: 422 })
  } finally {
    await copies.stop()
  }
})

test('what may be chosen is said for a field of several words, for the chosen record itself, and for several of them', async () => {
  const fridges = await startApp(
    documentOf({
      3: `### Fridge

| field | type |
|---|---|
| holds | several of red, plasma |

### Bag

| field | type | choose from |
|---|---|---|
| kind | one of red, plasma | |
| fridge | Fridge | \`this.kind in holds\` |
| second | Fridge (as second bags) | \`id != this.fridge.id\` |
| others | several Fridge (as other bags) | \`this.kind in holds and id != this.fridge.id\` |`,
      6: '| role | is |\n|---|---|\n| Clerk | works |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Fridge, Bag | everything |',
    }),
  )
  try {
    const user = await fridges.as('Clerk')
    const { body: fridge } = await user.post('/api/fridges', { holds: ['plasma'] })
    const { body } = await user.post('/api/bags', {
      kind: 'red',
      fridge: fridge.id,
      second: fridge.id,
      others: [fridge.id],
    })
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Fridge: choose one where the kind of this bag is among holds.',
      'Second: choose one where it is not the fridge of this bag.',
      'Others: choose one where the kind of this bag is among holds and it is not the fridge of this bag.',
    ])
  } finally {
    await fridges.stop()
  }
})
