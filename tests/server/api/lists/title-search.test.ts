// What a title shows is searched, though the document does not call it searchable; nothing else is, and to nobody who may not read it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Team

| field | type |
|---|---|
| name | text |
| motto | text |

### Shelf

| field | type | limits | value |
|---|---|---|---|
| code | text | | |
| room | text | | |
| nickname | text | | |
| key | text | hidden | |
| team | Team (as shelves) | | |
| full_name | computed text | | \`code + " of " + room\` |
| owner | computed text | | \`team.name\` |

- title: \`nickname != null ? full_name + " in " + room + " " + key + " " + team.name + " " + owner : code\``,
  6: `| role | is |
|---|---|
| Keeper | keeps all |
| Guest | looks |

| role | entity | may | fields |
|---|---|---|---|
| Keeper | Team, Shelf | everything | |
| Guest | Team | read | name |
| Guest | Shelf | read | code |`,
})

let app: TestApp
let keeper: Caller
let guest: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  keeper = await app.as('Keeper')
  guest = await app.as('Guest')
  const team = await keeper.post('/api/teams', { name: 'Product and apps', motto: 'Onwards' }).expect(201)
  await keeper
    .post('/api/shelves', { code: 'Alpha', room: 'Cellar', nickname: 'Bertha', team: team.body.id })
    .expect(201)
})
afterAll(() => app.stop())

async function count(caller: Caller, path: string, words: string): Promise<number> {
  return (await caller.get(`/api/${path}?search=${words}`).expect(200)).body.items.length
}

describe('a search', () => {
  test('finds a record by the text that names it, where the document says nothing', async () => {
    expect(await count(keeper, 'teams', 'product')).toBe(1)
    expect(await count(guest, 'teams', 'apps product')).toBe(1)
    expect(await count(keeper, 'teams', 'onwards')).toBe(0)
  })

  test(
    'finds it by each text of its own that the title shows, and by no other',
    { tags: 'reference/limits' },
    async () => {
      const found = await Promise.all(
        ['alpha', 'cellar', 'alpha of cellar', 'bertha', 'product'].map((words) => count(keeper, 'shelves', words)),
      )
      expect(found).toEqual([1, 1, 1, 0, 0])
    },
  )

  test('of a title that may be read in part looks at this part', async () => {
    expect(await count(guest, 'shelves', 'alpha')).toBe(1)
    expect(await count(guest, 'shelves', 'cellar')).toBe(0)
  })
})
