// Out of the trash over HTTP: what went there along with a record comes back along with it, or all of it stays.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const SHELVES = documentOf({
  3: `### Shelf

| field | type | required |
|---|---|---|
| label | text | yes |

### Author

| field | type | required |
|---|---|---|
| name | text | yes |

### Book

| field | type | required | limits |
|---|---|---|---|
| title | text | yes | unique |
| shelf | Shelf, deleted with it | yes | |
| author | Author | no | |`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Two of one author | Book | at most 2 per author where \`author != null\` | Two books of one author are enough. |`,
  6: `| role | is |
|---|---|
| Keeper | keeps books |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Keeper | Shelf, Book, Author | everything | | all |`,
})

let app: TestApp
let keeper: Caller

beforeAll(async () => {
  app = await startApp(SHELVES)
  keeper = await app.as('Keeper')
})
afterAll(() => app.stop())

async function create(path: string, body: object): Promise<string> {
  const answer = await keeper.post(`/api/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return `/api/${path}/${answer.body.id}`
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

describe('a shelf that was deleted with its books', () => {
  test('comes back with them, and the history of each says so', async () => {
    const shelf = await create('shelves', { label: 'A' })
    const book = await create('books', { title: 'One', shelf: idOf(shelf) })
    expect((await keeper.delete(shelf)).status).toBe(204)
    expect((await keeper.get(book)).status).toBe(404)
    expect((await keeper.post(`${shelf}/restore`)).status).toBe(200)
    expect((await keeper.get(book)).body).toMatchObject({ title: 'One' })
    for (const path of [shelf, book]) {
      const { body } = await keeper.get(`${path}/history`)
      expect(body.items.map(({ event }: { event: string }) => event)).toEqual(['restored', 'deleted', 'created'])
    }
  })

  test('stays where a book of it would break a rule', async () => {
    const author = idOf(await create('authors', { name: 'Ann' }))
    const shelf = await create('shelves', { label: 'B' })
    const book = await create('books', { title: 'Two', shelf: idOf(shelf), author })
    await keeper.delete(shelf)
    const other = idOf(await create('shelves', { label: 'C' }))
    for (const title of ['Three', 'Four']) await create('books', { title, shelf: other, author })
    const refused = await keeper.post(`${shelf}/restore`)
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toBe('Two books of one author are enough.')
    for (const path of [shelf, book]) expect((await keeper.get(path)).status).toBe(404)
  })

  test('stays where a title of it is taken meanwhile: the field is named', async () => {
    const shelf = await create('shelves', { label: 'D' })
    await create('books', { title: 'Five', shelf: idOf(shelf) })
    await keeper.delete(shelf)
    await create('books', { title: 'Five', shelf: idOf(await create('shelves', { label: 'E' })) })
    const refused = await keeper.post(`${shelf}/restore`)
    expect([refused.status, refused.body.errors]).toMatchObject([409, [{ field: 'title', code: 'taken' }]])
    expect((await keeper.get(shelf)).status).toBe(404)
  })

  test('stays where what a book of it refers to is gone', async () => {
    const author = await create('authors', { name: 'Ben' })
    const shelf = await create('shelves', { label: 'F' })
    await create('books', { title: 'Six', shelf: idOf(shelf), author: idOf(author) })
    await keeper.delete(shelf)
    expect((await keeper.delete(author)).status).toBe(204)
    const refused = await keeper.post(`${shelf}/restore`)
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'author', code: 'not_found' }]])
    expect((await keeper.get(shelf)).status).toBe(404)
  })
})

const REPAIRS = documentOf({
  3: `### Repair

| field | type |
|---|---|
| what | text |`,
  4: `### Repair.state

- starts: reported
- ends: mended

| timer | runs in | lasts | then |
|---|---|---|---|
| promise | reported | 8 hours | what = "late" |

| transition | from | to | who |
|---|---|---|---|
| mend | reported | mended | Keeper |`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Promised | Repair | \`state == "mended" or timers.promise.left != null\` | A repair has its promise. |`,
  6: `| role | is |
|---|---|
| Keeper | mends things |

| role | entity | may |
|---|---|---|
| Keeper | Repair | everything |`,
})

test('rules see the timers that a restored record has again', async () => {
  const repairs = await startApp(REPAIRS)
  try {
    const mender = await repairs.as('Keeper')
    const { body, headers } = await mender.post('/api/repairs', { what: 'a lamp' })
    const deleted = await mender.delete(`/api/repairs/${body.id}`).set('If-Match', headers['etag'] ?? '')
    expect(deleted.status).toBe(204)
    const restored = await mender.post(`/api/repairs/${body.id}/restore`)
    expect([restored.status, restored.body.state]).toEqual([200, 'reported'])
  } finally {
    await repairs.stop()
  }
})
