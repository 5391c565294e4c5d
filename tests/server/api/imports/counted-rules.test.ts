// A rule that counts records counts those of the file, too: as they are when their row comes, whatever rows before it have changed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Guest

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique |
| hall | text | | |
| coming | one of yes, maybe, no | yes | |
| host | Person | | |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Room for two | Guest | at most 2 per hall where \`coming in ["yes", "maybe"]\` | The hall is full. |
| Hosts are staff | Guest | \`host == null or host.is("Staff")\` | Only staff is host. |
`,
  6: `| role | is |
|---|---|
| Staff | works here |

| role | entity | may |
|---|---|---|
| Staff | Guest | everything, import |
| Staff | Person | read |
`,
})

let app: TestApp
let staff: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  staff = await app.as('Staff', 'Stella Staff')
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { items } = (await staff.get('/api/guests?limit=1000')).body as { readonly items: readonly { id: string }[] }
  for (const { id } of items) await staff.delete(`/api/guests/${id}`)
})

async function send(rows: readonly string[], query = '', confirm: readonly string[] = []) {
  const file = Buffer.from(`name,hall,coming,host\n${rows.join('\n')}\n`)
  const request = staff.post(`/api/guests/import?mode=run&${query}`).type('application/octet-stream')
  for (const code of confirm) request.set('Confirm', code)
  const { body } = await request.send(file)
  const errors = (body.errors ?? []) as readonly { readonly line: number; readonly message: string }[]
  return { kept: body.kept, refused: errors.map(({ line, message }) => `${line}: ${message}`) }
}

test('the third of a hall is refused, the third of another and those outside the condition are not', async () => {
  const { refused } = await send(['a,red,yes,', 'b,red,no,', 'c,blue,yes,', 'd,red,maybe,', 'e,red,yes,', 'f,red,no,'])
  expect(refused).toEqual(['6: The hall is full.'])
})

test('those that were there before count', async () => {
  expect(await send(['a,red,yes,', 'b,red,yes,'])).toEqual({ kept: true, refused: [] })
  expect(await send(['c,blue,yes,', 'd,red,yes,', 'e,blue,yes,', 'f,blue,yes,'])).toEqual({
    kept: false,
    refused: ['3: The hall is full.', '5: The hall is full.'],
  })
})

test('a row that changes a record makes room, or takes it, for the rows after it', async () => {
  await send(['a,red,yes,', 'b,red,no,'])
  const rows = ['c,red,yes,', 'a,red,no,', 'd,red,yes,', 'b,red,maybe,', 'b,blue,no,', 'd,blue,yes,', 'e,red,yes,']
  expect(await send(rows, 'match=name', ['record_twice'])).toEqual({ kept: false, refused: ['5: The hall is full.'] })
  expect(await send(rows.toSpliced(3, 1), 'match=name', ['record_twice'])).toEqual({ kept: true, refused: [] })
})

test('a row that is refused for something else takes no room', async () => {
  const { refused } = await send(['a,red,yes,', 'b,red,yes,nobody', 'c,red,yes,', 'd,red,yes,'])
  expect(refused).toEqual([expect.stringMatching(/^3: /), '5: The hall is full.'])
})

test('what is asked beside of the record to which a row leads is asked of each row', async () => {
  await app.as('Administrator', 'Adam Admin')
  const { refused } = await send(['a,red,yes,', 'b,red,yes,Stella Staff', 'c,blue,yes,Adam Admin', 'd,red,yes,'])
  expect(refused).toEqual(['4: Only staff is host.', '5: The hall is full.'])
})
