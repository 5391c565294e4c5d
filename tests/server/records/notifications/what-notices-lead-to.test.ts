// What the notices of schedules and calls lead to: the record that they are about, or nothing; never the reader's own account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { createPostBox } from '../../../doubles/mailbox.ts'

const document = documentOf({
  2: `| screen | route | for | shows |
|---|---|---|---|
| Room | /rooms/:id | everyone | record of Room |
| Person | /people/:id | everyone | record of Person |
| Lamp | /lamps/:id | Lighter | record of Lamp |
`,
  3: `### Room

| field | type | required |
|---|---|---|
| name | text | yes |
| keeper | Person (as kept_rooms) | no |

### Lamp

| field | type | required |
|---|---|---|
| room | Room | yes |
| name | text | yes |
| lighter | Person (as lit_lamps) | no |
`,
  4: `### Lamp

| transition | then |
|---|---|
| created | notify lighter "Light {name}" |
| changed | notify lighter "Look at {name}" |

### Schedules

| schedule | every | then |
|---|---|---|
| check | day at 06:00 | for each r in Room.sort(r, r.name): notify r.keeper "Check {r.name}" |
| lamps | day at 07:00 | for each r in Room: for each l in r.lamps: notify r.keeper "Switch on {l.name}" |
| greet | day at 08:00 | notify Desk "Good morning" |
`,
  6: `| role | is | of | who |
|---|---|---|---|
| Lighter | lights it | Lamp | \`lighter == me\` |

| role | is |
|---|---|
| Desk | sits there |

| role | entity | may |
|---|---|---|
| Desk | Room, Lamp | everything |
| everyone | Lamp | read |
| everyone | Person | read |
`,
  7: `### POST /api/wishes

- who: Desk

1. notify me "We heard you"
`,
})

const postBox = createPostBox()
let app: TestApp
let desk: Caller
beforeAll(async () => {
  app = await startApp(document, undefined, { mail: postBox, publicUrl: 'https://rooms.example.com' })
  desk = await app.as('Desk', 'Dora')
})
afterAll(() => app.stop())

const inbox = async () => (await desk.get('/api/system/inbox').expect(200)).body.items
const goTo = async (moment: string) => {
  app.clock.now = Date.parse(moment)
  await app.runner.runDue()
}

test('the notice of a schedule leads to the record that it goes through', { tags: 'reference/schedules' }, async () => {
  const { body: room } = await desk.post('/api/rooms', { name: 'Attic', keeper: desk.id }).expect(201)
  const { body: other } = await desk.post('/api/rooms', { name: 'Cellar', keeper: desk.id }).expect(201)
  const { body: lamp } = await desk.post('/api/lamps', { room: room.id, name: 'red lamp' }).expect(201)
  await goTo('2026-11-22T06:00:00.000Z')
  expect(await inbox()).toMatchObject([
    { text: 'Check Cellar', entity: 'Room', record: other.id, page: `/rooms/${other.id}` },
    { text: 'Check Attic', entity: 'Room', record: room.id, page: `/rooms/${room.id}` },
  ])
  expect(postBox.letters.at(-1)?.text).toContain(`https://rooms.example.com/rooms/${other.id}`)
  await goTo('2026-11-22T07:00:00.000Z')
  expect((await inbox())[0]).toMatchObject({ text: 'Switch on red lamp', entity: 'Lamp', record: lamp.id })
})

test('a notice about no record leads to nothing, and its mail to the inbox', async () => {
  const leadsNowhere = async (text: string) => {
    const [newest] = await inbox()
    expect(newest.text).toBe(text)
    for (const place of ['entity', 'record', 'path', 'page']) expect(newest).not.toHaveProperty(place)
    expect(postBox.letters.at(-1)?.text).toContain('https://rooms.example.com/inbox')
  }
  await goTo('2026-11-22T08:00:00.000Z')
  await leadsNowhere('Good morning')
  await desk.post('/api/wishes', {}).expect(204)
  await leadsNowhere('We heard you')
})

test(
  'the mail about a record leads to its page for those whose role follows from it',
  { tags: 'reference/notifications-by-mail' },
  async () => {
    const { body: room } = await desk.post('/api/rooms', { name: 'Hall' }).expect(201)
    const other = await app.as('Desk', 'Otto')
    const { body: lamp } = await desk
      .post('/api/lamps', { room: room.id, name: 'green lamp', lighter: other.id })
      .expect(201)
    expect(postBox.letters.at(-1)?.text).toContain(`https://rooms.example.com/lamps/${lamp.id}`)
    const { body: second } = await desk
      .post('/api/lamps', { room: room.id, name: 'blue lamp', lighter: desk.id })
      .expect(201)
    expect(postBox.letters.at(-1)?.text).toContain(`https://rooms.example.com/lamps/${second.id}`)
  },
)
