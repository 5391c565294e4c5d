// Related records of an import are found by what an export calls them.
// @module-tag I09
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const LIBRARY = documentOf({
  3: `### Title

| field | type | required |
|---|---|---|
| name | text | yes |

### Copy

| field | type | required |
|---|---|---|
| barcode | sequence "C-{00000}" | |
| title | Title | yes |

- title: "{barcode} {title.name}"

### Loan

| field | type | required |
|---|---|---|
| due | date | |
| due at | date and time | |
| copy | Copy | yes |
| others | several Title | |
| story | long text | |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Title, Copy, Loan | everything, import, export |
`,
})

let app: TestApp
let caller: Caller
let copies: readonly string[]
let titles: readonly string[]

beforeAll(async () => {
  app = await startApp(LIBRARY)
  caller = await app.as('Administrator')
  const create = async (path: string, body: object): Promise<string> =>
    (await caller.post(`/api/${path}`, body)).body.id
  titles = [
    await create('titles', { name: 'Dune' }),
    await create('titles', { name: 'Emma' }),
    await create('titles', { name: 'Emma' }),
    await create('titles', { name: 'Eats, Shoots & Leaves' }),
  ]
  copies = [await create('copies', { title: titles[0] }), await create('copies', { title: titles[0] })]
})
afterAll(() => app.stop())

async function send(text: string, query = 'mode=run') {
  return caller.post(`/api/loans/import?${query}`).type('text/csv').send(text)
}

async function loan(body: object): Promise<string> {
  const answer = await caller.post('/api/loans', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function othersOf(id: string): Promise<ReadonlySet<string>> {
  return new Set((await caller.get(`/api/loans/${id}`)).body.others as readonly string[])
}

describe('a related record in a table', () => {
  test('is found by a title of several parts, of other records too', { tags: 'reference/importing' }, async () => {
    const { body } = await send('Copy\r\nC-00002 Dune\r\n')
    expect(body).toMatchObject({ kept: true, created: 1, errors: [] })
    const { items } = (await caller.get(`/api/loans?filter=${encodeURIComponent(`copy.barcode == "C-00002"`)}`)).body
    expect(items).toHaveLength(1)
    const refused = await send('Copy\r\nC-00002 Emma\r\n')
    expect(refused.body.errors).toMatchObject([{ message: 'Copy: there is no Copy called “C-00002 Emma”.' }])
  })

  test('stays who it is where others have its name, and is refused where nothing tells which it is', async () => {
    const id = await loan({ copy: copies[0], others: [titles[2], titles[3]] })
    const same = await send(`Id,Others\r\n${id},"Emma, ""Eats, Shoots & Leaves"""\r\n`, 'mode=run&match=id')
    expect(same.body).toMatchObject({ kept: true, unchanged: 1, errors: [] })
    expect(await othersOf(id)).toEqual(new Set([titles[2], titles[3]]))
    const added = await send(`Id,Others\r\n${id},"Dune, Emma"\r\n`, 'mode=run&match=id')
    expect(added.body).toMatchObject({ kept: true, errors: [] })
    expect(await othersOf(id)).toEqual(new Set([titles[0], titles[2]]))
    const twice = await send(`Id,Others\r\n${id},"Emma, Emma"\r\n`, 'mode=run&match=id')
    expect(twice.body.errors).toMatchObject([{ code: 'ambiguous' }])
  })
})

describe('a column', () => {
  test('has its field’s label where another field has its heading', async () => {
    await loan({ copy: copies[0], due: '2026-12-01', due_at: '2026-12-02T09:30:00Z' })
    const { text } = await caller.get('/api/loans/export?fields=due,due_at&sort=-due')
    expect(text.split('\r\n').slice(0, 2)).toEqual(['\uFEFFDue,due at', '2026-12-01,2026-12-02 09:30:00'])
  })
})

describe('a text that a workbook had to cut', () => {
  test('changes nothing where it is as it was, and is refused elsewhere', { tags: 'reference/exporting' }, async () => {
    const whole = 'long '.repeat(8_000)
    const id = await loan({ copy: copies[0], story: whole })
    const mark = `… [32767/${whole.length}]`
    const cut = whole.slice(0, 32_767 - mark.length) + mark
    const same = await send(`Id,Story\r\n${id},${cut}\r\n`, 'mode=run&match=id')
    expect(same.body).toMatchObject({ kept: true, errors: [] })
    expect((await caller.get(`/api/loans/${id}`)).body.story).toBe(whole)
    const other = await send(`Id,Story\r\n${id},x${cut.slice(1)}\r\n`, 'mode=run&match=id')
    expect(other.body.errors).toMatchObject([
      { field: 'story', code: 'cell_cut', message: expect.stringContaining('only the first 32,767 characters') },
    ])
    expect((await send(`Copy,Story\r\nC-00001 Dune,${cut}\r\n`)).body.errors).toMatchObject([{ code: 'cell_cut' }])
  })
})
