// P03: which questions are answered at fixed steps, so that the time they take tells nothing of what may not be read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepAfter } from '../../../server/storage/pace.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { startApp } from '../../helpers/start-app.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Firm

| field | type | limits |
|---|---|---|
| name | text | searchable |
| open | yes/no | |

### Deal

- order: rank

| field | type | limits |
|---|---|---|
| title | text | searchable |
| rank | integer | indexed |
| stage | one of new, done | |
| note | text | searchable |
| agreed | yes/no | |
| firm | Firm (as deals) | |
| seller | Person (as deals) | |`,
  6: `| role | is |
|---|---|
| Seller | sells |
| Buyer | buys |
| Clerk | writes |
| Guest | looks |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Seller | Deal | read | \`seller == me\` | all |
| Seller | Firm | read | | all |
| Buyer | Deal | read | \`agreed\` | all |
| Clerk | Deal, Firm | read | | all |
| Guest | Deal | read | | title, rank, firm |
| Guest | Firm | read | \`open\` | all |`,
})

let app: TestApp
let steps = 0
const callers = new Map<string, Caller>()

beforeAll(async () => {
  const pace = { now: () => 0, untilStep: async () => void (steps += 1) }
  app = await startApp(DOCUMENT, undefined, { pace })
  for (const role of ['Seller', 'Buyer', 'Clerk', 'Guest', 'Administrator']) callers.set(role, await app.as(role))
  const seller = as('Seller').id
  for (const rank of [1, 2, 3])
    await as('Administrator').post('/api/deals', { title: 'a deal', rank, agreed: true, seller }).expect(201)
})

afterAll(() => app.stop())

function as(role: string): Caller {
  const caller = callers.get(role)
  if (!caller) throw new Error(`Nobody is ${role}.`)
  return caller
}

async function isStepped(role: string, parameters: string, path = 'deals'): Promise<boolean> {
  const before = steps
  await as(role).get(`/api/${path}${parameters}`).expect(200)
  return steps > before
}

describe('an answer leaves at a step', () => {
  test.each([
    ['a search', '?search=deal'],
    ['a filter', '?filter=rank%20%3C%205'],
    ['an order of his own', '?sort=-rank'],
    ['a count', '?count=exact'],
    ['a summary', '/summary?by=stage'],
    ['a set that the filter looks through', '?filter=Deal.exists(d,%20d.rank%20%3C%205)'],
  ])('when somebody under a row rule asks for %s', async (_what, parameters) => {
    expect(await isStepped('Buyer', parameters)).toBe(true)
  })

  test('when he goes on from a place, which he may have made up', async () => {
    const { body } = await as('Buyer').get('/api/deals?limit=1')
    expect(await isStepped('Buyer', `?limit=1&after=${body.next}`)).toBe(true)
  })

  test('when somebody searches where there are words that he may not read', async () => {
    expect(await isStepped('Guest', '?search=deal')).toBe(true)
  })

  test('when a filter leads to records under a row rule', async () => {
    expect(await isStepped('Guest', '?filter=firm.name%20==%20%22x%22')).toBe(true)
    expect(await isStepped('Guest', '?filter=Firm.exists(f,%20f.name%20==%20%22x%22)')).toBe(true)
  })

  test('when the rule finds the rows, and the filter could find others', async () => {
    expect(await isStepped('Seller', '?filter=seller%20==%20null')).toBe(true)
    expect(await isStepped('Seller', '?search=deal')).toBe(true)
  })
})

describe('an answer leaves at once', () => {
  test.each([
    ['a list', ''],
    ['a list in the order of the document', '?sort=rank'],
    ['a list with its relations', '?expand=firm'],
  ])('when somebody under a row rule asks for %s', async (_what, parameters) => {
    expect(await isStepped('Buyer', parameters)).toBe(false)
  })

  test('when one record is read', async () => {
    const { body } = await as('Buyer').get('/api/deals?limit=1')
    expect(await isStepped('Buyer', '', `deals/${body.items[0].id}`)).toBe(false)
  })

  test.each([
    ['a filter', '?filter=rank%20%3C%205'],
    ['an order of his own', '?sort=-title'],
    ['a count', '?count=exact'],
    ['a summary', '/summary?by=stage'],
    ['the firms', '?filter=firm.name%20==%20%22x%22'],
  ])('when the rule leads to the rows, and to no others, and %s is asked', async (_what, parameters) => {
    expect(await isStepped('Seller', parameters)).toBe(false)
  })

  test.each(['?search=deal', '?filter=rank%20%3C%205&sort=-title&count=exact', '/summary?by=stage'])(
    'when all may be read: %s',
    async (parameters) => {
      expect(await isStepped('Clerk', parameters)).toBe(false)
      expect(await isStepped('Administrator', parameters)).toBe(false)
    },
  )

  test('when no row is hidden and the filter asks of fields that may be read', async () => {
    expect(await isStepped('Guest', '?filter=rank%20%3C%205&sort=-title')).toBe(false)
  })
})

test('steps double, from 50 ms on', () => {
  expect([0, 50, 50.1, 100, 199, 201, 1_000].map(stepAfter)).toEqual([50, 50, 100, 100, 200, 400, 1_600])
})
