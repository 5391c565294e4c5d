// Calls of the document's own: routes, who may make them, what they take, and answers with what the caller may read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Shelf

| field | type | required | limits |
|---|---|---|---|
| code | text | yes | unique |

### Book

| field | type | required | limits |
|---|---|---|---|
| title | text | yes | |
| slug | slug of title | | |
| shelf | Shelf | | |
| price | decimal(2) | | |
| secret | text | | unique |
| public | yes/no | | |
`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Few at once | GET /api/catalogue | \`limit <= 10\` | At most ten at once. | limit |
`,
  6: `| role | is |
|---|---|
| Reader | reads |
| Keeper | keeps |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Keeper | Book, Shelf | everything | | |
| Keeper, Reader | Person | read | | name |
| Reader, anyone | Book | read | \`public\` | all except secret |
`,
  7: `
### GET /api/catalogue

- who: anyone

| takes | in | type | required | default |
|---|---|---|---|---|
| limit | query | integer | no | 5 |
| offset | query | integer | no | 0 |
| shelf | query | text | no | |
| X-Trace | header | text | no | |

1. let found = Book.filter(b, input.shelf == null or b.shelf.code == input.shelf)
2. let page = found.sort(b, b.title).page(limit, offset)
3. answer 200

\`\`\`json
{
  "books": "\`page.map(b, shape.book(b))\`",
  "count": "\`found.count()\`",
  "sum": "\`found.sum(b, b.price)\`",
  "trace": "\`x_trace\`",
  "fixed": [1, true, null, "as it is"]
}
\`\`\`

### GET /api/books/newest

- who: anyone

1. answer 200

\`\`\`json
{ "newest": true }
\`\`\`

### GET /api/books/:slug of Book

- who: anyone

1. answer 200

\`\`\`json
{ "book": "\`shape.book_with_secret(book)\`", "mine": "\`book.title\`" }
\`\`\`

### GET /api/secrets/:secret of Book

- who: anyone

1. answer 200

\`\`\`json
{ "title": "\`book.title\`", "myAddress": "\`me.email\`", "myName": "\`me.name\`" }
\`\`\`

### POST /api/books/:slug/relabel of Book

- who: everyone

1. let place = book.shelf
2. update book.shelf { code: "B7" }
3. for each s in [book.shelf]: update s { code: "C3" } if s.code == "B7"
4. answer 200

\`\`\`json
{ "isKnown": "\`place != null\`" }
\`\`\`

### GET /api/shelves/:code/books/:slug

- who: anyone

1. answer 200

\`\`\`json
"\`book.title\`"
\`\`\`

### GET /api/keepers

- who: Keeper

1. refuse TOO_FEW if Book.count() < 2
2. answer 200

\`\`\`json
{ "titles": "\`Book.sort(b, b.title).map(b, b.title)\`" }
\`\`\`

### GET /api/nobody

1. answer 200

### Shape book of Book

| name | value |
|---|---|
| title | \`title\` |
| price | \`price\` |
| shelf | \`shape.shelf(shelf)\` |

### Shape book_with_secret of Book

- as: book

| name | value |
|---|---|
| secret | \`secret\` |

### Shape shelf of Shelf

| name | value |
|---|---|
| code | \`code\` |
`,
  8: '| code | status | message |\n|---|---|---|\n| TOO_FEW | 409 | There are too few books. |\n',
})

let app: TestApp
let keeper: Caller
let reader: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  keeper = await app.as('Keeper')
  reader = await app.as('Reader')
  const shelf = (await keeper.post('/api/shelves', { code: 'A1' })).body
  for (const [title, isPublic, price] of [
    ['Alice', true, '1.50'],
    ['Bob', false, '2.25'],
    ['Carol', true, '4.00'],
  ])
    await keeper.post('/api/books', { title, public: isPublic, price, secret: `of ${title}`, shelf: shelf.id })
})
afterAll(() => app.stop())

describe('an answer', () => {
  test('holds the sets and the fields that the caller may read', async () => {
    const { status, type, body } = await reader.get('/api/catalogue')
    expect([status, type]).toEqual([200, 'application/json'])
    expect(body).toEqual({
      // Readers know no shelves.
      books: [
        { title: 'Alice', price: '1.50', shelf: null },
        { title: 'Carol', price: '4.00', shelf: null },
      ],
      count: 2,
      sum: '5.50',
      trace: null,
      fixed: [1, true, null, 'as it is'],
    })
    const all = (await keeper.get('/api/catalogue?limit=2&offset=1')).body
    expect(all.books).toEqual([
      { title: 'Bob', price: '2.25', shelf: { code: 'A1' } },
      { title: 'Carol', price: '4.00', shelf: { code: 'A1' } },
    ])
    expect([all.count, all.sum]).toEqual([3, '7.75'])
  })

  test('takes inputs of the query and of headers', { tags: 'reference/a-call' }, async () => {
    const none = await keeper.get('/api/catalogue?shelf=B2').set('X-Trace', 'here')
    expect([none.body.count, none.body.trace]).toEqual([0, 'here'])
  })

  test('leaves out what the caller may not read of the record of the path', { tags: 'reference/shapes' }, async () => {
    expect((await reader.get('/api/books/alice')).body.book).toEqual({
      title: 'Alice',
      price: '1.50',
      shelf: null,
      secret: null,
    })
    expect((await keeper.get('/api/books/alice')).body.book.secret).toBe('of Alice')
  })

  test('leaves out what callers may not read of themselves', async () => {
    const { title, ...mine } = (await keeper.get('/api/secrets/of%20Carol')).body
    expect([title, mine]).toEqual(['Carol', { myAddress: null, myName: 'Keeper 1' }])
  })
})

