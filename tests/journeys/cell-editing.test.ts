// What is typed into a cell of a list, or at a fact of a record: kept by a click elsewhere, chosen by its letters, refused in its place.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { cellUnder, rowNamed } from './table.ts'
import { label, word } from './words.ts'

describeJourney('a manager who edits in place', HELPDESK, (journey) => {
  let page: Page
  let forgive: JourneyVisitor['forgive']

  beforeEach(async () => {
    ;({ page, forgive } = await journey.visit(sample.manager))
  })

  const row = (number: string) => rowNamed(page, number)
  const subject = async (number: string) => cellUnder(row(number), 'Subject')
  const input = () => page.getByRole('textbox', { name: 'Subject' })
  const openList = async (columns = '') => {
    await openAlive(page, `/tickets?view=all&sort=number${columns}`)
    await row('HD-00001').waitFor()
  }

  test('clicks beside the list, on another cell, on a link: each keeps what was typed', async () => {
    await openList()
    const [first, second, third] = [await subject('HD-00001'), await subject('HD-00002'), await subject('HD-00003')]
    await first.dblclick()
    await input().fill('Kept by a click beside')
    await page.getByRole('heading', { level: 1 }).click()
    await first.getByText('Kept by a click beside').waitFor()
    await second.dblclick()
    await input().fill('Kept by another cell')
    await third.dblclick()
    await second.getByText('Kept by another cell').waitFor()
    await input().fill('Kept by a link')
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor()
    await page.goBack()
    await third.getByText('Kept by a link').waitFor()
  })

  test('leaves the page by the keyboard: that keeps it too', async () => {
    await openList()
    await page.getByRole('link', { name: 'Answers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor()
    await page.goBack()
    await row('HD-00004').waitFor()
    const cell = await subject('HD-00004')
    await cell.dblclick()
    await input().fill('Kept by a key')
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor()
    await page.goBack()
    await cell.getByText('Kept by a key').waitFor()
  })

  test('reads at the cell why a value is refused, and still has it', async () => {
    forgive(422)
    await openList()
    const cell = await subject('HD-00005')
    const before = (await cell.textContent()) ?? ''
    await cell.dblclick()
    await input().fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await cell.getByText('Subject is required.').waitFor()
    await expectAccessible(page)
    await input().press('Escape')
    await cell.getByText(before).waitFor()
  })

  test('is back on the cell by Esc, and reads of a closed one that it is closed', async () => {
    await openList()
    await row('HD-00006').getByRole('link').focus()
    for (const key of ['ArrowRight', 'e']) await page.keyboard.press(key)
    await input().waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(await subject('HD-00006'))
    await openList('&_columns=number,subject,updated_at')
    await row('HD-00006').getByRole('link').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'e']) await page.keyboard.press(key)
    await page.getByText(word('{field} can’t be changed in the list.', { field: label('Updated') })).waitFor()
    await expectFocus(await cellUnder(row('HD-00006'), label('Updated')))
  })

  test('chooses a word by its letters, in a list as wide as the words', async () => {
    await openList('&_columns=number,priority,assignee')
    const ticket = row('HD-00007')
    const priority = await cellUnder(ticket, 'Priority')
    await priority.dblclick()
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    await page.keyboard.type('hi')
    await page.keyboard.press('Enter')
    await ticket.getByText('High', { exact: true }).waitFor()
    await priority.dblclick()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await ticket.getByText('Urgent', { exact: true }).waitFor()
    await (await cellUnder(ticket, 'Assignee')).dblclick()
    const option = page.getByRole('option', { name: 'Amara Okafor' })
    await option.waitFor()
    expect((await option.boundingBox())?.height).toBeLessThan(50)
    // A rule says that only agents are given tickets.
    expect(await page.getByRole('option', { name: 'Hannah Brandt' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('types over the name in a cell, and reads that nobody is found', async () => {
    await openList('&_columns=number,priority,assignee')
    const assignee = await cellUnder(row('HD-00008'), 'Assignee')
    const before = (await assignee.textContent()) ?? ''
    const wanted = before.includes('Priya') ? 'Jakub Nowak' : 'Priya Raman'
    await assignee.dblclick()
    const input = assignee.getByRole('combobox', { name: 'Assignee' })
    const isSelected = () =>
      input.evaluate((element: HTMLInputElement) => element.selectionEnd !== element.selectionStart)
    await expect.poll(isSelected).toBe(true)
    await input.press('x')
    await expect.poll(() => input.inputValue()).toBe('x')
    await page.getByText(word('Nothing found')).waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(assignee)
    await page.keyboard.press('e')
    await expect.poll(isSelected).toBe(true)
    await page.keyboard.type(wanted.slice(0, 5).toLowerCase())
    await page.keyboard.press('Enter')
    await assignee.getByText(wanted).waitFor()
  })

  test('is offered nothing that a fact can’t be', async () => {
    await openAlive(page, '/tickets/HD-00009')
    await page.getByRole('button', { name: word('Change {name}', { name: 'priority' }) }).click()
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    // It is required: nothing takes it away.
    const fact = page.locator('[data-property="priority"]')
    expect(await fact.getByRole('button').count()).toBe(0)
    await expectAccessible(page)
    await page.keyboard.type('low')
    await page.keyboard.press('Enter')
    await fact.getByText('Low', { exact: true }).waitFor()
  })
})
