// What may not be read can't be asked for either, on no surface, by no trick.
// @module-tag P02
// @module-tag P04
// @module-tag P05
// @module-tag P06
// @module-tag P08
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

/** Sellers see deals but not their price, agreed ones only; of firms not what they owe; of the board nothing. */
const DOCUMENT = documentOf({
  3: `### Person

| field | type |
|---|---|
| grade | integer |

### Board

| field | type | limits |
|---|---|---|
| name | text | searchable |
| members | several Person (as boards) | |

### Firm

| field | type | limits |
|---|---|---|
| name | text | searchable |
| debt | integer | |
| open | yes/no | |
| board | Board (as firms) | |
| friends | several Person (as befriended_firms) | |

### Deal

| field | type | limits |
|---|---|---|
| title | text | searchable |
| price | integer | |
| word | text | searchable |
| agreed | yes/no | |
| firm | Firm (as deals) | |
| keeper | Person (as kept_deals) | |
| key | text | hidden |`,
  6: `| role | is |
|---|---|
| Seller | sells |
| Blind | sees what is in his team |
| Historian | reads what was |
| Filer | files deals under firms |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Seller | Deal | read | \`agreed\` | all except price, word |
| Seller | Firm | read | \`open\` | all except debt |
| Seller | Person | read | | name |
| Seller | Person | read | \`this != me\` | grade |
| Blind | Deal | read | \`keeper == me\` | |
| Blind | Deal | read | \`word in [firm.name]\` | |
| Blind | Deal | read | \`not (price < 0)\` | title |
| Historian | Deal | read, see history | \`agreed\` | title, agreed |
| Historian | Person | read | | name |
| Filer | Deal | read, create, update | | title, firm |
| Filer | Firm | read | \`open\` | name |`,
})

let app: TestApp
let root: Caller
let seller: Caller
let blind: Caller
let historian: Caller
let board: string
let open: string
let closed: string
const deals: { [title: string]: string } = {}

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  root = await app.as('Administrator')
  seller = await app.as('Seller')
  blind = await app.as('Blind')
  historian = await app.as('Historian')
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await root.post(`/api/${path}`, body).expect(201)
    return String(answer.body.id)
  }
  board = await make('boards', { name: 'Secret board', members: [seller.id] })
  open = await make('firms', { name: 'Open', debt: 5, open: true, board, friends: [seller.id] })
  closed = await make('firms', { name: 'Closed', debt: 7, open: false, board, friends: [seller.id, root.id] })
  for (const [title, values] of Object.entries({
    one: { price: 10, word: 'alpha', agreed: true, firm: open },
    two: { price: 20, word: 'beta', agreed: true, firm: closed },
    three: { price: 30, word: 'alpha', agreed: false, firm: open },
    four: { price: null, word: null, agreed: null, firm: null },
  }))
    deals[title] = await make('deals', { title, ...values })
})
afterAll(() => app.stop())

const bare = (body: object): string => JSON.stringify({ ...body, request: '' })
const at = (path: string, parameters: { readonly [name: string]: string }): string =>
  `/api/${path}?${new URLSearchParams(parameters).toString()}`

describe('a field that may not be read', () => {
  const ways: readonly (readonly [string, (field: string) => string])[] = [
    ['filtered', (field) => at('deals', { filter: `${field} == 10` })],
    ['filtered through this', (field) => at('deals', { filter: `this.${field} > 1` })],
    ['filtered through a relation', (field) => at('deals', { filter: `firm.deals.exists(d, d.${field} == 10)` })],
    ['filtered in a set', (field) => at('deals', { filter: `Deal.exists(d, d.${field} == 10)` })],
    ['asked whether it is empty', (field) => at('deals', { filter: `${field} == null` })],
    ['sorted by', (field) => at('deals', { sort: field })],
    ['sorted by downwards', (field) => at('deals', { sort: `-${field},title` })],
    ['asked for', (field) => at('deals', { fields: `title,${field}` })],
    ['expanded', (field) => at('deals', { expand: field })],
    ['grouped by', (field) => at('deals/summary', { by: field })],
    ['grouped by month', (field) => at('deals/summary', { by: `month(${field})` })],
    ['summed', (field) => at('deals/summary', { measure: `sum(${field})` })],
    ['measured beside others', (field) => at('deals/summary', { measure: `count,max(${field})` })],
    ['a key', (field) => `/api/deals/${field}/10`],
  ]
  test.each(ways)('%s is refused as one that does not exist', async (_, ask) => {
    for (const field of ['price', 'key', 'word']) {
      const hidden = await seller.get(ask(field))
      const unknown = await seller.get(ask('nonesuch'))
      expect([400, 404]).toContain(hidden.status)
      expect(bare(hidden.body)).toBe(bare(unknown.body).replaceAll('nonesuch', field))
    }
  })

  test.each([
    'Price',
    'PRICE',
    ' price',
    'price ',
    'ｐｒｉｃｅ',
    'pri\u0441e',
    'price\0',
    'deal.price',
    '"price"',
    'f1.price',
  ])('is not found by the name %j either', async (name) => {
    for (const path of [at('deals', { sort: name }), at('deals', { fields: name }), at('deals/summary', { by: name })])
      expect((await seller.get(path)).status).toBe(400)
  })

  test('is not searched', async () => {
    const ids = (answer: { readonly body: { readonly items: readonly { readonly title: string }[] } }) =>
      answer.body.items.map(({ title }) => title)
    expect(ids(await root.get('/api/deals?search=alpha'))).toEqual(['three', 'one'])
    expect(ids(await seller.get('/api/deals?search=alpha'))).toEqual([])
  })

  test('is hidden from administrators too where the document says so', { tags: 'reference/limits' }, async () => {
    expect(JSON.stringify((await root.get('/api/deals')).body)).not.toContain('"key"')
    expect((await root.get('/api/deals?filter=key == null')).body.code).toBe('unknown_field')
  })
})

