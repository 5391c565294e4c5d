// Files that spreadsheets and other programs write go through the dialog of an import: what is read is seen before it is kept.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { samplePassword } from '../apps/people.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { describeJourney, expectAccessible, expectFocus, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { germanWord, germanWording, label, word } from './words.ts'

const FILES = new URL('../server/api/imports/files/', import.meta.url)

function stockOf(language: string): string {
  return documentOf({
    2: `| route | screen | shows | for |
|---|---|---|---|
| /things | Things | table of Thing | everyone |
| /things/:id | Thing | record of Thing | everyone |
`,
    3: `### Thing

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | searchable |
| code | text | no | unique |
| count | integer | no | |
| ratio | number | no | |
| fine | decimal(3) | no | |
| amount | money | no | |
| day | date | no | |
| starts at | date and time | no | |
`,
    6: `| role | is |
|---|---|
| Clerk | keeps the stock |

| role | entity | may |
|---|---|---|
| Clerk | Thing | everything, import, export |
`,
    9: `| name | value |
|---|---|
| language | ${language} |
| time zone | Europe/Berlin |
| currency | EUR |
`,
  })
}

const CLERK = 'clerk@example.com'

function clerkSample() {
  const people = [{ at: '-P1D', name: 'Cleo Clerk', email: CLERK, roles: ['Clerk'] }]
  return sampleOf(JSON.stringify({ password: samplePassword, people, actions: [] }))
}

/** A file of the test's own. */
function written(name: string, text: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
}

