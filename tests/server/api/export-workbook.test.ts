// Workbooks of exports: numbers with their formats, and texts that are neither read as something else nor cut without a word.
// @module-tag I09
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const SHIFTS = documentOf({
  3: `### Shift

| field | type |
|---|---|
| name | text |
| lasts | duration |
| opens at | time |
| share | percent |
| paid | money |
| fine | decimal(3) |
| billed | yes/no |
| begins at | date and time |
| code | integer |
| ratio | number |
| half | computed number |
| story | long text |
`
    .replace('| field | type |\n|---|---|', '| field | type | value |\n|---|---|---|')
    .replace('computed number |', 'computed number | `ratio / 3` |'),
  6: `| role | entity | may |
|---|---|---|
| everyone | Shift | everything, import, export |
`,
  9: `| name | value |
|---|---|
| language | de |
| time zone | Europe/Berlin |
| currency | EUR |
`,
})

let app: TestApp
let caller: Caller

beforeAll(async () => {
  app = await startApp(SHIFTS)
  caller = await app.as('Administrator')
})
afterAll(() => app.stop())

/** The cells of the first record, and the format of each number. */
async function firstRow(body: object, fields: string): Promise<readonly string[]> {
  const { body: created } = await caller.post('/api/shifts', body)
  const filter = encodeURIComponent(`id == "${created.id}"`)
  const answer = await caller
    .get(`/api/shifts/export?format=xlsx&fields=${fields}&filter=${filter}`)
    .responseType('blob')
  const files = unzipSync(new Uint8Array(answer.body))
  const read = (path: string): string => strFromU8(files[path] ?? new Uint8Array())
  const styles = read('xl/styles.xml')
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const formats = [...styles.matchAll(/<xf numFmtId="(\d+)" fontId="\d" fillId="0" borderId="0" xfId="0"/g)]
  const cells = [...read('xl/worksheets/sheet1.xml').matchAll(/<c r="[A-Z]+2"([^>]*)>(.*?)<\/c>/g)]
  return cells.map(([, attributes = '', content = '']) => {
    const id = formats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)]?.[1] ?? ''
    const format = id === '0' ? '' : ` as ${codes.get(id) ?? id}`
    return content.replaceAll(/<[^>]+>/g, '') + (attributes.includes('t="b"') ? ' as flag' : format)
  })
}

describe('a workbook', () => {
  test('has numbers that add up, each with its format', async () => {
    const body = {
      lasts: 'PT30H15M',
      opens_at: '06:00',
      share: '12.50',
      paid: '1234.50',
      fine: '0.125',
      billed: true,
      begins_at: '2026-11-26T08:30:15.250Z',
    }
    expect(await firstRow(body, 'lasts,opens_at,share,paid,fine,billed,begins_at')).toEqual([
      `${30.25 / 24} as 46`,
      '0.25 as hh:mm',
      '0.125 as 10',
      '1234.5 as #,##0.00\\ [$€]',
      '0.125 as 0.000',
      '1 as flag',
      `${46_352 + (9.5 * 3_600 + 15.25) / 86_400} as yyyy-mm-dd hh:mm:ss.000`,
    ])
  })

  test('rounds nothing that is imported: a number of more than 15 digits is a text', async () => {
    const body = { code: 9_007_199_254_740_990, ratio: 0.1 + 0.2 }
    expect(await firstRow(body, 'code,ratio,half')).toEqual([
      '9007199254740990',
      '0.30000000000000004',
      String((0.1 + 0.2) / 3),
    ])
    const { text } = await caller.get('/api/shifts/export?format=csv&fields=ratio&filter=ratio%20%3E%200')
    expect(text).toContain('0.30000000000000004')
  })

  test('has texts as they are, and says at the end of one how much of it is missing', async () => {
    const [name = ''] = await firstRow({ name: '_x0041_ <b> & "q"' }, 'name')
    expect(name).toBe('_x005F_x0041_ &lt;b&gt; &amp; &quot;q&quot;')
    const [story = ''] = await firstRow({ story: 'a'.repeat(40_000) }, 'story')
    expect(story).toHaveLength(32_767)
    expect(story.slice(-16)).toBe('a… [32767/40000]')
  })
})

test('a workbook opens without a warning: its sheet has a name that may be, its money the places of its currency', async () => {
  const yen = await startApp(
    documentOf({
      3: '### History\n\n- plural: history\n\n| field | type |\n|---|---|\n| paid | money |\n| code | text |\n',
      6: '| role | entity | may |\n|---|---|---|\n| everyone | History | everything, export |\n',
      9: '| name | value |\n|---|---|\n| currency | JPY |\n',
    }),
  )
  const clerk = await yen.as('Administrator')
  const [path = ''] = [...yen.dependencies.current.running.model.entities.values()].flatMap((each) =>
    each.name.identifier === 'History' ? [each.path] : [],
  )
  expect((await clerk.post(`/api/${path}`, { paid: '1500', code: '007' })).status).toBe(201)
  const { body } = await clerk.get(`/api/${path}/export?format=xlsx&fields=paid,code`).responseType('blob')
  const files = unzipSync(new Uint8Array(body as ArrayBuffer))
  const read = (name: string): string => strFromU8(files[name] ?? new Uint8Array())
  expect(read('xl/workbook.xml')).toContain('<sheet name="History_" sheetId="1"')
  expect(read('xl/styles.xml')).toContain('formatCode="[$¥]#,##0"')
  expect(read('xl/worksheets/sheet1.xml')).toContain('numberStoredAsText="1"')
  await yen.stop()
})
