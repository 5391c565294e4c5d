// A claim with its lines: filled in by keyboard, refused at its cells, changed, and on a phone.
// @module-tag reference/lines-what-is-part-of-a-whole
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { EXPENSES, expensesSample } from '../apps/expenses.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

const inLine = (field: string, line: number) => word('{field}, line {line}', { field, line })

describeJourney('an employee with expenses', { document: EXPENSES, sample: expensesSample() }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit('emil@example.com')
    visitor.forgive(422)
    ;({ page } = visitor)
  })

  const cell = (name: string, line: number) => page.getByRole('textbox', { name: inLine(name, line), exact: true })
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)
  const choose = async (line: number, what: string) => {
    await page.getByRole('combobox', { name: inLine('What', line) }).click()
    await page.getByRole('option', { name: what }).click()
  }
  const total = (role: 'group' | 'region' = 'group') =>
    page.getByRole(role, { name: 'Lines', exact: true }).locator('dl').last().innerText()

  const create = () => page.getByRole('button', { name: word('Create {name}', { name: 'claim' }) }).click()
  /** Fills in a claim of two lines. */
  const fillIn = async () => {
    await page.goto('/claims/new')
    await page.getByLabel('Title').fill('Berlin')
    await choose(1, 'Train')
    await cell('Description', 1).fill('There')
    await cell('Price', 1).fill('40')
    await page.keyboard.press('Enter')
    await cell('Description', 2).waitFor()
    await choose(2, 'Hotel')
    await cell('Description', 2).fill('A night')
    await cell('Price', 2).fill('100')
    await cell('Quantity', 2).fill('2')
  }
  /** Opens a claim of the same two lines. */
  const openClaim = async () => {
    const lines = [
      { what: 'hotel', description: 'A night', price: '100.00', quantity: 2 },
      { what: 'train', description: 'There', price: '40.00', quantity: 1 },
    ]
    const { id } = await visitor.post('/api/claims', { title: 'Berlin', lines })
    await page.goto(`/claims/${id}`)
    await page.getByRole('heading', { level: 1, name: /Berlin$/ }).waitFor()
  }

  test('fills in lines by keyboard: Enter and Tab go on to a new one', async () => {
    await fillIn()
    // What is worked out is known before anything is sent.
    await expect.poll(() => total()).toContain('240.00')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => cell('Description', 1).inputValue()).toBe('A night')
    await page.getByRole('checkbox', { name: inLine('Private', 2) }).focus()
    await page.keyboard.press('Tab')
    await cell('Description', 3).waitFor()
    await expectAccessible(page)
    // Where the columns do not fit, the edge says so, and the keyboard reaches what is beside it.
    await page.setViewportSize({ width: 800, height: 900 })
    const frame = page.locator('[data-after]')
    await frame.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800)
    const moved = frame.getByRole('region', { name: 'Lines' })
    await moved.focus()
    await page.keyboard.press('End')
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight')
    await page.locator('[data-before]').waitFor()
    await expectAccessible(page)
  })

  test('writes dates as they are written here, or chooses them in a calendar by keyboard', async () => {
    await fillIn()
    const starts = page.getByRole('textbox', { name: 'Starts on' })
    await starts.fill('3.9.2026')
    await page.keyboard.press('Tab')
    await expect.poll(() => starts.inputValue()).toBe('03/09/2026')
    await starts.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('grid', { name: 'September 2026' }).waitFor()
    await expectAccessible(page)
    for (const key of ['ArrowRight', 'ArrowDown', 'PageDown', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => starts.inputValue()).toBe('11/10/2026')
    await expect.poll(() => focused()).toBe(await starts.getAttribute('id'))
    // A moment says in which zone it is meant.
    const leaves = page.getByRole('textbox', { name: 'Leaves' })
    expect(
      await leaves.evaluate(
        (input) => document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
      ),
    ).toMatch(wording('Time zone: {zone}', { zone: /\S+/ }))
    await leaves.fill('11/10/2026, 7:45')
    await cell('Spent on', 1).fill('31/2/2026')
    await create()
    await page.getByText(/Spent on must be/).waitFor()
    await expect.poll(() => focused()).toBe(await cell('Spent on', 1).getAttribute('id'))
    // A rule over it is reported at once.
    await cell('Spent on', 1).fill('31/12/2099')
    await page.getByText('It must not be in the future.').waitFor()
    await cell('Spent on', 1).fill('')
  })

  test('sees at once what is wrong, at its cell and below the lines', async () => {
    // A receipt that is there twice.
    visitor.forgive(409)
    await fillIn()
    await page.getByRole('checkbox', { name: inLine('Private', 2) }).focus()
    await page.keyboard.press('Tab')
    await cell('Description', 3).waitFor()
    await cell('Price', 1).fill('400')
    await page.getByText('A claim is at most 500.').waitFor()
    await cell('Price', 1).fill('40')
    await page.getByText('A claim is at most 500.').waitFor({ state: 'detached' })
    // The empty third line is not sent, and nothing is asked of it.
    await cell('Description', 2).fill('')
    await create()
    await page.getByText(word('Required.')).waitFor()
    await expect.poll(() => focused()).toBe(await cell('Description', 2).getAttribute('id'))
    await cell('Description', 2).fill('There')
    await cell('Receipt', 1).fill('7')
    await cell('Receipt', 2).fill('7')
    await create()
    await page.getByText('There is already one with this receipt and claim.').first().waitFor()
    await expect.poll(() => focused()).toBe(await cell('Receipt', 2).getAttribute('id'))
    await expectAccessible(page)
    await cell('Receipt', 2).fill('8')
    await create()
    await page.getByRole('heading', { name: /^EXP-\d{4} Berlin$/ }).waitFor()
  })

  test('sees the lines with the record, and changes both in one form', async () => {
    await openClaim()
    const lines = page.getByRole('region', { name: word('List of {name}', { name: 'lines' }) })
    await lines.getByRole('row', { name: /A night/ }).waitFor()
    await expect.poll(() => lines.locator('tbody tr').count()).toBe(2)
    await expect.poll(() => total('region')).toContain('240.00')
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    await cell('Price', 1).fill('90')
    await page.getByRole('button', { name: word('Remove line {line}', { line: 2 }) }).click()
    await page.getByRole('button', { name: word('Add {name}', { name: 'claim line' }) }).click()
    await choose(2, 'Dinner')
    await cell('Description', 2).fill('With a customer')
    await cell('Price', 2).fill('30')
    await page.getByLabel('Title').fill('Berlin again')
    await expect.poll(() => total()).toContain('210.00')
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Save') }).click()
    await page.getByRole('heading', { name: /^EXP-\d{4} Berlin again$/ }).waitFor()
    await lines.getByRole('row', { name: /With a customer/ }).waitFor()
    await expect.poll(() => lines.locator('tbody tr').count()).toBe(2)
    await expect.poll(() => total('region')).toContain('210.00')
  })

  test('has a card for each line on a phone', async () => {
    await openClaim()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    const cards = page.getByRole('dialog').getByRole('listitem')
    await cards.first().waitFor()
    await expect.poll(() => cards.count()).toBe(2)
    await cards.last().getByLabel('Price').fill('35')
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Save') }).click()
    await page.getByText('235.00').first().waitFor()
  })
})

