// An import of a table, by keyboard: tried, mended, kept, undone; and records that exist, from an export.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { recordRows } from './table.ts'
import { word } from './words.ts'

const ROWS = ['Subject;Description;Priority;Requester;Colour']
const RIGHT = 'The screen flickers;It began after the weekend, in the second hour.;High;Hannah Brandt;'
const WRONG = ['A lamp is out;Above the second desk.;urgent;Hannah Brandt;red', ';No subject.;Low;Nobody Known;']

describeJourney('a manager with a table', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    visitor = await journey.visit(sample.manager)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const opener = () => page.getByRole('search').getByRole('button', { name: word('Import') })
  const dialog = () => page.getByRole('dialog', { name: word('Import {name}', { name: 'tickets' }) })
  const button = (name: string) => dialog().getByRole('button', { name, exact: true }).last()

  async function open(): Promise<void> {
    await openAlive(page, '/tickets?view=all')
    await recordRows(page, 'Tickets').first().waitFor()
    await keys.use(opener())
    await expectFocus(dialog().getByRole('button', { name: word('File') }))
  }

  async function choose(name: string, lines: readonly string[]): Promise<void> {
    const buffer = Buffer.from(lines.join('\r\n'))
    await dialog().locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  }

  test('reads which rows are refused and why, imports them once they are mended, and undoes that', async () => {
    await open()
    await choose('wrong.csv', [...ROWS, RIGHT, ...WRONG])
    await dialog()
      .getByRole('combobox', { name: word('Field for {column}', { column: 'Colour' }) })
      .waitFor()
    await expectAccessible(page)
    await keys.use(button(word('Check {count} rows', { count: 3 })))
    await dialog()
      .getByText(word('{count} rows are refused. Fix these rows in the file and choose it again.', { count: 2 }))
      .waitFor()
    await expectAccessible(page)
    const report = dialog().getByRole('region', { name: word('Refused rows') })
    expect(await report.innerText()).toContain(
      'Line 3: Description: Please describe an urgent problem in at least 40 characters.',
    )
    expect(await report.innerText()).toContain('Line 4: Requester: there is no Person called “Nobody Known”.')
    await dialog()
      .getByText(word('Columns left out: {columns}.', { columns: 'Colour' }))
      .waitFor()
    await button(word('Import the other row')).waitFor()
    await choose('right.csv', [...ROWS, RIGHT])
    await keys.use(button(word('Check {count} row', { count: 1 })))
    await dialog()
      .getByText(word('{count} will be created.', { count: 1 }))
      .waitFor()
    await keys.use(button(word('Import {count} row', { count: 1 })))
    await dialog()
      .getByText(word('{count} created.', { count: 1 }))
      .waitFor()
    const row = page.getByRole('table', { name: 'Tickets' }).getByText('The screen flickers')
    await row.waitFor()
    await expectFocus(button(word('Close')))
    await keys.use(button(word('Undo')))
    await dialog().getByText(word('The import is undone.')).waitFor()
    await row.waitFor({ state: 'detached' })
    await keys.use(button(word('Close')))
    await expectFocus(opener())
  })

  test('undoes a large import in the background: sees how far it is, stops it, and undoes it then', async () => {
    await open()
    await choose('right.csv', [...ROWS, RIGHT])
    await keys.use(button(word('Check {count} row', { count: 1 })))
    await keys.use(button(word('Import {count} row', { count: 1 })))
    const row = page.getByRole('table', { name: 'Tickets' }).getByText('The screen flickers')
    await row.waitFor()
    const begun = { id: 'begun', changeSet: 'set', state: 'waiting', changes: 9_000, tried: 4_500, createdAt: '' }
    const stopped = Promise.withResolvers<void>()
    await page.route('**/api/system/changes/*/undo', (route) => route.fulfill({ status: 202, json: begun }))
    await page.route('**/api/system/undos/begun', async (route) => {
      await stopped.promise
      await route.fulfill({ json: { ...begun, state: 'stopped' } })
    })
    await page.route('**/api/system/undos/begun/stop', (route) => {
      stopped.resolve()
      return route.fulfill({ json: begun })
    })
    await keys.use(button(word('Undo')))
    await dialog()
      .getByText(word('{tried} of {changes} changes undone', { tried: 4_500, changes: 9_000 }))
      .waitFor()
    await expectFocus(button(word('Stop')))
    await expectAccessible(page)
    await keys.use(button(word('Stop')))
    await dialog().getByText(word('Stopped. Nothing was undone.')).waitFor()
    await row.waitFor()
    await page.unrouteAll()
    // As the server answers of more than 5,000 changes by itself.
    await page.route('**/api/system/changes/*/undo', (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
    )
    const isFollowed = page.waitForResponse(/\/api\/system\/undos\//)
    await keys.use(button(word('Undo')))
    await isFollowed
    await journey.desk.runJobs()
    await dialog().getByText(word('The import is undone.')).waitFor()
    await row.waitFor({ state: 'detached' })
    await expectFocus(button(word('Close')))
    await keys.use(button(word('Close')))
  })

  test('changes records that exist by their numbers, which a table of theirs has', async () => {
    const { number } = await visitor.post('/api/tickets', {
      subject: 'The lamp is out',
      description: 'Above the second desk.',
    })
    await open()
    await choose('numbers.csv', ['Number,Subject', `${number},Another subject by a table`])
    await expect.poll(() => dialog().getByLabel(word('Rows of records that exist')).inputValue()).toBe('number')
    await keys.use(button(word('Check {count} row', { count: 1 })))
    await dialog()
      .getByText(word('{count} will be changed.', { count: 1 }))
      .waitFor()
    await keys.use(button(word('Import {count} row', { count: 1 })))
    await dialog()
      .getByText(word('{count} changed.', { count: 1 }))
      .waitFor()
    await page.getByText('Another subject by a table').waitFor()
    await keys.use(button(word('Close')))
  })

  test('reads what is wrong with a file that is no table', async () => {
    await open()
    visitor.forgive(400)
    await choose('no.xlsx', ['PK\u0003\u0004 This is no workbook.'])
    await dialog().getByText('This is not a whole Excel workbook.').waitFor()
    await keys.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })
})
