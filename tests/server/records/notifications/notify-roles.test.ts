// Notifications to roles: given ones, and those that follow from the record at hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { createPostBox } from '../../../doubles/mailbox.ts'

const POINTS = {
  3: `### Room

| field | type | required |
|---|---|---|
| name | text | yes |
| keeper | Person (as kept_rooms) | no |
| code | text | no |
| price | money | no |

### Booking

| field | type | required |
|---|---|---|
| room | Room | yes |
| manager | Person (as managed_bookings) | no |
| note | text | no |
`,
  4: `### Room

| transition | when | then |
|---|---|---|
| created | | notify Front desk "{name} is new"; notify role Room keeper "You keep {name}" |
| deleted | | notify role Manager, role Front desk "{name} is gone" |

### Booking

| transition | when | then |
|---|---|---|
| created | | notify manager "For you: {room.name}"; notify role manager "For managers: {room.name}" |
| changed | | notify manager "{room.name} for {room.price}" "Open it with {room.code}. {room.price}" telling room.code if room.code != null |
`,
  6: `| role | is | of | who |
|---|---|---|---|
| Front desk | sits there | | |
| Manager | decides | | |
| Room keeper | keeps rooms | Room | \`keeper == me\` |

| role | entity | may | fields |
|---|---|---|---|
| everyone | Room | read, create | all except code, price |
| Front desk | Room | create, update | all |
| everyone | Booking | read, create, update | |
| everyone | Person | read | |
`,
}

const postBox = createPostBox()
let app: TestApp
beforeAll(async () => {
  app = await startApp(documentOf(POINTS), undefined, { mail: postBox, publicUrl: 'https://rooms.example.com' })
})
afterAll(() => app.stop())

const inbox = async (caller: Caller): Promise<readonly string[]> => {
  const { body } = await caller.get('/api/system/inbox')
  return body.items.map(({ text }: { text: string }) => text).toSorted()
}

test(
  'all who hold a role are notified, and those who have it on this record, and nobody else',
  { tags: 'reference/effects' },
  async () => {
    const [one, two] = [await app.as('FrontDesk', 'One'), await app.as('FrontDesk', 'Two')]
    const [manager, keeper] = [await app.as('Manager', 'Mona'), await app.as('', 'Kim')]
    const { body: room } = await one.post('/api/rooms', { name: 'Attic', keeper: keeper.id })
    expect([await inbox(one), await inbox(two), await inbox(keeper), await inbox(manager)]).toEqual([
      ['Attic is new'],
      ['Attic is new'],
      ['You keep Attic'],
      [],
    ])
    // A field wins over a role of its name; "role" always means the role.
    await one.post('/api/bookings', { room: room.id, manager: two.id })
    expect(await inbox(two)).toEqual(['Attic is new', 'For you: Attic'])
    expect(await inbox(manager)).toEqual(['For managers: Attic'])
  },
)

test('a role that is had on other records is none here', () => {
  const text = documentOf({
    ...POINTS,
    4: '### Booking\n\n| transition | then |\n|---|---|\n| created | notify Room keeper "Look" |\n',
  })
  expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([
    expect.stringContaining('"Room keeper" is a role on records of Room, and none is at hand here.'),
  ])
})

test('a role that has an identifier of its own is found by its name and by that identifier', () => {
  const text = documentOf({
    ...POINTS,
    4: '### Booking\n\n| transition | when | then |\n|---|---|---|\n| created | `not me.is("put_away")` | notify role Put-away "{room.name}"; notify put_away "{note}" |\n',
    6: POINTS[6].replace(
      '| Front desk | sits there',
      '| Put-away (put_away) | stores | | |\n| Front desk | sits there',
    ),
  })
  const compiled = compile(text)
  expect(sayDiagnostics(text, compiled, ['error'])).toEqual([])
  const recipients = compiled.model?.entities.get('Booking')?.events.flatMap(({ then }) => then) ?? []
  expect(recipients).toMatchObject([
    { who: { tree: { body: { kind: 'is', roles: ['put_away'] } } } },
    { who: { tree: { body: { kind: 'is', roles: ['put_away'] } } } },
  ])
})

