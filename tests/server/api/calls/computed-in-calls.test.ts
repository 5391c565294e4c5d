// Computed fields in the document's own calls: each is a field that the caller may read or not, with one value for all who may.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const documentFor = (receiver: string): string =>
  documentOf({
    3: `### Title

| field | type | value |
|---|---|---|
| name | text | |
| price | decimal(2) | |
| waiting | computed integer | \`reservations.count()\` |
| wanted | computed yes/no | \`waiting > 1\` |
| takings | computed decimal(2) | \`price * 2.00\` |
| shown_price | computed text | "{takings} for {waiting}" |
| last_day | computed date | \`reservations.max(r, r.day)\` |
| mine | computed yes/no | \`reservations.exists(r, r.reader == me)\` |
| ranking | computed integer | \`waiting * 10\` |

### Reservation

| field | type |
|---|---|
| title | Title (as reservations) |
| reader | Person (as reservations) |
| day | date |

### Person

| field | type | value |
|---|---|---|
| holds | computed integer | \`reservations.count()\` |

### Note

| field | type |
|---|---|
| text | text |
| count | integer |
`,
    4: `### Title.state

- starts: open

| state |
|---|
| open |

| transition | from | to | who | then |
|---|---|---|---|---|
| announce | open | stay | Librarian | send POST "${receiver}/transition" { "title": shape.full_title(this), "holds": me.holds } |
`,
    5: `| word | entity | means |
|---|---|---|
| popular | Title | \`wanted and waiting < 9\` |
| seen | Title | \`reservations.count() > 0\` |
`,
    6: `| role | is |
|---|---|
| Librarian | keeps |
| Member | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Librarian | Title, Reservation, Note, Person | everything | | |
| anyone | Title | read | | all except ranking |
| Member | Reservation | read, create, delete | \`reader == me\` | |
| everyone | Person | read | | name, holds |
`,
    7: `
### GET /api/wall

- who: anyone

1. let known = Title.filter(t, t.popular).sort_down(t, t.waiting)
2. answer 200

\`\`\`json
{
  "titles": "\`known.map(t, shape.full_title(t))\`",
  "all": "\`Title.sort(t, t.name).map(t, t.waiting)\`",
  "sum": "\`Title.sum(t, t.waiting)\`",
  "directly": "\`Title.sort(t, t.name).map(t, t.reservations.count())\`",
  "seen": "\`Title.filter(t, t.seen).count()\`",
  "holds": "\`me.holds\`"
}
\`\`\`

### GET /api/titles/:id/wall of Title

- who: anyone

1. refuse QUIET if title.waiting < 1
2. answer 200

\`\`\`json
"\`shape.full_title(title)\`"
\`\`\`

### POST /api/titles/:id/note of Title

- who: everyone

| takes | in | type | default |
|---|---|---|---|
| most | body | integer | \`Title.max(t, t.waiting)\` |

1. for each t in Title.filter(t, t.wanted): create Note { text: t.name, count: t.waiting }
2. create Note { text: "given", count: most }
3. create Note { text: "ranking", count: title.ranking }
4. let quiet = Title.filter(t, t.waiting == 0)
5. for each t in quiet: create Note { text: "quiet " + t.name }
6. send POST "${receiver}/call" { "title": shape.full_title(title), "holds": me.holds }
7. delete Reservation.filter(r, r.title == title and r.title.waiting > 100)
8. answer 201

\`\`\`json
{ "waiting": "\`title.waiting\`" }
\`\`\`

| when | method | url | payload |
|---|---|---|---|
| Title.name changed | POST | ${receiver}/changed | \`shape.full_title(this)\` |

### Shape full_title of Title

| name | value |
|---|---|
| name | \`name\` |
| waiting | \`waiting\` |
| wanted | \`wanted\` |
| takings | \`takings\` |
| shown | \`shown_price\` |
| lastDay | \`last_day\` |
| mine | \`mine\` |
| ranking | \`ranking\` |
`,
    8: `| code | status | message |
|---|---|---|
| QUIET | 409 | {waiting} are waiting for {name}, and it ranks {ranking}. |
`,
  })

