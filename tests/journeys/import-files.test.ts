// Files that spreadsheets and other programs write go through the dialog of an import: what is read is seen before it is kept.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { samplePassword } from '../apps/people.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { browserPath } from '../browser/browser.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { expectAccessible, expectFocus, openAlive, startJourney } from './journey.ts'
import type { StartedJourney } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'

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

const folder = mkdtempSync(join(tmpdir(), 'verbatim-import-'))

/** A file of the test's own. */
function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe.skipIf(browserPath === undefined)('a clerk with files from elsewhere', () => {
  let journey: StartedJourney
  let page: Page
  let keys: Keyboard
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney({ document: stockOf('en'), sample: clerkSample() })
    ;({ page, complaints } = await journey.visit(CLERK))
    keys = await keyboardOf(page)
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  const opener = () => page.getByRole('search').getByRole('button', { name: 'Import' })
  const dialog = () => page.getByRole('dialog', { name: 'Import things' })
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
      .filter({ has: page.getByRole('combobox', { name: `Field for ${field}`, exact: true }) })
      .getByRole('list')
      .innerText()

  async function choose(path: string): Promise<void> {
    await openAlive(page, '/things')
    await keys.use(opener())
    await expectFocus(dialog().getByRole('button', { name: /^File/ }))
    await dialog().locator('input[type=file]').setInputFiles(path)
    await button('Cancel').waitFor()
  }

  const chooseFile = (name: string) => choose(decodeURIComponent(new URL(name, FILES).pathname))

  /** Lets the job run that the dialog waits for. */
  async function runWaiting(): Promise<void> {
    await button('Stop').waitFor()
    await journey.desk.runJobs()
  }

  async function importAll(rows: string): Promise<void> {
    await keys.use(button(`Check ${rows}`))
    await keys.use(button(`Import ${rows}`))
    await dialog()
      .getByText(/created\.|changed\./)
      .waitFor()
    await expectFocus(button('Close'))
    await keys.use(button('Close'))
    await dialog().waitFor({ state: 'detached' })
  }

  test('sees how a German price list is read, each column in one way', async () => {
    await chooseFile('german-thousands.csv')
    await expect.poll(() => samples('Amount')).toContain('€1,234.00')
    expect(await samples('Ratio')).toContain('1.234.567')
    for (const name of ['Ratio', 'Fine', 'Amount'])
      expect(await choice(`How ${name} is written`).inputValue(), name).toBe(',')
    await expectAccessible(page)
    await importAll('2 rows')
    expect(await kept('B')).toMatchObject({ ratio: 1_234_567, fine: '1234567.000', amount: '1234567.00' })
    expect(await kept('A')).toMatchObject({ ratio: 1_234, fine: '1234.000', amount: '1234.00' })
  })

  test('is asked where a column can be read in two ways', async () => {
    await choose(written('asked.csv', 'Name;Ratio\nAsked;1.234\n'))
    const asked = choice('How Ratio is written')
    await dialog().getByText('“1.234” can be read in two ways. Choose one.').waitFor()
    expect(await button('Check 1 row').isDisabled()).toBe(true)
    await asked.selectOption({ label: '1.234 is 1234' })
    await importAll('1 row')
    expect(await kept('Asked')).toMatchObject({ ratio: 1_234 })
  })

  test('sees the sheet that is shown, and can take the hidden one', async () => {
    await chooseFile('hidden-first.xlsx')
    expect(await choice('Sheet').inputValue()).toBe('Visible')
    await expect.poll(() => samples('Code')).toBe('C1')
    await choice('Sheet').selectOption({ label: 'Old (hidden)' })
    await expect.poll(() => samples('Code')).toBe('S1')
    await choice('Sheet').selectOption('Visible')
    await expect.poll(() => samples('Code')).toBe('C1')
    await importAll('1 row')
    await page.getByRole('table', { name: 'Things' }).getByText('CURRENT').waitFor()
    expect(await kept('STALE')).toBeUndefined()
  })

  test('keeps the noughts and letters that a format shows', async () => {
    await chooseFile('zeros-by-format.xlsx')
    await expect.poll(() => samples('Code')).toBe('01067\nSN-00042')
    await importAll('2 rows')
    expect(await kept('Dresden')).toMatchObject({ code: '01067' })
    expect(await kept('Pump')).toMatchObject({ code: 'SN-00042' })
  })

  test('reads the clock that the sheet shows', async () => {
    await chooseFile('iso-date-cells.xlsx')
    await expect.poll(() => samples('Starts')).toContain('1 May 2026, 14:30')
    await importAll('2 rows')
    for (const name of ['a', 'b'])
      expect(await kept(name)).toMatchObject({ day: '2026-05-01', starts_at: '2026-05-01T12:30:00.000Z' })
  })

  test('has an error of the sheet refused, and takes the other rows', async () => {
    await chooseFile('error-cells.xlsx')
    await expect.poll(() => samples('Amount')).toContain('the sheet shows an error here: #REF!')
    await choice('Field for Code').selectOption({ label: 'Name' })
    await keys.use(button('Check 1 row'))
    const report = dialog().getByRole('region', { name: 'Refused rows' })
    await report.waitFor()
    expect(await report.innerText()).toContain('#N/A')
    expect(await button('Import').isDisabled()).toBe(true)
    await keys.use(button('Back to the columns'))
    await choice('Field for Count').selectOption('Not imported')
    await choice('Field for Amount').selectOption('Not imported')
    await importAll('1 row')
    expect(await kept('P-1')).toMatchObject({ count: null, amount: null })
  })

  test('sees which byte does not fit, and changes the encoding', async () => {
    await chooseFile('utf8-with-one-bad-byte.csv')
    await dialog().getByText('1 byte does not fit Unicode (UTF-8).').waitFor()
    expect(await dialog().innerText()).toContain('Line 3: byte A0.')
    await expect.poll(() => samples('Name')).toContain('Müller 東京 €')
    await choice('Encoding').selectOption({ label: 'Western European (Windows-1252)' })
    await expect.poll(() => samples('Name')).toContain('MÃ¼ller')
    await choice('Encoding').selectOption({ label: 'Unicode (UTF-8)' })
    await expect.poll(() => samples('Name')).toContain('Müller 東京 €')
    await keys.use(button('Check 2 rows'))
    await keys.use(button('Import the other row'))
    await runWaiting()
    await dialog().getByText('1 created.').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      keys.use(dialog().getByRole('link', { name: /^Download the refused rows/ })),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Name')
    await keys.use(button('Close'))
    expect(await kept('Müller 東京 €')).toBeDefined()
  })

  test('says once which field a heading is, and finds it again for the next file', async () => {
    await choose(written('customers.csv', 'Kunde;Bemerkung;Ort\nOne;x;Bonn\n'))
    await dialog().getByText('No column is imported yet.').waitFor()
    expect(await button('Check 1 row').isDisabled()).toBe(true)
    await choice('Field for Kunde').selectOption({ label: 'Name' })
    await choice('Field for Ort').selectOption({ label: 'Code' })
    await expect.poll(() => samples('Ort')).toBe('Bonn')
    await importAll('1 row')
    expect(await kept('One')).toMatchObject({ code: 'Bonn' })
    await choose(written('more-customers.csv', 'Ort;Kunde\nKiel;Two\n'))
    await expect.poll(() => choice('Field for Kunde').inputValue()).toBe('name')
    await importAll('1 row')
    expect(await kept('Two')).toMatchObject({ code: 'Kiel' })
  })

  test('takes a file of thousands in the background, and can stop it', async () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => `Many ${at};M${at}`)
    await choose(written('many.csv', ['Name;Code', ...lines].join('\n')))
    await keys.use(button(/^Check 6,?000 rows$/))
    await expectFocus(button('Stop'))
    await keys.press('Enter')
    await dialog().getByText('Stopped. Nothing was imported.').waitFor()
    await expectFocus(button(/^Check 6,?000 rows$/))
    await keys.press('Enter')
    await runWaiting()
    await expectFocus(button(/^Import 6,?000 rows$/))
    await keys.press('Enter')
    await runWaiting()
    await dialog()
      .getByText(/^6,?000 created/)
      .waitFor()
    // So many can't be undone at once.
    expect(await button('Undo').count()).toBe(0)
    await keys.use(button('Close'))
  })

  test('reads what an export wrote, a JSON object a line', async () => {
    const answer = await page.request.get('/api/things/export?format=ndjson&filter=code%20==%20%22Bonn%22')
    await choose(written('one.ndjson', (await answer.text()).replace('"One"', '"First"')))
    await expect.poll(() => choice('Rows of records that exist').inputValue()).toBe('id')
    await importAll('1 row')
    expect(await kept('First')).toMatchObject({ code: 'Bonn' })
    expect(await kept('One')).toBeUndefined()
    expect(complaints).toEqual([])
  })
})

describe.skipIf(browserPath === undefined)('a clerk of a German application on a phone', () => {
  let journey: StartedJourney

  beforeAll(async () => {
    journey = await startJourney({ document: stockOf('de'), sample: clerkSample() })
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('has a price list read, and nothing stands beyond the edge', async () => {
    const { page, complaints } = await journey.visit(CLERK)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/things')
    const opener = page.getByRole('search').getByRole('button', { name: 'Importieren' })
    await opener.waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await opener.click()
    const dialog = page.getByRole('dialog', { name: /importieren$/ })
    await dialog
      .locator('input[type=file]')
      .setInputFiles(decodeURIComponent(new URL('german-thousands.csv', FILES).pathname))
    await dialog.getByRole('button', { name: '2 Zeilen prüfen' }).waitFor()
    await expect.poll(() => dialog.innerText()).toMatch(/1\.234\.567,00\s€/)
    const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(width).toBe(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '2 Zeilen prüfen' }).click()
    await dialog.getByText('2 werden angelegt.').waitFor()
    await dialog.getByRole('button', { name: '2 Zeilen importieren' }).click()
    await dialog.getByText('2 angelegt.').waitFor()
    expect(complaints).toEqual([])
  })
})
