// Exports over HTTP: rows and fields that may be both read and exported, as values, workbooks and lines.
// @module-tag P07
// @module-tag I09
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const SHOP = documentOf({
  3: `### Supplier

| field | type | required | default | limits |
|---|---|---|---|---|
| name | text | yes | | |

### Order

| field | type | required | default | limits |
|---|---|---|---|---|
| number | sequence "O-{000}" | | | |
| note | long text | | | searchable |
| amount | money | | | |
| margin | money | | | |
| due | date | | | |
| placed_at | date and time | | | |
| paid | yes/no | | no | |
| kind | one of: own, foreign | | own | |
| supplier | Supplier | | | |
| tags | list of text | | | |
`,
  6: `| role | is |
|---|---|
| Clerk | writes orders |
| Auditor | takes orders away |
| Reader | looks |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Order, Supplier | read, create, update | | all |
| Auditor | Order | read | | all |
| Auditor | Supplier | read | | all |
| Auditor | Order | export | \`kind == "own"\` | all except margin |
| Reader | Order | read | | all |
`,
})

let app: TestApp
let clerk: Caller
let auditor: Caller
let reader: Caller

const MARK = '\uFEFF'

beforeAll(async () => {
  app = await startApp(SHOP)
  clerk = await app.as('Clerk')
  auditor = await app.as('Auditor')
  reader = await app.as('Reader')
  const { body: supplier } = await clerk.post('/api/suppliers', { name: '=Smith & "Sons"' })
  for (const order of [
    {
      note: 'first,\n"quoted"',
      amount: '1234.50',
      margin: '99.00',
      due: '2026-11-26',
      placed_at: '2026-11-26T09:30:00Z',
      paid: true,
      supplier: supplier.id,
      tags: ['a', 'b'],
    },
    { note: '=1+1', amount: '-7.00' },
    { note: 'theirs', amount: '5.00', kind: 'foreign' },
  ])
    expect((await clerk.post('/api/orders', order)).status).toBe(201)
})
afterAll(() => app.stop())

async function csv(caller: Caller, query = ''): Promise<string> {
  const { status, text, headers } = await caller.get(`/api/orders/export?format=csv&sort=number${query}`)
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  return text
}

describe('an export', () => {
  test(
    'has the rows and the fields of which export is granted, and no others',
    { tags: 'reference/exporting' },
    async () => {
      const { text } = await auditor.get('/api/orders/export?format=ndjson&sort=number').buffer(true)
      const lines = text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
      expect(lines.map(({ number }) => number)).toEqual(['O-001', 'O-002'])
      expect(lines.some((line) => 'margin' in line)).toBe(false)
      const { body } = await auditor.get(`/api/orders/${lines[0].id}`)
      const { margin, ...others } = body
      expect(margin).toBe('99.00')
      expect(lines[0]).toEqual(others)
    },
  )

  test(
    'is narrowed and ordered as the list is, also by what may be read only',
    { tags: 'reference/exporting' },
    async () => {
      const query = `&fields=number&filter=${encodeURIComponent('margin == null')}`
      expect(await csv(auditor, query)).toBe(`${MARK}Number\r\nO-002\r\n`)
      expect(await csv(auditor, '&fields=number&search=quoted')).toBe(`${MARK}Number\r\nO-001\r\n`)
      const { text } = await auditor.get('/api/orders/export?fields=number&sort=-margin')
      expect(text).toBe(`${MARK}Number\r\nO-001\r\nO-002\r\n`)
    },
  )

  test(
    'as comma-separated values quotes what needs it, and no cell is a formula',
    { tags: 'reference/exporting' },
    async () => {
      const fields = '&fields=note,amount,due,placed_at,paid,kind,supplier,tags'
      expect(await csv(auditor, fields)).toBe(
        `${MARK}Note,Amount,Due,Placed,Paid,Kind,Supplier,Tags\r\n` +
          `"first,\n""quoted""",1234.50,2026-11-26,2026-11-26 09:30:00,yes,own,"'=Smith & ""Sons""","a, b"\r\n` +
          `'=1+1,-7.00,,,no,own,,\r\n`,
      )
    },
  )

  test(
    'as a workbook has numbers and dates as such, and texts that are never formulas',
    { tags: 'reference/exporting' },
    async () => {
      const fields = 'note,amount,due,placed_at,supplier'
      const { body, headers } = await auditor
        .get(`/api/orders/export?format=xlsx&sort=number&fields=${fields}`)
        .responseType('blob')
      expect(headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d{2}-\d{2}\.xlsx"$/)
      const files = unzipSync(new Uint8Array(body))
      expect(Object.keys(files).toSorted()).toEqual([
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ])
      const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      expect(sheet).toContain(
        '<c r="B2" s="2"><v>1234.5</v></c><c r="C2" s="3"><v>46352</v></c><c r="D2" s="4"><v>46352.395833333336</v></c>',
      )
      const styles = strFromU8(files['xl/styles.xml'] ?? new Uint8Array())
      expect(styles).toContain('<numFmt numFmtId="164" formatCode="[$€]#,##0.00"/>')
      expect([...styles.matchAll(/<xf numFmtId="(\d+)"[^>]*applyNumberFormat/g)].map(([, number]) => number)).toEqual([
        '164',
        '14',
        '22',
      ])
      expect(sheet).toContain('=Smith &amp; &quot;Sons&quot;')
      expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
      expect(sheet).not.toContain('<f>')
      expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain('<sheet name="Orders"')
    },
  )

  test('is refused before its first byte where nothing grants it, and says what would', async () => {
    const refusal = await reader.get('/api/orders/export')
    expect([refusal.status, refusal.body.code]).toEqual([403, 'not_allowed'])
    expect((await app.anyone.get('/api/orders/export')).status).toBe(401)
    expect((await clerk.get('/api/orders/export')).status).toBe(403)
    expect((await auditor.get('/api/suppliers/export')).status).toBe(403)
    expect((await auditor.get('/api/orders/export?fields=margin')).body.code).toBe('unknown_field')
    expect((await auditor.get('/api/orders/export?format=pdf')).status).toBe(400)
  })

  test('is noted in the audit, one that is refused is not', { tags: 'reference/exporting' }, async () => {
    const administrator = await app.as('Administrator')
    const before = (await administrator.get('/api/system/audit?event=exported&limit=1')).body.items[0]?.number ?? 0
    await reader.get('/api/orders/export')
    await csv(auditor)
    const { body } = await administrator.get('/api/system/audit?event=exported&limit=10')
    const noted = body.items.filter(({ number }: { number: number }) => number > before)
    expect(noted).toMatchObject([{ by: { id: auditor.id }, detail: { path: '/api/orders/export', format: 'csv' } }])
  })

  test('has every row of many pages once', async () => {
    const many = await app.as('Clerk', 'Many')
    const names = Array.from({ length: 1_203 }, (_, at) => `n${at}`)
    for (let at = 0; at < names.length; at += 401) {
      const calls = names.slice(at, at + 401).map((note) => ({ method: 'POST', path: '/api/orders', body: { note } }))
      expect((await many.post('/api/batch', { calls })).status).toBe(200)
    }
    const text = await csv(auditor, `&fields=note&search=n`)
    const lines = text.split('\r\n').filter((line) => /^n\d+$/.test(line))
    expect(new Set(lines).size).toBe(names.length)
    expect(lines).toHaveLength(names.length)
  })
})