describe('sums and counts', () => {
  test('are of only the rows that may be read', { tags: 'reference/whose-eyes' }, async () => {
    expect((await seller.get('/api/deals/summary?measure=count')).body.groups).toEqual([
      { key: null, measures: { count: 2 } },
    ])
    expect((await seller.get('/api/deals?count=exact&limit=1')).body).toMatchObject({ count: 2 })
    expect((await seller.get('/api/firms/summary?by=board')).body.groups).toEqual([
      { key: board, measures: { count: 1 } },
    ])
  })

  test('are never of a field that may be read in no row', async () => {
    for (const measure of ['sum(debt)', 'avg(debt)', 'min(debt)', 'max(debt)'])
      expect((await seller.get(at('firms/summary', { measure }))).body.code).toBe('unknown_field')
  })
})

describe('relations', () => {
  test(
    'end where what they lead to may not be read: its id stays, nothing of it comes',
    { tags: 'reference/relations' },
    async () => {
      const { body } = await seller.get('/api/deals?expand=firm.board&sort=title')
      expect(body.items.map(({ firm }: { firm: unknown }) => firm)).toEqual([
        expect.objectContaining({ id: open, name: 'Open', board }),
        closed,
      ])
      expect(JSON.stringify(body)).not.toMatch(/Secret|debt/)
    },
  )

  test.each([
    ['firm.name == "Closed"', []],
    ['firm.name == null', ['two']],
    ['not (firm.name == "Open")', ['two']],
    ['firm.open == false', []],
    ['Firm.exists(f, f.name == "Closed")', []],
    // The friends of a closed firm can't be counted.
    ['firm.friends.count() == 2', []],
    ['firm.friends.count() > 0', ['one']],
    ['firm.deals.exists(d, not d.agreed)', []],
    ['firm.deals.count() == 2', []],
  ])('a filter %s walks through what may be read alone', async (filter, titles) => {
    const { body } = await seller.get(at('deals', { filter, sort: 'title' })).expect(200)
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(titles)
  })

  test('order a list by what may be read of them, and by nothing else', async () => {
    // Firm "Closed" may not be read: its deal stands where the deals without a name of a firm stand, and a page ends there as elsewhere.
    const titles = async (sort: string): Promise<readonly string[]> => {
      const first = await seller.get(at('deals', { sort, limit: '1' })).expect(200)
      const second = await seller.get(at('deals', { sort, limit: '1', after: first.body.next })).expect(200)
      return [...first.body.items, ...second.body.items].map(({ title }: { title: string }) => title)
    }
    expect(await titles('firm.name,title')).toEqual(['one', 'two'])
    expect(await titles('-firm.name,-title')).toEqual(['one', 'two'])
    expect(await titles('firm.open,title')).toEqual(['one', 'two'])
    for (const sort of ['firm.debt', 'firm.nothing', 'firm.friends.name', 'price.name', 'title.name'])
      expect((await seller.get(at('deals', { sort }))).status).toBe(400)
    expect((await seller.get(at('deals', { sort: 'firm.debt' }))).body.code).toBe('unknown_field')
    expect((await blind.get(at('deals', { sort: 'firm.name' }))).body.code).toBe('unknown_field')
  })

  test('to oneself are walked as any other: of one’s own record no more is asked than may be read', async () => {
    await root.patch(`/api/people/${seller.id}`, { grade: 3 }).expect(200)
    await root.patch(`/api/people/${root.id}`, { grade: 4 }).expect(200)
    const count = async (filter: string): Promise<number> =>
      (await seller.get(at('people', { filter, count: 'exact' })).expect(200)).body.count
    expect([await count('grade == 4'), await count('grade == 3')]).toEqual([1, 0])
    expect([await count('me.grade == 3'), await count('me.grade == null and me == this')]).toEqual([0, 1])
  })

  test.each(['firm.board.name == "Secret board"', 'Board.count() > 0', 'firm.board.members.count() > 0'])(
    'a filter %s on what is closed altogether is one on what does not exist',
    async (filter) => {
      expect((await seller.get(at('deals', { filter }))).body.code).toBe('unknown_field')
    },
  )

  test('lead nowhere in writing: what may not be read can be pointed to no more than what is not there', async () => {
    const filer = await app.as('Filer')
    const { body: deal } = await filer.post('/api/deals', { title: 'filed', firm: open }).expect(201)
    const writings = [
      (firm: string) => filer.post('/api/deals', { title: 'filed as well', firm }),
      (firm: string) => filer.patch(`/api/deals/${deal.id}`, { firm }),
    ]
    for (const write of writings) {
      const hidden = await write(closed).expect(422)
      const unknown = await write('019aa5c0-0000-7000-8000-00000000ffff').expect(422)
      expect(bare(hidden.body)).toBe(bare(unknown.body))
      expect(hidden.body.errors).toMatchObject([{ field: 'firm' }])
    }
    await filer.patch(`/api/deals/${deal.id}`, { firm: open }).expect(200)
    await root.delete(`/api/deals/${deal.id}`).expect(204)
  })
})

