// What forms and dialogs offer is what may be chosen, however "choose from" reaches it: asked over HTTP as the page asks.
// @module-tag reference/choose-from
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choiceFilter, inputChoiceFilter } from '../../../client/data/records/choice-filter.ts'
import { composePolicy } from '#shared/decisions/policy.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

/** Conditions on a room, by the input that asks them. */
const CONDITIONS = {
  same: 'building == this.building',
  by_id: 'building.id == this.building.id',
  walked: 'building.name == this.building.name and id != this.rival.room.id',
  further: 'this.rival.building.name == building.name',
  listed: 'this.others.exists(o, o == building)',
  neighbour: 'this.building.rooms.exists(r, r.floor == floor)',
  counted: 'floor > this.notes.count()',
  own: 'not bookings.exists(b, b == this)',
  beside: 'building == input.same.building and id != input.same.id',
  of_me: 'keeper == me or this.created_by != me',
  unread: 'secret == "x"',
  unread_walk: 'floor > 0 and this.building.code == "N"',
}
const NAMES = Object.keys(CONDITIONS)
const DOCUMENT = documentOf({
  3: `### Building

| field | type |
|---|---|
| name | text |
| code | text |

### Room

| field | type |
|---|---|
| name | text |
| floor | integer |
| secret | text |
| building | Building |
| keeper | Person (as kept_rooms) |

### Booking

| field | type | choose from |
|---|---|---|
| building | Building | |
| others | several Building (as other_bookings) | |
| rival | Booking (as rivals) | |
| room | Room | \`building.name == this.building.name and floor > this.notes.count()\` |
| hidden room | Room (as hidden_bookings) | \`secret == "x"\` |

### Note

| field | type |
|---|---|
| booking | Booking |
`,
  4: `### Booking.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| pick | open | stay | Clerk |
| finish | open | done | nobody |

#### pick

| asks | type | required | choose from |
|---|---|---|---|
${Object.entries(CONDITIONS)
  .map(([name, condition]) => `| ${name} | Room | no | \`${condition}\` |`)
  .join('\n')}`,
  6: `| role | is |
|---|---|
| Clerk | books |
| Keeper | keeps |

| role | entity | may | fields |
|---|---|---|---|
| Keeper | Building, Room | everything | all |
| Clerk | Building | read | name |
| Clerk | Room | read | name, floor, building, keeper |
| Clerk | Booking, Note | everything | all |
| everyone | Person | read | name |
`,
})

let app: TestApp
let clerk: Caller
let keeper: Caller
let rooms: readonly string[]
let booking: { readonly id: string; readonly [field: string]: unknown }

async function create(caller: Caller, path: string, fields: object): Promise<string> {
  const { body, status } = await caller.post(path, fields)
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { readonly id: string }).id
}

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  keeper = await app.as('Keeper')
  const [north, south, twin] = [
    await create(keeper, '/api/buildings', { name: 'North', code: 'N' }),
    await create(keeper, '/api/buildings', { name: 'South', code: 'S' }),
    await create(keeper, '/api/buildings', { name: 'North', code: 'N' }),
  ]
  const made: string[] = []
  for (const [building, floor] of [
    [north, 1],
    [north, 2],
    [south, 2],
    [south, 3],
    [twin, 4],
    [null, 5],
  ] as const)
    made.push(await create(keeper, '/api/rooms', { name: `Room ${floor}`, floor, building, secret: 'x' }))
  rooms = made
  const rival = await create(clerk, '/api/bookings', { building: south, room: rooms[2] })
  const id = await create(clerk, '/api/bookings', { building: north, others: [south, twin], rival })
  await create(clerk, '/api/notes', { booking: id })
  booking = (await clerk.get(`/api/bookings/${id}`)).body
})
afterAll(() => app.stop())

/** Lists the rooms that the page offers, by their place. */
async function offered(filter: string | undefined): Promise<readonly number[]> {
  const query = filter === undefined ? '' : `&filter=${encodeURIComponent(filter)}`
  const { status, body } = await clerk.get(`/api/rooms?limit=100&fields=name${query}`)
  expect(status, `${filter}: ${JSON.stringify(body)}`).toBe(200)
  const ids = (body.items as readonly { readonly id: string }[]).map((each) => each.id)
  return rooms.flatMap((id, at) => (ids.includes(id) ? [at] : []))
}

/** Lists those that a request is not refused for. */
async function taken(field: string, send: (room: string) => Promise<{ readonly body: Refusal }>) {
  const found: number[] = []
  for (const [at, room] of rooms.entries()) {
    const { errors = [] } = (await send(room)).body
    if (!errors.some((each) => each.field === field)) found.push(at)
  }
  return found
}

interface Refusal {
  readonly errors?: readonly { readonly field: string }[]
}

function seen() {
  const actor = actorWithRoles(app.dependencies.current.running.model, ['Clerk'])
  const model = projectModel(app.dependencies.current.running.model, actor)
  const policy = composePolicy(model, actor)
  const entity = model.entities.get('Booking')
  if (entity === undefined) throw new Error('no bookings')
  const readable = (name: string) => new Set(policy.entity(name).read.fields.map(({ field }) => field))
  return { entity, readable }
}

const WITHHELD = ['unread', 'unread_walk', 'hidden_room']

test('a dialog offers what its inputs may be given', { tags: 'reference/what-a-transition-asks' }, async () => {
  const { entity, readable } = seen()
  const asks = entity.transitions.get('pick')?.asks ?? []
  expect(asks.map(({ name }) => name.identifier)).toEqual(NAMES)
  for (const ask of asks) {
    const name = ask.name.identifier
    const others = name === 'beside' ? { same: rooms[0] } : {}
    const may = await offered(inputChoiceFilter(entity, asks, ask, booking, others, readable))
    const can = await taken(name, (room) => clerk.post(`/api/bookings/${booking.id}/pick`, { ...others, [name]: room }))
    expect([name, may]).toEqual([name, WITHHELD.includes(name) ? [] : can])
  }
})

test('a form offers what its fields may be given, also what it does not hold itself', async () => {
  const { entity, readable } = seen()
  for (const name of ['room', 'hidden_room']) {
    const field = entity.fields.get(name)
    if (field === undefined) throw new Error(name)
    const can = await taken(name, (room) => clerk.patch(`/api/bookings/${booking.id}`, { [name]: room }))
    for (const held of [booking, { id: booking.id }]) {
      const may = await offered(choiceFilter(entity, field, held, readable))
      expect([name, may]).toEqual([name, WITHHELD.includes(name) ? [] : can])
    }
  }
})
