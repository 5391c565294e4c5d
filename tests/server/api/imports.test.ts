// Imports over HTTP: rows by the grants and rules of single writes, all or none, tried first.
// @module-tag I09
// @module-tag O12
// @module-tag P19
// @module-tag R03
// @module-tag R07
// @module-tag call/post/entity/import
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportBody } from '#shared/protocol/import.ts'
import { readTable } from '../../../server/records/import/table/read-table.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const SHOP = documentOf({
  3: `### Supplier

| field | type | required | default | limits |
|---|---|---|---|---|
| name | text | yes | | unique |
| row | sequence | | | |

### Order

| field | type | required | default | limits |
|---|---|---|---|---|
| number | sequence "O-{000}" | | | |
| code | text | yes | | unique, max 10 |
| note | long text | | | |
| amount | money | | | |
| pieces | integer | | 1 | min 1 |
| due | date | | | |
| placed_at | date and time | | | |
| paid | yes/no | | no | |
| kind | one of: own, foreign goods | | own | |
| supplier | Supplier | | | |
| watchers | several Person | | | |
| tags | list of text | | | |
| margin | money | | | |
| secret | text | | | |

### Draft

| field | type | required | default | limits |
|---|---|---|---|---|
| code | text | yes | | unique |
| open | yes/no | | no | |
| shelf | text | | | |
| place | text | | | |

- unique: shelf, place
`,
  5: `| rule | entity | must hold | otherwise | else |
|---|---|---|---|---|
| dear | Order | \`amount == null or amount < 10000\` | TOO_DEAR | |
| many | Order | \`pieces == null or pieces < 500\` | MANY | warn |
`,
  6: `| role | is |
|---|---|
| Clerk | brings orders |
| Keeper | writes orders by hand |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk, Keeper | Order | read, create, update, delete | | all except margin, secret |
| Clerk, Keeper | Supplier, Person | read | | all |
| Clerk | Supplier | create, update, import | | all |
| Clerk | Order | import | \`kind == "own"\` | all except note |
| Clerk | Order | export | | all |
| Clerk | Draft | read | \`open\` | all |
| Clerk | Draft | create, import | | all |
`,
  8: `| code | status | message |
|---|---|---|
| TOO_DEAR | 422 | Too much. |
| MANY | 422 | Are there so many? |
`,
  9: `| name | value |
|---|---|
| time zone | Europe/Berlin |
| records per import | 600 |
`,
})

let app: TestApp
let clerk: Caller
let keeper: Caller
let administrator: Caller

beforeAll(async () => {
  app = await startApp(SHOP)
  clerk = await app.as('Clerk', 'Cleo Clerk')
  keeper = await app.as('Keeper')
  administrator = await app.as('Administrator')
  for (const name of ['Smith, Sons & Co', 'Jones']) await administrator.post('/api/suppliers', { name })
})
afterAll(() => app.stop())

interface Answer {
  readonly status: number
  readonly body: ImportBody & { readonly code?: string; readonly detail?: string }
}

async function send(caller: Caller, lines: readonly string[] | string, query = ''): Promise<Answer> {
  const text = typeof lines === 'string' ? lines : lines.join('\r\n')
  const { status, body } = await caller.post(`/api/orders/import?${query}`).type('text/csv').send(text)
  return { status, body }
}

/** Reads a table of which only the first column is chosen, and counts what is kept of it. */
async function readKept(heading: string, rows: readonly string[]) {
  let headingCount = 0
  const text = [heading, ...rows.map((row) => `${row},unread`)].join('\n')
  const { rows: kept } = await readTable(
    Buffer.from(text),
    {},
    {
      mostRows: rows.length,
      language: 'en',
      countNamed: () => 1,
      chooseColumns: (headings) => {
        headingCount = headings.length
        return [0]
      },
    },
  )
  return { headingCount, cellsPerRow: Math.max(...kept.map(({ cells }) => cells.length)) }
}

async function count(): Promise<number> {
  return (await administrator.get('/api/orders?count=exact&limit=1')).body.count
}