const TEN_COLUMNS = { document: readShipped('expense-claims'), sample: readSampleOf('expense-claims') }

describeJourney('lines of ten columns', TEN_COLUMNS, (journey) => {
  test('stand beside each other in a window of 1280', async () => {
    const { page } = await journey.visit('lucia.ferri@example.com')
    await page.goto('/new-claim')
    await page.getByRole('combobox', { name: inLine('Currency', 1) }).waitFor()
    const lines = page.getByRole('group', { name: 'Lines', exact: true })
    // What is moved sideways is a region of its own.
    expect(await lines.getByRole('region').count()).toBe(0)
    await lines.getByRole('columnheader', { name: 'Cap' }).waitFor()
    const table = lines.getByRole('table')
    expect(await table.evaluate((grid) => grid.scrollWidth - (grid.parentElement?.clientWidth ?? 0))).toBe(0)
    // A date is whole also below the pointer, beside the button of its calendar.
    const day = page.getByRole('textbox', { name: inLine('Spent on', 1) })
    await day.fill('08/28/2026')
    await day.hover()
    const left = await day.evaluate((input) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return undefined
      pen.font = font
      const text = pen.measureText((input as HTMLInputElement).value).width
      return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text
    })
    expect(left).toBeGreaterThan(0)
  })

  test('are filled by a paste from a spreadsheet, which is taken back at once', async () => {
    const { page } = await journey.visit('lucia.ferri@example.com')
    await page.goto('/new-claim')
    const days = page.getByRole('textbox', { name: wording('{field}, line {line}', { field: 'Spent on' }) })
    const paste = () =>
      days.first().evaluate((input) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData(
          'text/plain',
          '2026-11-20\tHotel\tFrance\tA night\t1,234.50\tUSD\r\n2026-11-19\tplane\tGermany\tTaxi\tmuch\tEUR\r\n',
        )
        input.focus()
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
    await days.first().waitFor()
    await paste()
    await page
      .getByRole('status')
      .getByText(word('{count} lines were filled.', { count: 2 }))
      .waitFor()
    const valueOf = (name: string) => page.getByRole('textbox', { name }).inputValue()
    const category = (line: number) => page.getByRole('combobox', { name: inLine('Category', line) }).inputValue()
    await expect.poll(() => category(1)).toBe('Hotel')
    expect(Number((await valueOf(inLine('Amount', 1))).replace(',', ''))).toBe(1234.5)
    // What can't be read stays, and is mended in its cell.
    const wrong = page.getByRole('combobox', { name: inLine('Category', 2) })
    expect([await wrong.inputValue(), await valueOf(inLine('Amount', 2))]).toEqual(['plane', 'much'])
    await page.getByText('Category must be travel, hotel, meals, training, or supplies.').waitFor()
    await days.first().focus()
    await page.keyboard.press('Control+z')
    await page.getByRole('status').getByText(word('What was pasted is taken back.')).waitFor()
    await expect
      .poll(() => days.evaluateAll((inputs) => inputs.map((each) => (each as HTMLInputElement).value)))
      .toEqual([''])
    await paste()
    await wrong.fill('Travel')
    await page.keyboard.press('Tab')
    await expect.poll(() => category(2)).toBe('Travel')
  })

  test('have a list beside them in which an amount is whole while it is edited', async () => {
    const { page } = await journey.visit('farid.nazari@example.com')
    await page.goto('/cost-centres')
    const budget = page
      .locator('tr[data-record]')
      .first()
      .getByRole('cell', { name: /40,000/ })
    await budget.dblclick()
    const input = page.getByRole('textbox', { name: 'Budget' })
    await expect.poll(() => input.inputValue()).toMatch(/^40.?000\.00$/)
    // Beside "EUR", and within the list.
    expect(await input.evaluate((element) => element.clientWidth)).toBeGreaterThanOrEqual(150)
  })

  test('are all seen beside the facts of a record in a window of 1920', async () => {
    const { page } = await journey.visit('lucia.ferri@example.com')
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto('/claims')
    await page.locator('tbody [data-row-link]').first().click()
    const lines = page.getByRole('region', { name: word('List of {name}', { name: 'lines' }) })
    await lines.getByRole('columnheader', { name: 'Cap' }).waitFor()
    // They are handed in: nothing is done with them here, and no column is kept for it.
    expect(await lines.getByRole('columnheader').allInnerTexts()).toHaveLength(10)
    expect(await lines.getByText(word('What can be done')).count()).toBe(0)
    const table = lines.getByRole('table')
    expect(await table.evaluate((grid) => grid.scrollWidth - (grid.parentElement?.clientWidth ?? 0))).toBe(0)
  })
})

const BETWEEN = EXPENSES.replace('  - More: purpose', '  - What it cost: lines\n  - More: purpose')

describeJourney('lines that a form names', { document: BETWEEN, sample: expensesSample() }, (journey) => {
  test('stand in their section, between the others', async () => {
    const { page } = await journey.visit('emil@example.com')
    await page.goto('/claims/new')
    const form = page.getByRole('main').locator('form')
    await form.getByText('Purpose').waitFor()
    const text = async () => (await form.innerText()).replaceAll(/\s+/g, ' ')
    await expect.poll(text).toMatch(/The trip.*Title.*What it cost.*Description.*More.*Purpose/)
    const described = form.getByRole('textbox', { name: inLine('Description', 1) })
    expect(await described.count()).toBe(1)
  })
})
