import { expect, test } from 'vitest'
import { columnsOf } from '../../../../client/data/records/list-columns.ts'
import type { RecordData } from '../../../../client/data/records/record-data.ts'
import { fitColumns } from '../../../../client/screens/table/columns/fit-columns.ts'
import { textWidths } from '../../../../client/screens/table/columns/text-widths.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

const SELECT = 44

function fit(
  rows: string,
  room: number,
  areChosen = false,
  records: readonly RecordData[] = [],
  given: ReadonlyMap<string, number> = new Map(),
) {
  const text = documentOf({ 3: `### Thing\n\n| field | type |\n|---|---|\n${rows}` })
  const model = compileDocument(text)
  const thing = model.entities.get('Thing')
  if (!thing) throw new Error('There is no Thing.')
  const all = columnsOf(model, thing, undefined, new Set(thing.fields.keys()))
  const printing = makePrinting('en-GB', 'UTC', 'EUR')
  const titleOf = (_: string, record: RecordData) => String(record['name'])
  const { columns, widths } = fitColumns(all, room, areChosen, textWidths(all, records, { printing, titleOf }), given)
  const tight = columns.filter(({ isTight }) => isTight).map(({ path }) => path.join('.'))
  return { names: columns.map(({ path }) => path.join('.')), widths, ...(tight.length > 0 ? { tight } : {}) }
}

const ADDRESSES = '| name | text |\n| mail | email |\n| phone | phone |\n| page | url |\n| since | date |'

test('columns have their usual width where there is room; the last one keeps the edge free', () => {
  expect(fit(ADDRESSES, 939)).toEqual({
    names: ['name', 'mail', 'phone', 'page', 'since'],
    widths: [undefined, 220, 165, 220, 120],
  })
})

test('where there is more room, long addresses are read whole', () => {
  expect(fit(ADDRESSES, 1_400).widths).toEqual([undefined, 320, 165, 320, 120])
})

test('where a little room is missing, the columns are narrower and all of them stay', () => {
  const { names, widths } = fit(ADDRESSES, 800)
  expect(names).toHaveLength(5)
  const whole = widths.reduce<number>((sum, width) => sum + (width ?? 170), SELECT)
  expect(whole).toBeLessThanOrEqual(800)
  expect(whole).toBeGreaterThan(790)
})

test('where more is missing, the last ones are left to the choice of columns', () => {
  expect(fit(ADDRESSES, 560)).toEqual({ names: ['name', 'mail', 'phone'], widths: [undefined, 187, 158] })
})

test('the column that names the record stays in any width', () => {
  expect(fit(ADDRESSES, 100).names).toEqual(['name'])
})

test('columns that the person chose all stay, in whatever width', () => {
  expect(fit(ADDRESSES, 300, true).names).toHaveLength(5)
})

const SUBJECTS = '| subject | text |\n| owner | Person |\n| since | date |'

test('where no text takes what is left, all columns share it', () => {
  const rows = '| code | sequence |\n| since | date |\n| until | date |'
  expect(fit(rows, 1_244).widths).toEqual([undefined, 328, 336])
})

test('a text has all that it is read in before the others share the rest', () => {
  expect(fit(SUBJECTS, 896).widths).toEqual([undefined, 172, 120])
  const { widths } = fit(SUBJECTS, 1_220)
  expect(widths).toEqual([undefined, 280, 228])
})

test('a number of known length leaves it to the title of another record', () => {
  expect(fit('| code | sequence |\n| part | Thing |\n| since | date |', 820).widths).toEqual([105, undefined, 120])
})

test('where there is much room, titles of other records are read whole', () => {
  const rows = '| code | sequence |\n| shelf | text |\n| part | Thing |'
  expect(fit(rows, 540).widths).toEqual([105, undefined, 187])
  expect(fit(rows, 990).widths).toEqual([105, undefined, 280])
})

const long = { id: '1', _version: 1, subject: 'Removing a colleague, keeping the hours', owner: null, since: null }

test('where there is little room, a long text keeps what it is read in, and names of people get the rest', () => {
  expect(fit(SUBJECTS, 550).widths).toEqual([undefined, 172, 120])
  expect(fit(SUBJECTS, 550, false, [long]).widths).toEqual([undefined, 154, 112])
})

test('short texts leave the room to the others', () => {
  expect(fit(SUBJECTS, 550, false, [{ ...long, subject: 'Tap' }]).widths).toEqual([undefined, 172, 120])
})

test('one long text among short ones takes nothing from the others', () => {
  const short = Array.from({ length: 9 }, (_, at) => ({ ...long, id: String(at), subject: 'Tap' }))
  expect(fit(SUBJECTS, 550, false, [long, ...short]).widths).toEqual([undefined, 172, 120])
})

const CLAIMS = '| subject | text |\n| total | money |\n| owner | Person |'
const claim = { id: '1', _version: 1, subject: 'Climate for the measuring room', total: '12991.58' }

test('a number is read whole in whatever little room, and the texts end earlier', () => {
  const owner = { id: '2', _version: 1, name: 'Tom Whitaker' }
  const [, total = 0] = fit(CLAIMS, 480, false, [{ ...claim, owner }]).widths
  expect(total).toBeGreaterThanOrEqual('€12,991.58'.length * 8.6)
  const [, before = 0] = fit(CLAIMS, 480).widths
  expect(before).toBeLessThan(total)
})

test('names that are short leave their room to others', () => {
  const owners = (name: string) => [{ ...claim, owner: { id: '2', _version: 1, name } }]
  const [, , short = 0] = fit(CLAIMS, 900, false, owners('Ann Lee')).widths
  const [, , long = 0] = fit(CLAIMS, 900, false, owners('Bartholomew Featherstone')).widths
  expect(short).toBeLessThan(150)
  expect(long).toBeGreaterThanOrEqual(172)
  // Where even that is not enough, the initials go before letters of the name do.
  expect(fit(CLAIMS, 530, false, owners('Ann Lee')).tight).toBeUndefined()
  expect(fit(CLAIMS, 530, false, owners('Miriam Adeyemi')).tight).toEqual(['owner'])
  // A person who makes the column wider has them again.
  const wider = new Map([['owner', 220]])
  expect(fit(CLAIMS, 530, false, owners('Miriam Adeyemi'), wider).tight).toBeUndefined()
})

test('a day is read whole, however its reader writes it', () => {
  const days = '| subject | text |\n| since | date |\n| until | date |'
  const record = { id: '1', _version: 1, subject: 'Removing a colleague', since: '2026-09-28', until: null }
  const [, since = 0] = fit(days, 470, false, [record]).widths
  expect(since).toBeGreaterThanOrEqual('28 Sept 2026'.length * 7.1 + 28)
  expect(fit(days, 470).widths[1]).toBeLessThan(since)
})