describe('an import', () => {
  test('is tried first: it says what would be done, and nothing is kept', { tags: 'reference/importing' }, async () => {
    const before = await count()
    const { status, body } = await send(clerk, ['code,Pieces,nonsense,number,note', 'A1,3,x,O-900,n', 'A2,0,,,'])
    expect(status).toBe(200)
    expect(body).toMatchObject({ kept: false, rows: 2, created: 1, updated: 0, refused: 1 })
    expect(body.columns).toMatchObject([
      { heading: 'code', field: 'code' },
      { heading: 'Pieces', field: 'pieces' },
      { heading: 'nonsense', leftOut: 'unknown' },
      { heading: 'number', field: 'number', leftOut: 'set by the system' },
      { heading: 'note', field: 'note', leftOut: 'not granted' },
    ])
    expect(body.errors).toEqual([
      {
        line: 3,
        field: 'pieces',
        code: 'too_small',
        message: 'Pieces must be at least 1.',
        source: { point: 3, line: expect.any(Number), text: '| pieces | integer | | 1 | min 1 |' },
      },
    ])
    expect(await count()).toBe(before)
  })

  test('reads what an export wrote, and what spreadsheets write', { tags: 'reference/importing' }, async () => {
    const { body } = await send(
      clerk,
      [
        'Code;Amount;Pieces;Due;Placed;Paid;Kind;Supplier;Tags',
        'B1;"1,234.50";2;2026-12-01;2026-12-01 09:30:00;ja;Own;"Smith, Sons & Co";"a, b"',
        `B2;€ 7.00;;24.12.2026;2026-12-01T08:30:00Z;no;;Jones;`,
      ],
      'mode=run',
    )
    expect(body).toMatchObject({ kept: true, created: 2, errors: [] })
    const { items } = (
      await administrator.get(
        `/api/orders?sort=code&expand=supplier&filter=${encodeURIComponent('code < "B3" and code >= "B1"')}`,
      )
    ).body
    expect(items).toMatchObject([
      {
        code: 'B1',
        amount: '1234.50',
        pieces: 2,
        due: '2026-12-01',
        placed_at: '2026-12-01T08:30:00.000Z',
        paid: true,
        kind: 'own',
        supplier: { name: 'Smith, Sons & Co' },
        tags: ['a', 'b'],
      },
      { code: 'B2', amount: '7.00', pieces: 1, due: '2026-12-24', paid: false, supplier: { name: 'Jones' }, tags: [] },
    ])
  })

  test(
    'keeps nothing where one row is refused, and says of each what is wrong with it',
    { tags: 'reference/importing' },
    async () => {
      const before = await count()
      const { body } = await send(
        clerk,
        [
          'code,amount,kind,supplier,due',
          'C1,5,,,',
          'C2,50000,,,',
          'C3,,foreign goods,,',
          'C4,,,Nobody,soon',
          'B1,,,,',
          ',,,Jones,',
        ],
        'mode=run',
      )
      expect(body).toMatchObject({ kept: false, rows: 6, created: 1, refused: 5 })
      expect(body.errors.map(({ line, field }) => [line, field])).toEqual([
        [3, undefined],
        [4, undefined],
        [5, 'supplier'],
        [5, 'due'],
        [6, 'code'],
        [7, 'code'],
      ])
      expect(body.errors.slice(2, 4).map(({ message }) => message)).toEqual([
        'Supplier: there is no Supplier called “Nobody”.',
        'Due must be a date, such as 11/21/2026.',
      ])
      expect(await count()).toBe(before)
    },
  )

  test(
    'changes the records that a unique column finds, and is undone as one',
    { tags: 'reference/importing' },
    async () => {
      const lines = ['code,pieces', 'B1,20', 'D1,30']
      const { body } = await send(clerk, lines, 'mode=run&match=code')
      expect(body).toMatchObject({ kept: true, created: 1, updated: 1 })
      const pieces = async (code: string) => (await administrator.get(`/api/orders/code/${code}`)).body.pieces
      expect([await pieces('B1'), await pieces('D1')]).toEqual([20, 30])
      expect((await clerk.post(`/api/system/changes/${body.changeSet}/undo`)).status).toBe(200)
      expect([await pieces('B1'), await pieces('D1')]).toEqual([2, undefined])
      const byNumber = await send(clerk, ['number,pieces', 'O-999,1'], 'match=number')
      expect(byNumber.body.errors[0]?.message).toBe('There is no Order with number “O-999”.')
      expect((await send(clerk, lines, 'match=pieces')).body.code).toBe('bad_request')
    },
  )

  test('finds records by numbers that the system counts, and by their ids', async () => {
    const { body: supplier } = await clerk.post('/api/suppliers', { name: 'Third' })
    const rename = async (match: string, key: string | number, name: string) => {
      const request = clerk.post(`/api/suppliers/import?mode=run&match=${match}`)
      const { body } = await request.type('text/csv').send(`${match};name\n${key};${name}`)
      expect(body).toMatchObject({ kept: true, updated: 1, created: 0 })
      return (await clerk.get(`/api/suppliers/${supplier.id}`)).body.name
    }
    expect(await rename('row', supplier.row, 'Third by number')).toBe('Third by number')
    expect(await rename('id', supplier.id.toUpperCase(), 'Third by id')).toBe('Third by id')
  })

  test('is done once under a key, however often it is sent', async () => {
    const before = await count()
    const once = async () => {
      const text = ['code', 'K1', 'K2'].join('\n')
      const request = clerk.post('/api/orders/import?mode=run').set('Idempotency-Key', 'import once')
      return (await request.type('text/csv').send(text)) as Answer
    }
    const answers = await Promise.all(Array.from({ length: 50 }, once))
    const kept = answers.filter(({ status }) => status === 200)
    expect(kept.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    expect((await once()).body).toEqual(kept[0]?.body)
    expect(await count()).toBe(before + 2)
  })

  test('of the same unique value by fifty people at once is kept for one', async () => {
    const before = await count()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => send(clerk, ['code,pieces', `R1,${at + 1}`, `R2,1`], 'mode=run')),
    )
    expect(answers.filter(({ body }) => body.kept)).toHaveLength(1)
    expect(answers.filter(({ body }) => !body.kept).every(({ body }) => body.refused === 2)).toBe(true)
    expect(await count()).toBe(before + 2)
  })

  test('says of a day and a switch what a table has to hold', async () => {
    const { body } = await send(clerk, ['code,placed_at,paid', 'T1,soon,perhaps'])
    expect(body.errors.map(({ message }) => message)).toEqual([
      'Placed at must be a date and a time, such as 11/21/2026, 2:30 PM.',
      'Paid must be yes or no.',
    ])
  })

  test('knows no field that its person may not know', async () => {
    const { body } = await send(clerk, ['code,secret,Margin,no_such', 'H1,a,1,b'])
    expect(body.columns.slice(1)).toMatchObject([
      { heading: 'secret', leftOut: 'unknown' },
      { heading: 'Margin', leftOut: 'unknown' },
      { heading: 'no_such', leftOut: 'unknown' },
    ])
  })

  test('goes on in spite of a warning that is confirmed', async () => {
    const lines = ['code,pieces', 'W1,600', 'W2,7']
    const { body } = await send(clerk, lines, 'mode=run')
    expect(body).toMatchObject({ kept: false, created: 1, refused: 1 })
    expect(body.errors).toMatchObject([{ line: 2, code: 'MANY', remedy: expect.stringContaining('Confirm: MANY') }])
    const request = clerk.post('/api/orders/import?mode=run').set('Confirm', 'MANY').type('text/csv')
    const confirmed = await request.send(lines.join('\n'))
    expect(confirmed.body).toMatchObject({ kept: true, created: 2, errors: [] })
  })

  test('needs its own grant, row by row', { tags: 'reference/importing' }, async () => {
    const lines = ['code', 'E1']
    expect((await send(keeper, lines)).status).toBe(403)
    expect((await app.anyone.post('/api/orders/import').type('text/csv').send('code\nE1')).status).toBe(401)
    const foreign = await keeper.post('/api/orders', { code: 'E2', kind: 'foreign_goods' })
    expect(foreign.status).toBe(201)
    const { body } = await send(clerk, ['code,pieces', 'E2,5'], 'match=code')
    expect(body).toMatchObject({ refused: 1, errors: [{ line: 2 }] })
  })

  test('says what can’t be read, and where', { tags: 'reference/importing' }, async () => {
    expect((await send(clerk, '')).body.detail).toBe('The file is empty. Its first line names the columns.')
    expect((await send(clerk, ['code', 'A', 'B,C'])).body.detail).toBe(
      'Line 3 has 2 cells, and there are only 1 columns.',
    )
    expect((await send(clerk, ['code', 'a"b"c,"'])).body.detail).toMatch(/^Line 2 can’t be read\./)
    expect((await send(clerk, ['what', 'x'])).body.detail).toBe('None of these columns can be imported: what.')
    const many = ['code', ...Array.from({ length: 601 }, (_, at) => `m${at}`)]
    expect((await send(clerk, many)).status).toBe(413)
  })

  test('of a wide table ends with its first line, and keeps no cell of a column that is unknown', async () => {
    const wide = (columns: number) => ['code', ...Array.from({ length: columns - 1 }, (_, at) => `x${at}`)].join()
    const refusedForWidth = { status: 413, body: { code: 'too_large' } }
    const rows = Array.from({ length: 500 }, (_, at) => `w${at}`)
    expect(await send(clerk, [wide(501), ...rows])).toMatchObject(refusedForWidth)
    expect(await send(clerk, [wide(100_000), ...rows])).toMatchObject(refusedForWidth)
    expect(await send(clerk, ','.repeat(1_000_000))).toMatchObject(refusedForWidth)
    expect(await send(clerk, ['code', 'A', ','.repeat(1_000_000)])).toMatchObject(refusedForWidth)
    expect((await send(clerk, [wide(500), ...rows])).body).toMatchObject({ rows: 500, created: 500, refused: 0 })

    const { headingCount, cellsPerRow } = await readKept(wide(500), rows)
    expect({ headingCount, cellsPerRow }).toEqual({ headingCount: 500, cellsPerRow: 1 })
  })

  test('answers with bounded texts, whatever the cells and headings hold', async () => {
    const long = 'y'.repeat(30_000)
    const rows = Array.from({ length: 150 }, (_, at) => `L${at},${at}${long},${long}`)
    const { body } = await send(clerk, [`code,supplier,${long}`, ...rows])
    expect(body).toMatchObject({ refused: 150 })
    expect(body.errors).toHaveLength(150)
    expect(JSON.stringify(body).length).toBeLessThan(150_000)
    const unknown = await send(clerk, [long, 'x'])
    expect(unknown.body.detail?.length).toBeLessThan(300)
  })

  test('stops after ten values that only records have which its person may not read', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `hidden ${at}`)
    for (const [at, code] of names.entries())
      await administrator.post('/api/drafts', { code, open: at >= 20, shelf: 'top', place: `${at}` })
    const trial = async (columns: string, rows: readonly string[]) => {
      const request = clerk.post('/api/drafts/import?mode=check').type('text/csv')
      return ((await request.send([columns, ...rows].join('\n'))) as Answer).body
    }
    const hidden = await trial('code', ['new', ...names.slice(0, 20)])
    expect(hidden).toMatchObject({ kept: false, rows: 21, created: 1, refused: 10, stopped: { line: 12 } })
    expect(hidden.errors).toHaveLength(10)
    // Values of records that the person may read tell nothing new, and those that stand twice in the file neither.
    expect(await trial('code', names.slice(20))).not.toHaveProperty('stopped')
    expect(
      await trial(
        'code',
        Array.from({ length: 20 }, () => 'twice'),
      ),
    ).not.toHaveProperty('stopped')
    // The same for what is unique together, and in a run that one row refuses.
    const together = names.slice(0, 20).map((code, at) => `new ${code},top,${at}`)
    expect(await trial('code,shelf,place', together)).toMatchObject({ refused: 10, stopped: { line: 11 } })
    const run = await clerk
      .post('/api/drafts/import?mode=run')
      .type('text/csv')
      .send(['code', ...names].join('\n'))
    expect(run.body).toMatchObject({ kept: false, stopped: { line: 11 } })

    const { items } = (await administrator.get('/api/system/audit?event=imported&limit=5')).body
    expect(items).toHaveLength(5)
    expect(items[0]).toMatchObject({
      by: { id: clerk.id },
      detail: { path: '/api/drafts/import', kept: false, rows: 40, refused: 10, stopped: 11 },
    })
  })

  test('what was exported comes back as it was', async () => {
    await keeper.post('/api/orders', { code: 'F1', tags: ['=1+1'], amount: '-3.00', due: '2027-01-02', note: "'=x" })
    const fields = 'code,amount,pieces,due,placed_at,paid,kind,supplier,tags'
    const filter = encodeURIComponent('kind == "own"')
    const { text } = await clerk.get(`/api/orders/export?format=csv&fields=${fields}&filter=${filter}`)
    const before = (await administrator.get('/api/orders?limit=1000&sort=id')).body.items
    const { body } = await send(clerk, text, 'mode=run&match=code')
    expect(body).toMatchObject({ kept: true, created: 0, updated: 0, errors: [] })
    expect(body.unchanged).toBeGreaterThan(2)
    expect((await administrator.get('/api/orders?limit=1000&sort=id')).body.items).toEqual(before)
  })
})
