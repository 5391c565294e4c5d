// P03: nor is what may not be read told by how long an answer takes. `npm run test:policy` measures it; other work on the machine would disturb it.
import { describe, expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import { startApp } from '../helpers/start-app.ts'
import type { Caller, TestApp } from '../helpers/start-app.ts'
import { welchP } from '../helpers/welch-test.ts'

const PAIRS = Number(process.env['POLICY_TIMED_PAIRS'] ?? 0)
const ROWS = 400

/** A seller reads agreed deals, and of these neither price nor word; the firms that are closed are nothing to him. */
const DOCUMENT = documentOf({
  3: `### Firm

| field | type | limits |
|---|---|---|
| name | text | searchable |
| open | yes/no | |

### Deal

| field | type | limits |
|---|---|---|
| title | text | searchable |
| code | text | unique |
| price | integer | |
| word | text | searchable |
| agreed | yes/no | |
| firm | Firm (as deals) | |`,
  6: `| role | is |
|---|---|
| Seller | sells |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Seller | Deal | read, update | \`agreed\` | title, code, firm |
| Seller | Firm | read | \`open\` | name |`,
})

interface World {
  readonly app: TestApp
  readonly seller: Caller
  /** A deal and a firm that he may not read. */
  readonly deal: string
  readonly firm: string
}

/** Half of the rows may be read, and are the same in both worlds; all else is `hidden`. */
async function startWorld(hidden: { readonly word: string; readonly price: number }): Promise<World> {
  const app = await startApp(DOCUMENT)
  const root = await app.as('Administrator')
  const seller = await app.as('Seller')
  const make = async (path: string, body: object): Promise<string> =>
    String((await root.post(`/api/${path}`, body).expect(201)).body.id)
  const open = await make('firms', { name: 'Open', open: true })
  const firm = await make('firms', { name: hidden.word, open: false })
  let deal = ''
  for (let row = 0; row < ROWS; row++) {
    const agreed = row % 2 === 0
    const title = agreed ? `alpha ${row}` : `${hidden.word} ${row}`
    const values = { price: hidden.price + row, word: hidden.word, agreed, firm: row % 4 === 0 ? open : firm }
    const made = await make('deals', { title, code: agreed ? `c${row}` : `${hidden.word}${row}`, ...values })
    if (!agreed) deal = made
  }
  return { app, seller, deal, firm }
}

type Ask = (world: World) => PromiseLike<{ readonly status: number }>

const NOWHERE = '019aa5c0-0000-7000-8000-00000000ffff'
const list = (parameters: { readonly [name: string]: string }): Ask => {
  const at = `/api/deals?${new URLSearchParams({ limit: '5', ...parameters })}`
  return ({ seller }) => seller.get(at)
}
const asked: readonly (readonly [string, Ask])[] = [
  ['a list', list({})],
  ['a count', list({ count: 'exact' })],
  ['a sort', list({ sort: '-title' })],
  ['a search', list({ search: 'alpha' })],
  ['a search for what is hidden', list({ search: 'omega' })],
  ['a count of what is hidden', list({ search: 'omega', count: 'exact' })],
  ['a filter for what is hidden', list({ filter: 'title.startsWith("omega")' })],
  ['a filter by a relation', list({ filter: 'firm.name == "omega"' })],
  ['a filter by a set', list({ filter: 'Firm.exists(f, f.name == "omega")' })],
  ['an expansion', list({ expand: 'firm' })],
  ['a summary', ({ seller }) => seller.get('/api/deals/summary?by=firm&measure=count')],
  ['a hidden record', ({ seller, deal }) => seller.get(`/api/deals/${deal}`)],
  ['a hidden key', ({ seller }) => seller.get(`/api/deals/code/omega${ROWS - 1}`)],
  ['an update of a hidden record', ({ seller, deal }) => seller.patch(`/api/deals/${deal}`, { title: 'x' })],
]

/** In turns, so that whatever slows the machine slows both. */
async function measure(pairs: number, one: () => PromiseLike<unknown>, other: () => PromiseLike<unknown>) {
  const times: [number[], number[]] = [[], []]
  for (let pair = 0; pair < pairs; pair++) {
    const turns = [[times[0], one] as const, [times[1], other] as const]
    for (const [kept, ask] of pair % 2 === 0 ? turns : turns.toReversed()) {
      const started = performance.now()
      await ask()
      kept.push(performance.now() - started)
    }
  }
  return welchP(...times)
}

/** A true difference shows each time; chance does so once in a hundred. */
async function largestChance(one: () => PromiseLike<unknown>, other: () => PromiseLike<unknown>): Promise<number> {
  await measure(Math.ceil(PAIRS / 10), one, other)
  const chances = [await measure(PAIRS, one, other)]
  while (chances.length < 4 && Math.max(...chances) <= 0.01) chances.push(await measure(PAIRS, one, other))
  return Math.max(...chances)
}

describe.skipIf(PAIRS === 0)('how long an answer takes', () => {
  test(`is the same in two worlds that differ in hidden values, over ${PAIRS} pairs of each request`, async () => {
    const [one, other] = [
      await startWorld({ word: 'omega', price: 1 }),
      await startWorld({ word: 'sigma', price: 1_000_000 }),
    ]
    const told: string[] = []
    for (const [what, ask] of asked) {
      expect([what, (await ask(one)).status]).toEqual([what, (await ask(other)).status])
      const chance = await largestChance(
        () => ask(one),
        () => ask(other),
      )
      console.info(`${what}: p = ${chance.toFixed(3)}`)
      if (chance <= 0.01) told.push(what)
    }
    expect(told).toEqual([])
    await Promise.all([one.app.stop(), other.app.stop()])
  })

  test(`is the same for what is hidden and for what is not there, over ${PAIRS} pairs of each request`, async () => {
    const { app, seller, deal, firm } = await startWorld({ word: 'omega', price: 1 })
    const root = await app.as('Administrator')
    const own = String((await root.get('/api/deals?filter=agreed&limit=1')).body.items[0].id)
    const ways: readonly (readonly [string, (id: string) => PromiseLike<unknown>, string])[] = [
      ['read', (id) => seller.get(`/api/deals/${id}`), deal],
      ['update', (id) => seller.patch(`/api/deals/${id}`, { title: 'x' }), deal],
      ['deletion', (id) => seller.delete(`/api/deals/${id}`), deal],
      ['history', (id) => seller.get(`/api/deals/${id}/history`), deal],
      ['pointing to it', (id) => seller.patch(`/api/deals/${own}`, { firm: id }), firm],
    ]
    const told: string[] = []
    for (const [what, ask, hidden] of ways) {
      const chance = await largestChance(
        () => ask(hidden),
        () => ask(NOWHERE),
      )
      console.info(`${what}: p = ${chance.toFixed(3)}`)
      if (chance <= 0.01) told.push(what)
    }
    expect(told).toEqual([])
    await app.stop()
  })
})
