// P03: nor is what may not be read told by how long an answer takes. `npm run test:policy` measures it; other work on the machine would disturb it.
import { Agent, get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { RecordValue } from '../../shared/expressions/value.ts'
import { evenPace } from '../../server/storage/pace.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { startApp } from '../helpers/start-app.ts'
import type { Caller, TestApp } from '../helpers/start-app.ts'
import { welchP } from '../helpers/welch-test.ts'

const PAIRS = Number(process.env['POLICY_TIMED_PAIRS'] ?? 0)
/** Pairs under way together. */
const AT_ONCE = 4
const SIZES = [400, 20_000]
const AT = '2026-11-20T00:00:00.000Z'

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
| rank | integer | indexed |
| price | integer | |
| word | text | searchable |
| agreed | yes/no | |
| firm | Firm (as deals) | |`,
  6: `| role | is |
|---|---|
| Seller | sells |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Seller | Deal | read, update | \`agreed\` | title, code, rank, firm |
| Seller | Firm | read | \`open\` | name |`,
})

interface Hidden {
  readonly word: string
  readonly price: number
  readonly rank: number
}

/** What is hidden comes before all that is not, in every order; or behind it. */
const BEFORE: Hidden = { word: 'able', price: 1, rank: -1_000_000 }
const BEHIND: Hidden = { word: 'zeal', price: 1_000_000, rank: 1_000_000 }

interface World {
  readonly rows: number
  readonly app: TestApp
  readonly seller: Caller
  /** A deal and a firm that he may not read. */
  readonly deal: string
  readonly firm: string
}

/** Half of the rows may be read, and are the same in both worlds; all else is `hidden`. */
async function startWorld(rows: number, hidden: Hidden): Promise<World> {
  const app = await startApp(DOCUMENT, undefined, { pace: evenPace })
  const seller = await app.as('Seller')
  const { newId, storage } = app.dependencies
  const standard = { version: 1, created_at: AT, created_by: seller.id, updated_at: AT, updated_by: seller.id }
  const record = (values: object): RecordValue => ({ id: newId(AT), ...standard, ...values })
  const open = record({ name: 'Open', open: true })
  const closed = Array.from({ length: rows / 4 }, () => record({ name: hidden.word, open: false }))
  const firm = String(closed[0]?.id)
  const deals = Array.from({ length: rows }, (_, row) => {
    const agreed = row % 2 === 0
    const title = agreed ? `deal ${row}` : `${hidden.word} ${row}`
    const values = { price: hidden.price + row, word: hidden.word, agreed, firm: row % 4 === 0 ? open.id : firm }
    const code = agreed ? `c${row}` : `${hidden.word}${row}`
    return record({ title, code, rank: agreed ? row : hidden.rank + row, ...values })
  })
  const all = [
    ...[open, ...closed].map((each) => ['Firm', each] as const),
    ...deals.map((each) => ['Deal', each] as const),
  ]
  for (let at = 0; at < all.length; at += 1_000)
    await storage.write(async (transaction) => {
      for (const [entity, each] of all.slice(at, at + 1_000)) await transaction.insert(entity, each)
    })
  return { rows, app, seller, deal: String(deals.at(-1)?.id), firm }
}

/** Over a connection that stays: what a connection takes to be made would cover the rest. */
const agent = new Agent({ keepAlive: true })

function get({ app, seller }: World, path: string): Promise<{ readonly status: number; readonly body: string }> {
  const { port } = app.server.address() as AddressInfo
  const headers = { Authorization: `Bearer ${seller.token}` }
  return new Promise((resolve, reject) => {
    httpGet({ port, path, agent, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    }).on('error', reject)
  })
}

type Ask = (world: World) => PromiseLike<{ readonly status: number }>

const NOWHERE = '019aa5c0-0000-7000-8000-00000000ffff'
const list = (parameters: { readonly [name: string]: string }): Ask => {
  const at = `/api/deals?${new URLSearchParams({ limit: '5', ...parameters })}`
  return (world) => get(world, at)
}
const asked: readonly (readonly [string, Ask])[] = [
  ['a list', list({})],
  ['a count', list({ count: 'exact' })],
  ['a sort', list({ sort: '-title' })],
  ['a sort along an index', list({ sort: 'code' })],
  ['a sort down an index', list({ sort: '-rank' })],
  ['a search', list({ search: 'deal' })],
  ['a search for what is hidden', list({ search: 'able' })],
  ['a sorted search for what is hidden', list({ search: 'able', sort: 'title' })],
  ['a search for a letter of what is hidden', list({ search: 'a' })],
  ['a count of what is hidden', list({ search: 'able', count: 'exact' })],
  ['a filter for what is hidden', list({ filter: 'title.startsWith("able")' })],
  ['a filter along an index', list({ filter: 'rank < 0' })],
  ['a count along an index', list({ filter: 'rank < 0', count: 'exact' })],
  ['a filter by a relation', list({ filter: 'firm.name == "able"' })],
  ['a filter by a set', list({ filter: 'Firm.exists(f, f.name == "able")' })],
  ['an expansion', list({ expand: 'firm' })],
  ['a summary', (world) => get(world, '/api/deals/summary?by=firm&measure=count')],
  ['a summary along an index', (world) => get(world, '/api/deals/summary?measure=count&filter=rank+%3C+0')],
  ['a search in what is closed', (world) => get(world, '/api/firms?search=able')],
  ['a hidden record', (world) => get(world, `/api/deals/${world.deal}`)],
  ['a hidden key', (world) => get(world, `/api/deals/code/able${world.rows - 1}`)],
  ['an update of a hidden record', ({ seller, deal }) => seller.patch(`/api/deals/${deal}`, { title: 'x' })],
]

/** In turns, so that whatever slows the machine slows both; some pairs at once, since most of the time is waiting for a step. */
async function measure(pairs: number, one: () => PromiseLike<unknown>, other: () => PromiseLike<unknown>) {
  const times: [number[], number[]] = [[], []]
  const measureSome = async (first: number): Promise<void> => {
    for (let pair = first; pair < pairs; pair += AT_ONCE) {
      const turns = [[times[0], one] as const, [times[1], other] as const]
      for (const [kept, ask] of pair % (2 * AT_ONCE) < AT_ONCE ? turns : turns.toReversed()) {
        const started = performance.now()
        await ask()
        kept.push(performance.now() - started)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => measureSome(first)))
  return welchP(...times)
}

/** A true difference shows each time; chance does so once in a hundred. */
async function largestChance(one: () => PromiseLike<unknown>, other: () => PromiseLike<unknown>): Promise<number> {
  await measure(Math.ceil(PAIRS / 10), one, other)
  const chances = [await measure(PAIRS, one, other)]
  while (chances.length < 4 && Math.max(...chances) <= 0.01) chances.push(await measure(PAIRS, one, other))
  return Math.max(...chances)
}

describe.skipIf(PAIRS === 0).each(SIZES)('how long an answer takes among %i records', (rows) => {
  test(`is the same in two worlds that differ in hidden values, over ${PAIRS} pairs of each request`, async () => {
    const [one, other] = [await startWorld(rows, BEFORE), await startWorld(rows, BEHIND)]
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
    const world = await startWorld(rows, BEFORE)
    const { app, seller, deal, firm } = world
    const own = String(
      (JSON.parse((await get(world, '/api/deals?limit=1')).body) as { items: { id: string }[] }).items[0]?.id,
    )
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