let receiver: Server
let app: TestApp
let librarian: Caller
let members: readonly Caller[]
let ids: { [name: string]: string }
const received: { [path: string]: unknown } = {}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received[request.url ?? ''] = JSON.parse(Buffer.concat(chunks).toString())
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const webhooks = { allowPrivateHosts: new Set(['127.0.0.1']), secrets: [], limitMilliseconds: 2_000 }
  app = await startApp(documentFor(`http://127.0.0.1:${port}`), undefined, { webhooks })
  librarian = await app.as('Librarian')
  members = [await app.as('Member', 'Ann'), await app.as('Member', 'Ben')]
  ids = {}
  for (const [name, price] of Object.entries({ Ada: '2.50', Bell: '4.00', Calm: '1.00' })) {
    const { status, body } = await librarian.post('/api/titles', { name, price })
    expect([status, body.errors]).toEqual([201, undefined])
    ids[name] = body.id
  }
  for (const [member, title, day] of [
    [0, 'Ada', '2026-12-01'],
    [1, 'Ada', '2026-12-05'],
    [1, 'Bell', '2026-12-09'],
  ] as const) {
    const reader = members[member]!.id
    expect((await librarian.post('/api/reservations', { title: ids[title], reader, day })).status).toBe(201)
  }
})
afterAll(async () => {
  await app.stop()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const ADA = { name: 'Ada', waiting: 2, wanted: true, takings: '5.00', shown: '5.00 for 2', lastDay: '2026-12-05' }

describe('an answer', () => {
  test('has the same computed values for a visitor, a member and a librarian, as the list has', async () => {
    for (const [get, mine, ranking] of [
      [app.anyone.get('/api/wall'), false, null],
      [members[0]!.get('/api/wall'), true, null],
      [librarian.get('/api/wall'), false, 20],
    ] as const) {
      const { status, body } = await get
      expect([status, body.titles]).toEqual([200, [{ ...ADA, mine, ranking }]])
      expect([body.all, body.sum]).toEqual([[2, 1, 0], 3])
    }
    const { body } = await app.anyone.get('/api/titles?sort=name')
    expect(body.items.map((each: { waiting: number }) => each.waiting)).toEqual([2, 1, 0])
    expect(body.items[0]).not.toHaveProperty('ranking')
  })

  test('shows of what the caller may not read directly nothing, by words of the document neither', async () => {
    const seen = async (wall: Promise<{ body: { directly: unknown; seen: unknown } }>) => {
      const { directly, seen: count } = (await wall).body
      return { directly, count }
    }
    expect(await seen(app.anyone.get('/api/wall') as never)).toEqual({ directly: [0, 0, 0], count: 0 })
    expect(await seen(members[0]!.get('/api/wall') as never)).toEqual({ directly: [1, 0, 0], count: 1 })
    expect(await seen(librarian.get('/api/wall') as never)).toEqual({ directly: [2, 1, 0], count: 2 })
  })

  test('reads the caller’s own computed fields', async () => {
    expect((await members[1]!.get('/api/wall')).body.holds).toBe(2)
    expect((await app.anyone.get('/api/wall')).body.holds).toBeNull()
  })

  test('of one record has them too', async () => {
    const path = `/api/titles/${ids['Ada']}/wall`
    expect((await app.anyone.get(path)).body).toEqual({ ...ADA, mine: false, ranking: null })
    expect((await members[1]!.get(path)).body).toEqual({ ...ADA, mine: true, ranking: null })
    expect((await librarian.get(path)).body).toEqual({ ...ADA, mine: false, ranking: 20 })
  })

  test('of a refusal has them in its message, as far as they may be read', async () => {
    const path = `/api/titles/${ids['Calm']}/wall`
    const { status, body } = await app.anyone.get(path)
    expect([status, body.detail]).toEqual([409, '0 are waiting for Calm, and it ranks ….'])
    expect((await librarian.get(path)).body.detail).toBe('0 are waiting for Calm, and it ranks 0.')
  })
})

describe('steps', () => {
  test('find by computed fields what others find, and write what the document knows', async () => {
    const { status, body } = await members[0]!.post(`/api/titles/${ids['Ada']}/note`, {})
    expect([status, body]).toEqual([201, { waiting: 2 }])
    const { items } = (await librarian.get('/api/notes?sort=text&fields=text,count')).body
    expect(items.map((each: { text: string; count: number | null }) => [each.text, each.count])).toEqual([
      ['Ada', 2],
      ['given', 2],
      ['quiet Calm', null],
      ['ranking', 20],
    ])
  })

  test('and transitions and changes send what the document knows', async () => {
    expect((await librarian.post(`/api/titles/${ids['Ada']}/announce`, {})).status).toBe(200)
    expect((await librarian.patch(`/api/titles/${ids['Bell']}`, { name: 'Bells' })).status).toBe(200)
    await app.runner.runDue()
    const bells = { name: 'Bells', waiting: 1, wanted: false, takings: '8.00', shown: '8.00 for 1' }
    expect(received).toEqual({
      '/call': { title: { ...ADA, mine: true, ranking: 20 }, holds: 1 },
      '/transition': { title: { ...ADA, mine: false, ranking: 20 }, holds: 0 },
      '/changed': { ...bells, lastDay: '2026-12-09', mine: false, ranking: 10 },
    })
  })
})