describe('a path', () => {
  test(
    'finds a record that the caller may read, and no other',
    { tags: 'reference/the-record-of-the-path' },
    async () => {
      expect((await reader.get('/api/books/bob')).status).toBe(404)
      expect((await keeper.get('/api/books/bob')).body.mine).toBe('Bob')
      expect((await keeper.get('/api/books/nobody')).body.code).toBe('not_found')
    },
  )

  test('finds no record by a field that the caller may not read', async () => {
    expect((await keeper.get('/api/secrets/of%20Alice')).body.title).toBe('Alice')
    for (const caller of [reader, app.anyone]) expect((await caller.get('/api/secrets/of%20Alice')).status).toBe(404)
  })

  test('with a fixed segment wins over a parameter', async () => {
    expect((await reader.get('/api/books/newest')).body).toEqual({ newest: true })
    expect((await keeper.get('/api/books/summary')).body.groups).toBeDefined()
  })

  test(
    'leads to a record only through the one to which it belongs',
    { tags: 'reference/the-record-of-the-path' },
    async () => {
      await keeper.post('/api/shelves', { code: 'Z9' })
      expect((await keeper.get('/api/shelves/A1/books/alice')).body).toBe('Alice')
      expect((await keeper.get('/api/shelves/Z9/books/alice')).status).toBe(404)
      expect((await reader.get('/api/shelves/A1/books/alice')).status).toBe(404)
    },
  )

  test('keeps the other methods of the standard calls', async () => {
    expect((await keeper.post('/api/books/newest')).status).toBe(405)
    expect((await keeper.get('/api/books')).body.items).toHaveLength(3)
  })
})

test('steps change no record that the caller may not read, whatever relation leads there', async () => {
  const codes = async () =>
    (await keeper.get('/api/shelves?sort=code')).body.items.map(({ code }: { code: string }) => code)
  expect((await reader.post('/api/books/carol/relabel')).body).toEqual({ isKnown: false })
  expect(await codes()).toEqual(['A1', 'Z9'])
  expect((await keeper.post('/api/books/carol/relabel')).body).toEqual({ isKnown: true })
  expect(await codes()).toEqual(['C3', 'Z9'])
})

describe('a refusal', () => {
  test('asks to sign in, or says that it is not allowed, before it looks at what is given', async () => {
    expect((await app.anyone.get('/api/keepers')).status).toBe(401)
    expect((await reader.get('/api/keepers')).status).toBe(403)
    expect((await keeper.get('/api/keepers')).body).toEqual({ titles: ['Alice', 'Bob', 'Carol'] })
    expect((await keeper.get('/api/nobody')).status).toBe(403)
  })

  test('names all wrong inputs at once, and unknown parameters', { tags: 'reference/a-call' }, async () => {
    const { status, body } = await reader.get('/api/catalogue?limit=many&offset=x')
    expect(status).toBe(422)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['limit', 'offset'])
    expect((await reader.get('/api/catalogue?page=2')).body.code).toBe('unknown_parameter')
  })

  test(
    'comes from the rules of point 5 that are bound to the call',
    { tags: 'reference/rules-on-a-call' },
    async () => {
      const { status, body } = await reader.get('/api/catalogue?limit=11')
      expect([status, body.errors[0]]).toMatchObject([422, { field: 'limit', message: 'At most ten at once.' }])
    },
  )
})

describe('the description of the API', () => {
  test(
    'tells of the calls that the caller may make, in place of the standard ones there',
    { tags: 'reference/what-is-checked' },
    async () => {
      const { paths } = (await reader.get('/api/openapi.json')).body
      const { parameters, responses } = paths['/api/catalogue'].get
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['limit', 'offset', 'shelf', 'X-Trace'])
      expect(responses[200].content['application/json'].schema.properties.count).toEqual({ type: ['integer', 'null'] })
      expect(Object.keys(paths['/api/books/{slug}'])).toEqual(['get'])
      expect(paths['/api/books/{id}']).toBeUndefined()
      expect(paths['/api/keepers']).toBeUndefined()
      expect((await keeper.get('/api/openapi.json')).body.paths['/api/keepers']).toBeDefined()
    },
  )
})
