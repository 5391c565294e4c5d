// The specification that a reader gets names no field that they may not read: in no rule, condition, message, line or screen.
// @module-tag P21
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { documentOf } from '../helpers/compile-document.ts'

/** Names that begin with `zq` are those of fields that readers may not read, wherever a document can name a field. */
const TEXT = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /deals | Deals | table of Deal | Reader |
| /deals/:id | Deal | record of Deal | Reader |
| /new | New deal | form for Deal | Reader |
| /board | Board | board of Deal by zq_stage | Reader |
| /cal | Calendar | calendar of Deal by zq_when to zq_when | Reader |
| /home | Home | dashboard | Reader |

### Deals
- columns: title, zq_price, firm.zq_debt
- where: \`zq_price > 5\`
- filters: title, zq_price
- sort: zq_price
- group: zq_price

| view | for | where | sort |
|---|---|---|---|
| Dear | Reader | \`zq_price > 3\` | zq_price |
| Cheap | Reader | \`low < 3\` | title |

### Home

| tile | shows |
|---|---|
| A | count of Deal where zq_price > 4 |
| All of them | count of Deal |
| B | sum of Deal.zq_price |
| C | table of Deal first 5 where zq_price > 4 |
`,
  3: `### Firm

| field | type |
|---|---|
| name | text |
| zq_debt | integer |

### Deal

| field | type | required | default | limits | choose from | value |
|---|---|---|---|---|---|---|
| title | text | | | | | |
| key | text | yes | | unique per zq_price | | |
| zq_price | integer | | | min 1 | | |
| zq_when | date | | | | | |
| low | integer | \`zq_price > 4\` | \`zq_price\` | | | |
| double | computed integer | | | | | \`zq_price * 2\` |
| firm | Firm | | | | \`zq_debt > 5\` | |
| named | text | | \`firm.name\` | | | |

- title: \`title + " {zq_price}"\`
- order: zq_price
- unique: title, zq_price
`,
  4: `### Deal.zq_stage

- starts: one
- ends: two

| state |
|---|
| one |
| two |

### Deal.state

- starts: new
- ends: done

| state |
|---|
| new |
| done |

| transition | from | to | who | when | asks | then |
|---|---|---|---|---|---|---|
| finish | new | done | Reader | \`zq_price > 5\` | why: text, much: integer | \`zq_price = 4\`; notify Reader "{zq_price} is" |
| finish2 | new | done | \`zq_price > 5\` | | | |

| field | new | if |
|---|---|---|
| low | read only | \`zq_price > 4\` |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Not too much | Deal | \`zq_price <= 5\` | ZQ |
| Low | Deal | \`low <= 7\` | Only this one |
| Fine | Deal | \`low <= 5\` | "It is {zq_price} and {zq_price > 4 ? "a" : "b"}." |
| Many | Deal | at most 5 per firm where zq_price > 4 | Many. |
`,
  6: `| role | is | of | who |
|---|---|---|---|
| Reader | reads | | |
| Keeper | keeps | Deal | \`zq_price > 4\` |

| role | entity | may | where | fields | otherwise |
|---|---|---|---|---|---|
| Reader | Deal | read | | all except zq_price, zq_stage, zq_when | |
| Reader | Deal | read | \`zq_price > 5\` | title | |
| Reader | Deal | create | | title, low, firm, named | |
| Reader | Deal | update | \`zq_price > 4\` | low, title | |
| Reader | Deal | delete | \`zq_price > 4\` | | |
| Reader | Firm | read | | name | |
`,
  8: `| code | status | message |
|---|---|---|
| ZQ | 422 | It costs {zq_price}. |
`,
})

let app: TestApp
beforeAll(async () => {
  app = await startApp(TEXT)
})
afterAll(() => app.stop())

/** Finds the places where these texts stand in a value, keys too. */
function placesOf(value: unknown, wanted: RegExp, at = ''): readonly string[] {
  if (typeof value === 'string') return wanted.test(value) ? [`${at}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [
    ...(wanted.test(key) ? [`${at}.${key}`] : []),
    ...placesOf(each, wanted, `${at}.${key}`),
  ])
}

test.each(['/api/spec', '/api/openapi.json'])('%s names nothing that its reader may not read', async (path) => {
  const reader = await app.as('Reader')
  expect(placesOf((await reader.get(path).expect(200)).body, /zq/i)).toEqual([])
  const visitor = await app.anyone.get(path)
  expect(placesOf(visitor.body, /zq/i)).toEqual([])
  const administrator = await app.as('Administrator')
  expect(placesOf((await administrator.get(path).expect(200)).body, /zq/i).length).toBeGreaterThan(
    path === '/api/spec' ? 50 : 3,
  )
})

test('what names only what its reader may read is there, with its lines', async () => {
  const { body } = await (await app.as('Reader')).get('/api/spec').expect(200)
  expect(body).not.toHaveProperty('document')
  const text = JSON.stringify(body)
  for (const kept of ['Only this one', '| title | text |', 'low <= 7', '/deals', 'Cheap', 'All of them'])
    expect([kept, text.includes(kept)]).toEqual([kept, true])
})