test('a subject and what is disclosed on purpose are read in this order', () => {
  const text = documentOf({
    ...POINTS,
    4: '### Booking\n\n| transition | then |\n|---|---|\n| created | notify manager "New: {room.name}" "Have a look at {room.name}" telling room.name, room.keeper if room.name != "x" |\n',
  })
  const { model, ...said } = compile(text)
  const [event] = model?.entities.get('Booking')?.events ?? []
  expect(event?.then).toMatchObject([
    {
      kind: 'notify',
      subject: ['New: ', { text: 'room.name' }],
      message: ['Have a look at ', { text: 'room.name' }],
      telling: [{ text: 'room.name' }, { text: 'room.keeper' }, { text: 'room.keeper' }],
      if: { text: 'room.name != "x"' },
    },
  ])
  expect(sayDiagnostics(text, { model, ...said }, ['error'])).toEqual([])
  expect(said.diagnostics.filter(({ code }) => code === 'document/not-run-yet')).toEqual([])
})

test(
  'the inbox and the mail have the subject; what is disclosed on purpose is shown, what else is not readable is masked',
  { tags: 'reference/effects' },
  async () => {
    const desk = await app.as('FrontDesk', 'One')
    const [reader, boss] = [await app.as('', 'Rita'), await app.as('Administrator', 'Ann')]
    const { body: room } = await desk.post('/api/rooms', { name: 'Vault', code: '4711', price: '10.00' })
    for (const manager of [reader, boss]) {
      const { body: booking } = await desk.post('/api/bookings', { room: room.id, manager: manager.id })
      postBox.letters.length = 0
      await desk.patch(`/api/bookings/${booking.id}`, { note: 'Soon' }).expect(200)
    }
    const newest = async (caller: Caller) => (await caller.get('/api/system/inbox')).body.items[0]
    expect(await newest(reader)).toMatchObject({ subject: 'Vault for …', text: 'Open it with 4711. …' })
    expect(await newest(boss)).toMatchObject({ subject: 'Vault for €10.00', text: 'Open it with 4711. €10.00' })
    expect(postBox.letters).toMatchObject([{ to: 'ann@example.com', subject: 'Vault for €10.00' }])
    expect((await reader.get('/api/system/inbox')).body.items[1]).toMatchObject({
      subject: null,
      text: 'For you: Vault',
    })
  },
)

test('a message leaves by mail to those who have an address, and the one text is its subject too', async () => {
  const desk = await app.as('FrontDesk', 'One')
  postBox.letters.length = 0
  await desk.post('/api/rooms', { name: 'Attic\r\nBcc: all@example.com' }).expect(422)
  const { body: room } = await desk.post('/api/rooms', { name: 'Cellar' })
  const base = 'https://rooms.example.com'
  const text = `Cellar is new\n\n${base}/inbox\n\n--\n`
  expect(postBox.letters.filter(({ to }) => to === 'one@example.com')).toMatchObject([
    { to: 'one@example.com', subject: 'Cellar is new', text: expect.stringContaining(text) as string },
  ])
  expect(postBox.letters.at(-1)?.text).toContain(`Email settings: ${base}/account#mail\n`)
  expect(room.name).toBe('Cellar')
})

test('several roles may each have the word before them', async () => {
  const [manager, desk] = [await app.as('Manager', 'Mia'), await app.as('FrontDesk', 'Fred')]
  const administrator = await app.as('Administrator, FrontDesk', 'Ada')
  const { body: room } = await desk.post('/api/rooms', { name: 'Cellar' }).expect(201)
  await administrator.delete(`/api/rooms/${room.id}`).expect(204)
  for (const each of [manager, desk]) expect(await inbox(each)).toContain('Cellar is gone')
})