describe('emptiness', () => {
  test('makes no condition true', async () => {
    // No deal is kept by this person, of an empty firm no name is known, and of an empty price not that it is not below nothing.
    const { body } = await blind.get('/api/deals?sort=title')
    expect(body.items).toEqual(['one', 'three', 'two'].map((title) => ({ id: deals[title], _version: 1, title })))
  })

  test('is no way in for nobody: without an account `me` is nothing, and owns nothing', async () => {
    const free = await startApp(
      documentOf({
        3: '### Note\n\n| field | type |\n|---|---|\n| title | text |\n| keeper | Person (as notes) |',
        6: `| role | entity | may | where |\n|---|---|---|---|\n| everyone | Note | read | \`keeper == me\` |`,
      }),
    )
    const boss = await free.as('Administrator')
    await boss.post('/api/notes', { title: 'nobody keeps it' }).expect(201)
    expect((await free.anyone.get('/api/notes')).status).toBe(401)
    expect((await (await free.as('')).get('/api/notes')).body.items).toEqual([])
    await free.stop()
  })
})

describe('a history', () => {
  test('tells of the fields that may be read now, though others were changed too', async () => {
    const id = deals['one'] ?? ''
    await root.patch(`/api/deals/${id}`, { price: 11, word: 'gamma', title: 'uno' }).expect(200)
    await root.patch(`/api/deals/${id}`, { price: 12 }).expect(200)
    const { body } = await historian.get(`/api/deals/${id}/history`).expect(200)
    expect(body.items.map(({ changes }: { changes: object }) => changes)).toEqual([
      {},
      { title: ['one', 'uno'] },
      { title: [null, 'one'], agreed: [null, true] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/price|gamma|"by"/)
    await root.patch(`/api/deals/${id}`, { title: 'one', word: 'alpha', price: 10 }).expect(200)
  })

  test('of a record that may not be read any more is not there, as of one that never was', async () => {
    const id = deals['two'] ?? ''
    await historian.get(`/api/deals/${id}/history`).expect(200)
    await root.patch(`/api/deals/${id}`, { agreed: false }).expect(200)
    const gone = await historian.get(`/api/deals/${id}/history`).expect(404)
    const never = await historian.get('/api/deals/019aa5c0-0000-7000-8000-00000000ffff/history').expect(404)
    expect(bare(gone.body)).toBe(bare(never.body))
    await root.patch(`/api/deals/${id}`, { agreed: true }).expect(200)
    await root.delete(`/api/deals/${id}`).expect(204)
    await historian.get(`/api/deals/${id}/history`).expect(404)
    await root.post(`/api/deals/${id}/restore`, {}).expect(200)
  })
})
