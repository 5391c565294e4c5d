// Texts of an import mean what they mean in a form of the same reader, where their column does not say otherwise.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePrinting } from '#shared/fields/printing.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { chooseLocale } from '#shared/text/choose-locale.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import { readerLanguages } from '../../../../server/api/records/import/import-query.ts'
import type { ImportApp } from './import-app.ts'
import { columnNamed, startImportApp } from './import-app.ts'

let english: ImportApp
let german: ImportApp

beforeAll(async () => {
  english = await startImportApp('en')
  german = await startImportApp('de')
})
afterAll(async () => {
  await english.app.stop()
  await german.app.stop()
})

/** Gives the value that a form of a browser with these languages sends for a text. */
function readInForm({ app }: ImportApp, name: string, text: string, languages: readonly string[]): unknown {
  const { model } = app.dependencies.current.running
  const field = model.entities.get('Thing')?.fields.get(name)
  if (field === undefined) throw new Error(`There is no ${name}.`)
  const { language, timeZone, currency } = model.settings
  const printing = makePrinting(chooseLocale(language, languages), timeZone, currency)
  const read = readText(text, field, makeReading(printing, '2026-11-21'))
  if (!('value' in read)) throw new Error(`A form does not read ${text}.`)
  const coerced = fieldType(field.type.kind).coerce(read.value, field.type)
  return 'value' in coerced ? coerced.value : coerced
}

describe('a text that its column leaves open', () => {
  test.each([
    ['en', 'day', '4/3/2026', 'en-GB,en;q=0.9', '2026-03-04'],
    ['en', 'day', '4/3/2026', 'en-US,en;q=0.9', '2026-04-03'],
    ['en', 'day', '4/3/2026', 'de-DE,de;q=0.9,en-GB;q=0.8', '2026-03-04'],
    ['en', 'day', '4/3/2026', 'en;q=0.2,en-GB;q=0.9', '2026-03-04'],
    ['de', 'day', '4/3/2026', 'en-US,en;q=0.9', '2026-03-04'],
    ['en', 'fine', '1.234', 'de-DE', '1.234'],
    ['de', 'fine', '1.234', 'en-US', '1234.000'],
    ['de', 'fine', '1.234', 'de-CH,de', '1.234'],
  ])('in %s: %s %s is read for %s as %s, as a form reads it', async (language, field, text, accepted, value) => {
    const app = language === 'de' ? german : english
    await app.deleteAll()
    const file = `name\t${field}\nA\t${text}\n`
    const headers = { 'Accept-Language': accepted }
    const { body } = await app.send(file, 'mode=read', headers)
    expect(columnNamed(body, field)?.format?.decidedBy).toBe('language')
    expect(await app.keep(file, '', headers)).toMatchObject([{ [field]: value }])
    expect(readInForm(app, field, text, readerLanguages(accepted))).toBe(value)
  })

  test('is read as its column says, not as the reader writes it', async () => {
    await english.deleteAll()
    const file = 'name\tday\tfine\nA\t4/3/2026\t1.234\nB\t4/13/2026\t1,5\n'
    const things = await english.keep(file, '', { 'Accept-Language': 'en-GB' })
    expect(things[0]).toMatchObject({ day: '2026-04-03', fine: '1234.000' })
  })
})

test('languages of a request are in the order of their weights, and no header is an error', async () => {
  expect(readerLanguages('en;q=0.5, de-ch ;q=0.9,fr;q=0, *;q=0.1')).toEqual(['de-CH', 'en'])
  expect(readerLanguages(undefined)).toEqual([])
  for (const header of ['de-de-de-de', 'en-abcde-abcde', ';;;', ',', 'en;q=x', '*'])
    expect((await english.send('name\nA\n', 'mode=read', { 'Accept-Language': header })).status).toBe(200)
})

test('a year of two digits is one that has been, where a rule keeps the day from lying in the future', async () => {
  const app = await startApp(
    documentOf({
      3: `### Member

| field | type |
|---|---|
| name | text |
| born | date |
| due | date |
`,
      5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Born | Member | \`born == null or born <= today\` | Nobody is born in the future. | born |
`,
      6: `| role | entity | may |
|---|---|---|
| everyone | Member | everything, import |
`,
    }),
  )
  const administrator = await app.as('Administrator')
  const file = 'name,born,due\nAda,24/12/30,24/12/30\n'
  const { body } = await administrator.post('/api/members/import?mode=run').type('text/csv').send(file)
  expect(body).toMatchObject({ kept: true })
  const { items } = (await administrator.get('/api/members')).body
  expect(items).toMatchObject([{ born: '1930-12-24', due: '2030-12-24' }])
  await app.stop()
})
