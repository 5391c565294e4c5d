// A list gives each value as the record gives it that is read by itself, whichever side writes its JSON text.
// @module-tag O07
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Item

| field | type | value |
|---|---|---|
| name | text | |
| story | long text | |
| pages | integer | |
| weight | number | |
| price | money | |
| ratio | decimal(3) | |
| spent | duration | |
| due | date | |
| at | time | |
| seen | date and time | |
| paid | yes/no | |
| stage | one of new, done | |
| marks | several of red, blue | |
| names | list of text | |
| place | location | |
| data | json | |
| other | Item (as others) | |
| friends | several Item (as friends of) | |
| secret | text | |
| doubled | computed decimal(3) | \`ratio * 2\` |
| reminder | computed text | \`"Due on {due}"\` |
`,
  6: `
| role | is |
|---|---|
| Clerk | writes |
| Guest | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Item | everything | | all |
| Guest | Item | read | | all except secret |
| Guest | Item | read | \`paid\` | secret |
`,
})

/** All that a text may hold of the first characters, and others that some writers of JSON treat in a way of their own. */
const CHARACTERS = `\t\n${Array.from({ length: 0x180 }, (_, at) => String.fromCodePoint(at)).join('')}`.replaceAll(
  /(?![\t\n])\p{Cc}/gu,
  '',
)
const OTHERS = '\u2028\u2029\uffff\u{1f680}e\u0301'

const ITEMS: readonly object[] = [
  {},
  {
    name: `"quoted" \\ and /`,
    story: CHARACTERS + OTHERS,
    pages: Number.MAX_SAFE_INTEGER,
    weight: 1e308,
    price: '-90071992547409.91',
    ratio: '-0.001',
    spent: 'PT36H',
    due: '2026-02-28',
    at: '09:30',
    seen: '2026-11-30T22:00:00.000Z',
    paid: true,
    stage: 'done',
    marks: ['red', 'blue'],
    names: ['"', '', 'é'],
    place: { lat: 52.5, lon: 13.4 },
    data: { a: [1, null, { 'b"': '\n' }], c: 1e21 },
    secret: 'for payers',
  },
  { pages: -1, weight: 1e-7, price: '0.00', paid: false, marks: [], names: [], data: [], secret: 'for nobody' },
]

let app: TestApp
let clerk: Caller
let guest: Caller
const ids: string[] = []
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  ;[clerk, guest] = [await app.as('Clerk'), await app.as('Guest')]
  for (const item of ITEMS) {
    const { status, body } = await clerk.post('/api/items', { ...item, other: ids[0] ?? null, friends: ids })
    expect([status, body.errors]).toEqual([201, undefined])
    ids.push(body.id)
  }
})
afterAll(() => app.stop())

test.each(['', 'expand=other', 'expand=other,friends', 'fields=name,paid,friends,secret'])(
  'with what is asked for: "%s"',
  async (asked) => {
    for (const who of [clerk, guest]) {
      const list = await who.get(`/api/items?sort=created_at&${asked}`).expect(200)
      const single = await Promise.all(ids.map(async (id) => (await who.get(`/api/items/${id}?${asked}`)).body))
      expect(list.body.items).toEqual(single)
      expect(list.body.items.map((item: object) => Object.keys(item))).toEqual(single.map(Object.keys))
    }
  },
)

test('what is hidden in some records is left out of these', async () => {
  const { body } = await guest.get('/api/items?sort=created_at&fields=secret').expect(200)
  expect(body.items.map(({ secret }: { readonly secret?: unknown }) => secret)).toEqual([
    undefined,
    'for payers',
    undefined,
  ])
})
