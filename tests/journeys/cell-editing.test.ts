// What is typed into a cell of a list, or at a fact of a record: kept by a click elsewhere, chosen by its letters, refused in its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, expectFocus, openAlive, startJourney } from './journey.ts'
import type { Journey } from './journey.ts'

describe.skipIf(browserPath === undefined)('a manager who edits in place', () => {
  let journey: Journey
  let page: Page
  let complaints: readonly string[]
  let forgive: (status: number) => void

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints, forgive } = await journey.visit(sample.manager))
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  const row = (index: number) => page.locator('tr[data-record]').nth(index)
  const subject = (index: number) => row(index).locator('td:nth-child(3)')
  const input = (index: number) => subject(index).getByRole('textbox', { name: 'Subject' })

  test('clicks beside the list, on another cell, on a link: each keeps what was typed', async () => {
    await openAlive(page, '/tickets?view=all&sort=number')
    await subject(0).dblclick()
    await input(0).fill('Kept by a click beside')
    await page.getByRole('heading', { level: 1 }).click()
    await subject(0).getByText('Kept by a click beside').waitFor()
    await subject(1).dblclick()
    await input(1).fill('Kept by another cell')
    await subject(2).dblclick()
    await subject(1).getByText('Kept by another cell').waitFor()
    await input(2).fill('Kept by a link')
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor()
    await page.goBack()
    await subject(2).getByText('Kept by a link').waitFor()
  })

  test('leaves the page by the keyboard: that keeps it too', async () => {
    await subject(3).dblclick()
    await input(3).fill('Kept by a key')
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor()
    await page.goBack()
    await subject(3).getByText('Kept by a key').waitFor()
  })

  test('reads at the cell why a value is refused, and still has it', async () => {
    forgive(422)
    await subject(0).dblclick()
    await input(0).fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await subject(0).getByText('Subject is required.').waitFor()
    await expectAccessible(page)
    await input(0).press('Escape')
    await subject(0).getByText('Kept by a click beside').waitFor()
  })

  test('is back on the cell by Esc, and reads of a closed one that it is closed', async () => {
    await row(0).locator('[data-row-link]').focus()
    for (const key of ['ArrowRight', 'e']) await page.keyboard.press(key)
    await input(0).waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(subject(0))
    await page.goto('/tickets?view=all&sort=number&_columns=number,subject,updated_at')
    await row(0).locator('[data-row-link]').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'e']) await page.keyboard.press(key)
    await page.getByText('Updated can’t be changed in the list.').waitFor()
    await expectFocus(row(0).locator('td:nth-child(4)'))
  })

  test('chooses a word by its letters, in a list as wide as the words', async () => {
    await openAlive(page, '/tickets?view=all&sort=number&_columns=number,priority,assignee')
    await row(0).locator('td:nth-child(3)').dblclick()
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    await page.keyboard.type('hi')
    await page.keyboard.press('Enter')
    await row(0).getByText('High', { exact: true }).waitFor()
    await row(0).locator('td:nth-child(3)').dblclick()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await row(0).getByText('Urgent', { exact: true }).waitFor()
    await row(0).locator('td:nth-child(4)').dblclick()
    const option = page.getByRole('option', { name: 'Amara Okafor' })
    await option.waitFor()
    expect((await option.boundingBox())?.height).toBeLessThan(50)
    // A rule says that only agents are given tickets.
    expect(await page.getByRole('option', { name: 'Hannah Brandt' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('types over the name in a cell, and reads that nobody is found', async () => {
    const assignee = row(0).locator('td:nth-child(4)')
    const before = (await assignee.textContent()) ?? ''
    const wanted = before.includes('Priya') ? 'Jakub Nowak' : 'Priya Raman'
    await assignee.dblclick()
    const input = assignee.getByRole('combobox', { name: 'Assignee' })
    await expect.poll(() => input.inputValue()).not.toBe('')
    await input.press('x')
    await expect.poll(() => input.inputValue()).toBe('x')
    await page.getByText('Nothing found').waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(assignee)
    await page.keyboard.press('e')
    await expect.poll(() => input.evaluate((element: HTMLInputElement) => element.selectionEnd)).toBeGreaterThan(0)
    await page.keyboard.type(wanted.slice(0, 5).toLowerCase())
    await page.keyboard.press('Enter')
    await assignee.getByText(wanted).waitFor()
  })

  test('is offered nothing that a fact can’t be', async () => {
    await row(0).locator('[data-row-link]').click()
    await page.getByRole('button', { name: 'Change priority' }).click()
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    // It is required: nothing takes it away.
    const fact = page.locator('[data-property="priority"]')
    expect(await fact.getByRole('button').count()).toBe(0)
    await expectAccessible(page)
    await page.keyboard.type('low')
    await page.keyboard.press('Enter')
    await fact.getByText('Low', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})
