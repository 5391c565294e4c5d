// What people are notified of and may not read: the text reaches them, and nothing leads to the record.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { createPostBox } from '../../../doubles/mailbox.ts'

const document = documentOf({
  2: `| screen | route | for | shows |
|---|---|---|---|
| Room | /room/:code | everyone | record of Room |
`,
  3: `### Room

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | |
| code | text | yes | unique |
| keeper | Person (as kept_rooms) | no | |
`,
  4: `### Room

| transition | when | then |
|---|---|---|
| created | | notify Guest, Desk, Cleaner "{name} is new" |
`,
  6: `| role | is |
|---|---|
| Desk | sits there |
| Guest | sleeps there |
| Cleaner | cleans |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Desk | Room | everything | | all |
| Cleaner | Room | read | \`keeper == me\` | all except code |
| everyone | Person | read | | name |
`,
})

const postBox = createPostBox()
let app: TestApp
beforeAll(async () => {
  app = await startApp(document, undefined, { mail: postBox, publicUrl: 'https://rooms.example.com' })
})
afterAll(() => app.stop())

const newest = async (caller: Caller) => (await caller.get('/api/system/inbox').expect(200)).body.items[0]

test(
  'a link and an id reach those who may read the record, by the inbox and by mail',
  { tags: 'reference/effects' },
  async () => {
    const [desk, guest] = [await app.as('Desk', 'Dora'), await app.as('Guest', 'Gus')]
    const [keeper, other] = [await app.as('Cleaner', 'Kim'), await app.as('Cleaner', 'Otto')]
    const { body: room } = await desk
      .post('/api/rooms', { name: 'Attic', code: 's3cret', keeper: keeper.id })
      .expect(201)
    expect(await newest(desk)).toMatchObject({
      text: 'Attic is new',
      record: room.id,
      path: 'rooms',
      page: '/room/s3cret',
    })
    const kept = await newest(keeper)
    expect(kept).toMatchObject({ text: 'Attic is new', record: room.id, path: 'rooms' })
    // The address of the page has a field that they may not read.
    expect(kept).not.toHaveProperty('page')
    for (const unable of [guest, other]) {
      const message = await newest(unable)
      expect(message).toMatchObject({ text: '… is new', entity: 'Room' })
      expect(Object.keys(message).filter((key) => ['record', 'path', 'page'].includes(key))).toEqual([])
    }
    const linkOf = (name: string) =>
      /https:\/\/rooms\.example\.com(\/room\S*|\/inbox)/.exec(
        postBox.letters.find(({ to }) => to === `${name}@example.com`)?.text ?? '',
      )?.[1]
    expect(['dora', 'gus', 'kim', 'otto'].map(linkOf)).toEqual(['/room/s3cret', '/inbox', '/inbox', '/inbox'])
    // The right is looked at when the inbox is read.
    await desk.patch(`/api/rooms/${room.id}`, { keeper: other.id }).expect(200)
    expect(await newest(keeper)).not.toHaveProperty('record')
    expect(await newest(other)).toMatchObject({ record: room.id })
  },
)