describeJourney('a clerk with files from elsewhere', { document: stockOf('en'), sample: clerkSample() }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    visitor = await journey.visit(CLERK)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const opener = () => page.getByRole('search').getByRole('button', { name: word('Import') })
  const dialog = () => page.getByRole('dialog', { name: word('Import {name}', { name: 'things' }) })
  const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true }).last()
  const choice = (name: string) => dialog().getByRole('combobox', { name, exact: true })
  /** Reads what is kept of the thing with that name. */
  const kept = async (name: string) => {
    const filter = encodeURIComponent(`name == "${name}"`)
    const { items } = await (await page.request.get(`/api/things?filter=${filter}`)).json()
    return (items as readonly object[])[0]
  }
  /** The values of a column before and after, as one reads them. */
  const samples = (field: string) =>
    dialog()
      .getByRole('listitem')
      .filter({ has: page.getByRole('combobox', { name: word('Field for {column}', { column: field }), exact: true }) })
      .getByRole('list')
      .innerText()

  async function choose(file: string | ReturnType<typeof written>): Promise<void> {
    await openAlive(page, '/things')
    await keys.use(opener())
    await expectFocus(dialog().getByRole('button', { name: word('File') }))
    await dialog().locator('input[type=file]').setInputFiles(file)
    await button(word('Cancel')).waitFor()
  }

  const chooseFile = (name: string) => choose(decodeURIComponent(new URL(name, FILES).pathname))

  /** Lets the job run that the dialog waits for. */
  async function runWaiting(): Promise<void> {
    await button(word('Stop')).waitFor()
    await journey.desk.runJobs()
  }

  const check = (count: number) =>
    button(count === 1 ? word('Check {count} row', { count }) : word('Check {count} rows', { count }))

  async function importAll(count: number): Promise<void> {
    await keys.use(check(count))
    await keys.use(button(count === 1 ? word('Import {count} row', { count }) : word('Import {count} rows', { count })))
    await dialog()
      .getByText(/created\.|changed\./)
      .waitFor()
    await expectFocus(button(word('Close')))
    await keys.use(button(word('Close')))
    await dialog().waitFor({ state: 'detached' })
  }

  test('sees how a German price list is read, each column in one way', async () => {
    await chooseFile('german-thousands.csv')
    await expect.poll(() => samples('Amount')).toContain('€1,234.00')
    expect(await samples('Ratio')).toContain('1.234.567')
    for (const name of ['Ratio', 'Fine', 'Amount'])
      expect(await choice(word('How {column} is written', { column: name })).inputValue(), name).toBe(',')
    await expectAccessible(page)
    await importAll(2)
    expect(await kept('B')).toMatchObject({ ratio: 1_234_567, fine: '1234567.000', amount: '1234567.00' })
    expect(await kept('A')).toMatchObject({ ratio: 1_234, fine: '1234.000', amount: '1234.00' })
  })

  test('is asked where a column can be read in two ways', async () => {
    await choose(written('asked.csv', 'Name;Ratio\nAsked;1.234\n'))
    const asked = choice(word('How {column} is written', { column: 'Ratio' }))
    await dialog()
      .getByText(word('“{text}” can be read in two ways. Choose one.', { text: '1.234' }))
      .waitFor()
    expect(await check(1).isDisabled()).toBe(true)
    await asked.selectOption({ label: '1.234 is 1234' })
    await importAll(1)
    expect(await kept('Asked')).toMatchObject({ ratio: 1_234 })
  })

  test('sees the sheet that is shown, and can take the hidden one', async () => {
    await chooseFile('hidden-first.xlsx')
    expect(await choice(word('Sheet')).inputValue()).toBe('Visible')
    await expect.poll(() => samples(label('Code'))).toBe('C1')
    await choice(word('Sheet')).selectOption({ label: word('{name} (hidden)', { name: 'Old' }) })
    await expect.poll(() => samples(label('Code'))).toBe('S1')
    await choice(word('Sheet')).selectOption('Visible')
    await expect.poll(() => samples(label('Code'))).toBe('C1')
    await importAll(1)
    await page.getByRole('table', { name: 'Things' }).getByText('CURRENT').waitFor()
    expect(await kept('STALE')).toBeUndefined()
  })

  test('keeps the noughts and letters that a format shows', async () => {
    await chooseFile('zeros-by-format.xlsx')
    await expect.poll(() => samples(label('Code'))).toBe('01067\nSN-00042')
    await importAll(2)
    expect(await kept('Dresden')).toMatchObject({ code: '01067' })
    expect(await kept('Pump')).toMatchObject({ code: 'SN-00042' })
  })

  test('reads the clock that the sheet shows', async () => {
    await chooseFile('iso-date-cells.xlsx')
    await expect.poll(() => samples('Starts')).toContain('1 May 2026, 14:30')
    await importAll(2)
    for (const name of ['a', 'b'])
      expect(await kept(name)).toMatchObject({ day: '2026-05-01', starts_at: '2026-05-01T12:30:00.000Z' })
  })

  test('has an error of the sheet refused, and takes the other rows', async () => {
    await chooseFile('error-cells.xlsx')
    await expect.poll(() => samples('Amount')).toContain('the sheet shows an error here: #REF!')
    await choice(word('Field for {column}', { column: label('Code') })).selectOption({ label: label('Name') })
    await keys.use(check(1))
    const report = dialog().getByRole('region', { name: word('Refused rows') })
    await report.waitFor()
    expect(await report.innerText()).toContain('#N/A')
    expect(await button(word('Import')).isDisabled()).toBe(true)
    await keys.use(button(word('Back to the columns')))
    await choice(word('Field for {column}', { column: 'Count' })).selectOption(word('Not imported'))
    await choice(word('Field for {column}', { column: 'Amount' })).selectOption(word('Not imported'))
    await importAll(1)
    expect(await kept('P-1')).toMatchObject({ count: null, amount: null })
  })

  test('sees which byte does not fit, and changes the encoding', async () => {
    await chooseFile('utf8-with-one-bad-byte.csv')
    await dialog().getByText('1 byte does not fit Unicode (UTF-8).').waitFor()
    expect(await dialog().innerText()).toContain(word('Line {line}: byte {byte}.', { line: 3, byte: 'A0' }))
    await expect.poll(() => samples(label('Name'))).toContain('Müller 東京 €')
    await choice(word('Encoding')).selectOption({ label: word('Western European (Windows-1252)') })
    await expect.poll(() => samples(label('Name'))).toContain('MÃ¼ller')
    await choice(word('Encoding')).selectOption({ label: word('Unicode (UTF-8)') })
    await expect.poll(() => samples(label('Name'))).toContain('Müller 東京 €')
    await keys.use(check(2))
    await keys.use(button(word('Import the other row')))
    await runWaiting()
    await dialog()
      .getByText(word('{count} created.', { count: 1 }))
      .waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      keys.use(
        dialog().getByRole('link', { name: word('Download the refused rows, fix them and import the file again') }),
      ),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain(label('Name'))
    await keys.use(button(word('Close')))
    expect(await kept('Müller 東京 €')).toBeDefined()
  })

  test('says once which field a heading is, and finds it again for the next file', async () => {
    await choose(written('customers.csv', 'Kunde;Bemerkung;Ort\nOne;x;Bonn\n'))
    await dialog().getByText(word('No column is imported yet. Choose a field for at least one.')).waitFor()
    expect(await check(1).isDisabled()).toBe(true)
    await choice(word('Field for {column}', { column: 'Kunde' })).selectOption({ label: label('Name') })
    await choice(word('Field for {column}', { column: 'Ort' })).selectOption({ label: label('Code') })
    await expect.poll(() => samples('Ort')).toBe('Bonn')
    await importAll(1)
    expect(await kept('One')).toMatchObject({ code: 'Bonn' })
    await choose(written('more-customers.csv', 'Ort;Kunde\nKiel;Two\n'))
    await expect.poll(() => choice(word('Field for {column}', { column: 'Kunde' })).inputValue()).toBe('name')
    await importAll(1)
    expect(await kept('Two')).toMatchObject({ code: 'Kiel' })
  })

  test('takes a file of thousands in the background, and can stop it', async () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => `Many ${at};M${at}`)
    await choose(written('many.csv', ['Name;Code', ...lines].join('\n')))
    await keys.use(check(6_000))
    await expectFocus(button(word('Stop')))
    await keys.press('Enter')
    await dialog().getByText(word('Stopped. Nothing was imported.')).waitFor()
    await expectFocus(check(6_000))
    await keys.press('Enter')
    await runWaiting()
    await expectFocus(button(word('Import {count} rows', { count: 6_000 })))
    await keys.press('Enter')
    await runWaiting()
    await dialog()
      .getByText(/^6,?000 created/)
      .waitFor()
    await keys.use(button(word('Undo')))
    await expectFocus(button(word('Stop')))
    await runWaiting()
    await dialog().getByText(word('The import is undone.')).waitFor()
    await keys.use(button(word('Close')))
  })

  test('reads what an export wrote, a JSON object a line', async () => {
    const { id } = await visitor.post('/api/things', { name: 'Exported', code: 'X-1' })
    const answer = await page.request.get('/api/things/export?format=ndjson&filter=code%20==%20%22X-1%22')
    await choose(written('one.ndjson', (await answer.text()).replace('"Exported"', '"Read again"')))
    await expect.poll(() => choice(word('Rows of records that exist')).inputValue()).toBe('id')
    await importAll(1)
    expect(await kept('Read again')).toMatchObject({ id, code: 'X-1' })
    expect(await kept('Exported')).toBeUndefined()
  })
})

describeJourney(
  'a clerk of a German application on a phone',
  { document: stockOf('de'), sample: clerkSample() },
  (journey) => {
    test('has a price list read, and nothing stands beyond the edge', async () => {
      const { page } = await journey.visit(CLERK)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/things')
      const opener = page.getByRole('search').getByRole('button', { name: germanWord('Import') })
      await opener.waitFor()
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await opener.click()
      const dialog = page.getByRole('dialog', { name: germanWording('Import {name}') })
      await dialog
        .locator('input[type=file]')
        .setInputFiles(decodeURIComponent(new URL('german-thousands.csv', FILES).pathname))
      await dialog.getByRole('button', { name: germanWord('Check {count} rows', { count: 2 }) }).waitFor()
      await expect.poll(() => dialog.innerText()).toMatch(/1\.234\.567,00\s€/)
      const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(width).toBe(0)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: germanWord('Check {count} rows', { count: 2 }) }).click()
      await dialog.getByText(germanWord('{count} will be created.', { count: 2 })).waitFor()
      await dialog.getByRole('button', { name: germanWord('Import {count} rows', { count: 2 }) }).click()
      await dialog.getByText(germanWord('{count} created.', { count: 2 })).waitFor()
    })
  },
)
