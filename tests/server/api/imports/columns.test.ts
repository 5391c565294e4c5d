// A column is read in one way, decided from all of it and from the file, and said before anything is kept.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportApp } from './import-app.ts'
import { columnNamed, mapped, readInput, startImportApp } from './import-app.ts'

let english: ImportApp
let german: ImportApp

beforeAll(async () => {
  english = await startImportApp('en')
  german = await startImportApp('de')
})
afterAll(() => Promise.all([english.app.stop(), german.app.stop()]))
beforeEach(() => Promise.all([english.deleteAll(), german.deleteAll()]))

describe('numbers of a column', () => {
  test('are read as the one that can be read in one way only: 1.000 beside 1.234,50 is a thousand in English too', async () => {
    const file = 'name;amount\nA;1.234,50\nB;1.000\nC;2.500.000\n'
    const { body } = await english.send(file, 'mode=read')
    expect(columnNamed(body, 'amount')).toMatchObject({
      format: { decimalMark: ',', decidedBy: 'values' },
      samples: [
        { line: 2, text: '1.234,50', shown: '€1,234.50' },
        { line: 3, text: '1.000', shown: '€1,000.00' },
        { line: 4, text: '2.500.000', shown: '€2,500,000.00' },
      ],
    })
    const amounts = (await english.keep(file)).map(({ amount }) => amount)
    expect(amounts).toEqual(['1234.50', '1000.00', '2500000.00'])
  })

  test('are the same in fields of all types: a German file with thousands', async () => {
    const rows = await german.keep(readInput('german-thousands.csv'))
    expect(rows).toMatchObject([
      { name: 'A', ratio: 1234, fine: '1234.000', amount: '1234.00' },
      { name: 'B', ratio: 1_234_567, fine: '1234567.000', amount: '1234567.00' },
    ])
  })

  test('follow the other columns of the file where they can’t tell themselves', async () => {
    const { body } = await english.send('name\tamount\tratio\nA\t1.234\t1,5\n', 'mode=read')
    expect(columnNamed(body, 'amount')).toMatchObject({ format: { decimalMark: ',', decidedBy: 'columns' } })
  })

  test('follow the separator and the language where both say the same', async () => {
    const { body } = await german.send('name;amount\nA;1.234\n', 'mode=read')
    expect(columnNamed(body, 'amount')).toMatchObject({
      format: { decimalMark: ',', decidedBy: 'separator' },
      samples: [{ text: '1.234', shown: expect.stringMatching(/^1\.234,00\s€$/) }],
    })
  })

  test('of a file that commas separate have points before their places, as exports write them in every language', async () => {
    const [thing] = await german.keep('name,ratio,fine\nA,1.234,1.234\n')
    expect(thing).toMatchObject({ ratio: 1.234, fine: '1.234' })
  })

  test(
    'are asked for where nothing tells: the trial says both values, a run is refused until it is said',
    { tags: 'reference/importing' },
    async () => {
      const file = 'name;amount\nA;5\nB;1.234\n'
      const { body } = await english.send(file, 'mode=check')
      expect(columnNamed(body, 'amount')).toMatchObject({
        question: {
          asks: 'decimalMark',
          line: 3,
          text: '1.234',
          answers: [{ choice: '.' }, { choice: ',', shown: '€1,234.00' }],
        },
      })
      const refusal = await english.send(file, 'mode=run')
      expect(refusal).toMatchObject({ status: 422, body: { code: 'column_undecided' } })
      expect(refusal.body.detail).toContain('Column amount: “1.234” in line 3')
      expect(await english.things()).toHaveLength(0)
      const kept = await english.keep(file, mapped({ amount: { decimalMark: ',' } }))
      expect(kept.map(({ amount }) => amount)).toEqual(['5.00', '1234.00'])
    },
  )

  test('that do not fit the way of their column are errors of their rows', async () => {
    const { body } = await english.send('name;amount\nA;1.234,50\nB;7,25\nC;1,234.50\n')
    expect(body.errors).toMatchObject([{ line: 4, field: 'amount', code: 'wrong_type' }])
  })
})

