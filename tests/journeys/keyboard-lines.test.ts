// A claim with its lines by keyboard only: lines are added, moved and taken away, a wrong cell is found, and the claim is there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { EXPENSES, expensesSample } from '../apps/expenses.ts'
import { browserPath } from '../browser/browser.ts'
import { expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { word } from './words.ts'

describe.skipIf(browserPath === undefined)('an employee without a mouse', () => {
  let journey: Journey
  let page: Page
  let keys: Keyboard
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney({ document: EXPENSES, sample: expensesSample() })
    const visitor = await journey.visit('emil@example.com')
    visitor.forgive(422)
    ;({ page, complaints } = visitor)
    keys = await keyboardOf(page)
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const cell = (name: string, line: number) => page.getByRole('textbox', { name: `${name}, line ${line}`, exact: true })
  const what = (line: number) => page.getByRole('combobox', { name: `What, line ${line}` })
  const total = () => page.getByRole('group', { name: 'Lines', exact: true }).locator('dl').last().innerText()

  test('fills in two lines, and moves the second one up', async () => {
    await page.goto('/claims/new')
    await page.getByLabel('Title').waitFor()
    await keys.skipMenu()
    await keys.write(page.getByLabel('Title'), 'Berlin')
    await keys.choose(what(1), 'Train')
    await keys.write(cell('Description', 1), 'There')
    await keys.write(cell('Price', 1), '40')
    await keys.press('Enter')
    await cell('Description', 2).waitFor()
    await keys.choose(what(2), 'Hotel')
    await keys.write(cell('Description', 2), 'A night')
    await keys.write(cell('Price', 2), '100')
    await expect.poll(total).toContain('140.00')
    await keys.press('Alt+ArrowUp')
    await expect.poll(() => cell('Description', 1).inputValue()).toBe('A night')
    await expectFocus(cell('Price', 1))
  })

  test('takes the highlighted word by Enter and by Tab, after one letter or more', async () => {
    const lines = page.getByRole('combobox', { name: /^What, line/ })
    await what(1).focus()
    await keys.press('Control+a')
    await keys.type('d')
    await expect.poll(() => what(1).getAttribute('aria-expanded')).toBe('true')
    await keys.press('Enter')
    await expect.poll(() => what(1).inputValue()).toBe('Dinner')
    // However soon it comes: nothing is waited for.
    await keys.press('Control+a')
    await keys.type('h')
    await keys.press('Enter')
    await expect.poll(() => what(1).inputValue()).toBe('Hotel')
    await keys.press('Control+a')
    await keys.type('tra')
    await keys.press('Tab')
    await expect.poll(() => what(1).inputValue()).toBe('Train')
    await what(1).focus()
    await keys.press('Control+a')
    await keys.type('hot')
    await keys.press('Tab')
    await expect.poll(() => what(1).inputValue()).toBe('Hotel')
    await expectFocus(cell('Description', 1))
    // What names no word stays, and what was there stays only where nothing was typed.
    await what(1).focus()
    await keys.press('Control+a')
    await keys.type('plane')
    await keys.press('Tab')
    await page.getByText('What must be hotel, train, dinner, or other.').waitFor()
    await what(1).focus()
    await keys.press('Control+a')
    await keys.type('h')
    await keys.press('Enter')
    await expect.poll(() => what(1).inputValue()).toBe('Hotel')
    expect(await lines.count()).toBe(2)
  })

  test('takes a line away, and goes on beside it', async () => {
    await keys.use(page.getByRole('button', { name: word('Remove line {line}', { line: 2 }) }))
    // Tab has gone on to a new line, which is empty.
    await expect.poll(() => cell('Description', 2).inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await expect.poll(total).toContain('100.00')
  })

  test('is led to the cell that is wrong, mends it, and creates the claim', async () => {
    await keys.tabTo(cell('Spent on', 1), 'Shift+Tab')
    await keys.press('Control+a')
    await keys.type('31/2/2026')
    await keys.use(page.getByRole('button', { name: 'Create claim' }))
    await page.getByText(/Spent on must be/).waitFor()
    await expectFocus(cell('Spent on', 1))
    await keys.press('Control+a', 'Delete')
    await keys.use(page.getByRole('button', { name: 'Create claim' }))
    await page.getByRole('heading', { level: 1, name: /Berlin/ }).waitFor()
    await page.getByText('A night').first().waitFor()
  })

  test('no page complained in the console', () => {
    expect(complaints).toEqual([])
  })
})
