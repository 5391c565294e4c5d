// A claim with its lines by keyboard only: lines are added, moved and taken away, a wrong cell is found, and the claim is there.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { EXPENSES, expensesSample } from '../apps/expenses.ts'
import { describeJourney, expectFocus } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { word, wording } from './words.ts'

describeJourney('an employee without a mouse', { document: EXPENSES, sample: expensesSample() }, (journey) => {
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    const visitor = await journey.visit('emil@example.com')
    visitor.forgive(422)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const cell = (name: string, line: number) =>
    page.getByRole('textbox', { name: word('{field}, line {line}', { field: name, line }), exact: true })
  const what = (line: number) =>
    page.getByRole('combobox', { name: word('{field}, line {line}', { field: 'What', line }) })
  const total = () => page.getByRole('group', { name: 'Lines', exact: true }).locator('dl').last().innerText()

  /** Begins a claim, and fills in its first line. */
  const begin = async (kind: string, description: string, price: string) => {
    await page.goto('/claims/new')
    await page.getByLabel('Title').waitFor()
    await keys.skipMenu()
    await keys.write(page.getByLabel('Title'), 'Berlin')
    await fill(1, kind, description, price)
  }
  const fill = async (line: number, kind: string, description: string, price: string) => {
    await keys.choose(what(line), kind)
    await keys.write(cell('Description', line), description)
    await keys.write(cell('Price', line), price)
  }
  const fillNext = async (kind: string, description: string, price: string) => {
    await keys.press('Enter')
    await cell('Description', 2).waitFor()
    await fill(2, kind, description, price)
  }

  test('fills in two lines, and moves the second one up', async () => {
    await begin('Train', 'There', '40')
    await fillNext('Hotel', 'A night', '100')
    await expect.poll(total).toContain('140.00')
    await keys.press('Alt+ArrowUp')
    await expect.poll(() => cell('Description', 1).inputValue()).toBe('A night')
    await expectFocus(cell('Price', 1))
  })

  test('takes the highlighted word by Enter and by Tab, after one letter or more', async () => {
    await begin('Train', 'There', '40')
    const lines = page.getByRole('combobox', { name: wording('{field}, line {line}', { field: 'What' }) })
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
    expect(await lines.count()).toBe(1)
  })

  test('takes a line away, and goes on beside it', async () => {
    await begin('Hotel', 'A night', '100')
    await fillNext('Train', 'There', '40')
    await what(1).focus()
    await keys.use(page.getByRole('button', { name: word('Remove line {line}', { line: 2 }) }))
    // Tab has gone on to a new line, which is empty.
    await expect.poll(() => cell('Description', 2).inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await expect.poll(total).toContain('100.00')
  })

  test('is led to the cell that is wrong, mends it, and creates the claim', async () => {
    await begin('Hotel', 'A night', '100')
    await keys.tabTo(cell('Spent on', 1), 'Shift+Tab')
    await keys.press('Control+a')
    await keys.type('31/2/2026')
    await keys.use(page.getByRole('button', { name: word('Create {name}', { name: 'claim' }) }))
    await page.getByText(/Spent on must be/).waitFor()
    await expectFocus(cell('Spent on', 1))
    await keys.press('Control+a', 'Delete')
    await keys.use(page.getByRole('button', { name: word('Create {name}', { name: 'claim' }) }))
    await page.getByRole('heading', { level: 1, name: /Berlin/ }).waitFor()
    await page.getByText('A night').first().waitFor()
  })
})