describe('dates of a column', () => {
  test.each([
    ['13/04/2026', 'day first', '2026-04-03'],
    ['04/13/2026', 'month first', '2026-03-04'],
  ])('are read as %s tells: %s', async (telling, dateOrder, read) => {
    const file = `name,day\nA,03/04/2026\nB,${telling}\n`
    const { body } = await english.send(file, 'mode=read')
    expect(columnNamed(body, 'day')).toMatchObject({ format: { dateOrder, decidedBy: 'values' } })
    expect((await english.keep(file))[0]).toMatchObject({ day: read })
  })

  test.each([
    ['13/04/2026', '21.11.2026'],
    ['04/13/2026', '11/21/2026'],
  ])('that can’t be read are refused with an example in the order of their column: %s', async (telling, example) => {
    const { body } = await english.send(`name,day\nA,${telling}\nB,someday\n`)
    expect(body.errors).toMatchObject([{ line: 3, field: 'day', message: expect.stringContaining(example) }])
  })

  test('are asked for where plain English does not say whether it is British, and taken from the reader’s language', async () => {
    const file = 'name,day\nA,03/04/2026\n'
    const { body } = await english.send(file, 'mode=read')
    expect(columnNamed(body, 'day')?.question).toMatchObject({
      asks: 'dateOrder',
      text: '03/04/2026',
      answers: [{ choice: 'day first' }, { choice: 'month first' }],
    })
    expect((await english.send(file, 'mode=run')).body.code).toBe('column_undecided')
    const american = await english.send(file, 'mode=read', { 'Accept-Language': 'en-US,en;q=0.9' })
    expect(columnNamed(american.body, 'day')?.format).toEqual({ dateOrder: 'month first', decidedBy: 'language' })
    const [thing] = await english.keep(file, '', { 'Accept-Language': 'en-GB' })
    expect(thing).toMatchObject({ day: '2026-04-03' })
  })
})

describe('columns', () => {
  test('are mapped by their headings or positions, and ignored', async () => {
    const file = 'Kunde;Notiz;Kunde\nAda;x;A1\n'
    const { body } = await english.send(file, 'mode=read')
    expect(body.columns.map(({ leftOut }) => leftOut)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(body.file.firstLines[0]).toEqual({ line: 1, cells: ['Kunde', 'Notiz', 'Kunde'] })
    const query = mapped({ '#1': 'name', Notiz: null, '#3': 'code' })
    const answer = await english.send(file, `mode=check&${query}`)
    expect(answer.body.columns).toMatchObject([
      { position: 1, field: 'name', isChosen: true },
      { position: 2, leftOut: 'ignored' },
      { position: 3, field: 'code' },
    ])
    expect(await english.keep(file, query)).toMatchObject([{ name: 'Ada', code: 'A1' }])
  })

  test('that are mapped to what is not there are refused by name', async () => {
    const answer = (columns: object) => english.send('name\nA\n', mapped(columns))
    expect((await answer({ name: 'nothing' })).body).toMatchObject({ code: 'unknown_field' })
    expect((await answer({ title: 'name' })).body.detail).toBe('The file has no column title.')
    expect((await answer({ '#2': 'name' })).status).toBe(400)
    expect((await english.send('name\nA\n', 'columns=[1]')).status).toBe(400)
    expect((await english.send('name\nA\n', mapped({ name: { decimalMark: ';' } }))).status).toBe(400)
  })

  test('are found however a heading is written', async () => {
    const { body } = await english.send('NAME *,Starts-At,amount (EUR)\nA,,\n', 'mode=read')
    expect(body.columns.map(({ field }) => field)).toEqual(['name', 'starts_at', undefined])
  })

  test('have their headings below what stands above a table, or in the line that is chosen', async () => {
    const file = 'Price list 2026;\n;\nname;amount\nA;1,50\n'
    const { body } = await english.send(file)
    expect(body).toMatchObject({ rows: 1, created: 1, file: { headingLine: 3 } })
    expect(body.file.firstLines.map(({ line }) => line)).toEqual([1, 3, 4])
    const chosen = await english.send('x;y\nname;code\nA;1\n', 'headings=1&mode=read')
    expect(chosen.body).toMatchObject({ rows: 2, file: { headingLine: 1 } })
    expect((await english.send('x\n\ny\n', 'headings=2')).body.detail).toBe(
      'Line 2 is empty: it can’t hold the headings.',
    )
  })

  test('of empty lines count: the lines of errors are those of the file', async () => {
    const { body } = await english.send('\nname,count\n\nA,1\n\n\nB,"x\ny"\nC,z\n')
    expect(body.errors.map(({ line }) => line)).toEqual([7, 9])
  })
})
