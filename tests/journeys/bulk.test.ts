// Changing many records of a list at once, and one cell in its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { StartedJourney } from './journey.ts'

/** Milliseconds for what is sent in many requests, also where the machine has other work. */
const LONG = 90_000

describe.skipIf(browserPath === undefined)('an agent with many tickets', () => {
  let journey: StartedJourney
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    journey = await startJourney()
    visitor = await journey.visit(sample.agent)
    page = visitor.page
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const rows = () => page.getByRole('table', { name: 'Tickets' }).locator('tbody tr[data-record]')
  const selected = () => page.getByRole('region', { name: 'Selected' })

  test('selects rows by keyboard and by a range', async () => {
    await page.goto('/tickets?view=new')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await selected().getByText('1 selected').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await selected().getByText('3 selected').waitFor()
    await expectAccessible(page)
  })

  test('changes a field of all of them, and takes it back', async () => {
    const before = await rows().locator('td:nth-child(5)').allTextContents()
    await selected().getByRole('button', { name: 'Change …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 3 tickets' })
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Priority' }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change 3 tickets' }).click()
    const changed = page.getByRole('dialog', { name: '3 tickets changed' })
    await changed.getByText('3 done.').waitFor()
    await expectFocus(changed.getByRole('button', { name: 'Close' }).last())
    await expectAccessible(page)
    await changed.getByRole('button', { name: 'Undo' }).press('Enter')
    const undone = page.getByRole('dialog', { name: 'Undone: 3 tickets' })
    await undone.getByText('Undone for 3.').waitFor()
    await expectFocus(undone.getByRole('button', { name: 'Close' }).last())
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await undone.waitFor({ state: 'hidden' })
    await expect.poll(() => rows().locator('td:nth-child(5)').allTextContents()).toEqual(before)
  })

  test('reads that all had the value already, and has nothing to undo', async () => {
    const run = async (priority: string) => {
      await selected().getByRole('button', { name: 'Change …' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change 3 tickets' })
      await dialog.getByRole('combobox', { name: 'Field' }).click()
      await page.getByRole('option', { name: 'Priority' }).click()
      await dialog.getByRole('combobox', { name: 'Priority' }).click()
      await page.getByRole('option', { name: priority }).click()
      await dialog.getByRole('button', { name: 'Change 3 tickets' }).click()
    }
    await run('High')
    const changed = page.getByRole('dialog', { name: /tickets? changed$/ })
    await changed.getByRole('button', { name: 'Close' }).last().click()
    await changed.waitFor({ state: 'hidden' })
    await run('High')
    const none = page.getByRole('dialog', { name: 'Nothing changed' })
    await none.getByText('3 records had this value already.', { exact: true }).waitFor()
    await expectFocus(none.getByRole('button', { name: 'Close' }).last())
    expect(await none.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await none.waitFor({ state: 'hidden' })
  })

  test('moves on those that can be, and reads why the others cannot', async () => {
    visitor.forgive(403)
    visitor.forgive(409)
    await page.goto('/tickets?view=all&status=new,open&sort=number')
    await rows().first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
    await selected().getByRole('button', { name: 'Change state …' }).click()
    await page.getByRole('menuitem', { name: /^Take/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Take \d+ tickets$/ }).click()
    await dialog.getByText(/^\d+ done, \d+ refused\.$/).waitFor({ timeout: LONG })
    const refused = dialog.getByRole('region', { name: 'Refused' }).getByRole('listitem')
    await expect.poll(() => refused.first().textContent()).toMatch(/^HD-\d+ .+: .+/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  test('is asked for what a step needs before anything is sent, and reads why nothing changed', async () => {
    await page.goto('/tickets?view=all&status=open&sort=number')
    await rows().first().waitFor()
    // Of others, whose ticket it is not.
    const others = rows().filter({ hasNotText: 'Amara Okafor' })
    await others.first().getByRole('checkbox').click()
    await selected().getByRole('button', { name: 'Change state …' }).click()
    await page.getByRole('menuitem', { name: /^Ask/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask 1 ticket' })
    const question = dialog.getByRole('textbox', { name: 'Question' })
    await expectFocus(question)
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('Required.').waitFor()
    await expectFocus(question)
    await expectAccessible(page)
    await page.keyboard.type('Which one?')
    await page.keyboard.press('Control+Enter')
    const nothing = page.getByRole('dialog', { name: 'Nothing changed' })
    await nothing.getByText('1 refused.', { exact: true }).waitFor()
    await nothing.getByRole('button', { name: 'Close' }).last().click()
  })

  test('chooses the field, too, by its first letters and Enter', async () => {
    await selected().getByRole('button', { name: 'Change …' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('combobox', { name: 'Field' })
    await expectFocus(field)
    await page.keyboard.type('prio')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox', { name: 'Priority' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('changes all that the filter finds, hundreds of them, as one change set', async () => {
    const changeSets = async (): Promise<number> =>
      (await (await page.context().request.get('/api/system/changes?limit=1000')).json()).items.length
    const before = await changeSets()
    await page.goto('/tickets?view=all')
    await rows().first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
    await selected()
      .getByRole('button', { name: /^Select all \d{3}$/ })
      .click()
    await selected().getByRole('button', { name: 'Change …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Priority')
    await page.getByRole('option', { name: 'Priority' }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await dialog.getByRole('button', { name: /^Change \d{3} tickets$/ }).click()
    const done = dialog.getByText(/^\d{3} done/)
    await done.waitFor({ timeout: LONG })
    const changed = Number.parseInt((await done.textContent()) ?? '', 10)
    expect(changed).toBeGreaterThan(100)
    expect(await changeSets()).toBe(before + 1)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText(`Undone for ${changed}.`).waitFor({ timeout: LONG })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }, 240_000)

  test('edits a cell in its place, goes on with Tab and leaves with Escape', async () => {
    await page.goto('/tickets')
    const cell = rows().first().locator('td:nth-child(3)')
    await cell.waitFor()
    await cell.dblclick()
    const input = cell.getByRole('textbox', { name: 'Subject' })
    await input.waitFor()
    await expectAccessible(page)
    await input.fill('Renamed in its cell')
    await input.press('Tab')
    const next = rows().first().getByRole('combobox', { name: 'Priority' })
    await next.waitFor()
    await next.press('Escape')
    await next.waitFor({ state: 'hidden' })
    await cell.getByText('Renamed in its cell').waitFor()
  })

  test('groups rows with counts', async () => {
    await page.goto('/tickets?view=all')
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Group by').selectOption('Status')
    await page.getByRole('rowheader', { name: /^Open \d+$/ }).waitFor()
    await expectAccessible(page)
    // By people, too: in the order of their names, all that are a person's together.
    await page.getByRole('dialog').getByLabel('Group by').selectOption('Assignee')
    const found = await page.context().request.get('/api/tickets/summary?by=assignee&measure=count')
    const { groups } = (await found.json()) as { groups: { key: string | null; measures: { count: number } }[] }
    const own = await page.context().request.get(`/api/tickets?limit=1&filter=${encodeURIComponent('assignee == me')}`)
    const { items } = (await own.json()) as { items: { assignee: string }[] }
    const count = groups.find(({ key }) => key === items[0]?.assignee)?.measures.count
    await page.getByRole('rowheader', { name: `Amara Okafor ${count}`, exact: true }).waitFor()
    const heads = await page.locator('th[scope="rowgroup"]').allTextContents()
    expect(new Set(heads).size).toBe(heads.length)
  })

  test('on a phone selects cards, changes them, and takes it back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tickets?_group=priority')
    const cards = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')
    await cards.first().waitFor()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await cards.getByRole('checkbox').nth(0).check()
    await cards.getByRole('checkbox').nth(1).check()
    await selected().getByText('2 selected').waitFor()
    await expectAccessible(page)
    await selected().getByRole('button', { name: 'Change …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 2 tickets' })
    await dialog.getByRole('combobox', { name: 'Field' }).fill('Priority')
    await page.getByRole('listbox').getByRole('option', { name: 'Priority' }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await dialog.getByRole('button', { name: 'Change 2 tickets' }).click()
    const result = page.getByRole('dialog', { name: /2 tickets/ })
    await result.getByText('2 done.').waitFor()
    await result.getByRole('button', { name: 'Undo' }).click()
    await result.getByText('Undone for 2.').waitFor()
    await result.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await selected().waitFor({ state: 'hidden' })
    await expect.poll(() => cards.getByRole('checkbox').count()).toBe(0)
  })

  test('a manager is offered the same people for many as for one, and what has left the view is not selected', async () => {
    const manager = await journey.visit(sample.manager)
    const { page } = manager
    const inRow = page.getByRole('table', { name: 'Tickets' }).locator('tbody tr[data-record]')
    const optionsOf = async (dialog: Locator): Promise<readonly string[]> => {
      await dialog.getByRole('combobox', { name: 'Agent' }).click()
      await page.getByRole('option').first().waitFor()
      await expect.poll(() => page.getByRole('listbox').getByText('Loading …').count()).toBe(0)
      return (await page.getByRole('option').allInnerTexts()).toSorted()
    }
    const customer = await journey.visit(sample.customer)
    for (const subject of ['The lamp flickers', 'The lamp hums', 'The lamp is out']) {
      const data = { subject, description: 'It has been so since Monday.' }
      const answer = await customer.page.request.post('/api/tickets', { data, headers: { Origin: journey.desk.url } })
      expect(answer.status()).toBe(201)
    }
    await customer.context.close()
    await page.goto('/tickets?view=new&sort=number')
    await inRow.first().getByRole('link').click()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const forOne = await optionsOf(page.getByRole('dialog', { name: 'Assign' }))
    expect(forOne.length).toBeGreaterThan(0)
    await page.goto('/tickets?view=new&sort=number')
    await inRow.first().waitFor()
    const before = await inRow.count()
    for (const at of [0, 1]) await inRow.nth(at).getByRole('checkbox').click()
    const region = page.getByRole('region', { name: 'Selected' })
    await region.getByRole('button', { name: 'Change state …' }).click()
    await page.getByRole('menuitem', { name: /^Assign/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign 2 tickets' })
    expect(await optionsOf(dialog)).toEqual(forOne)
    await page.getByRole('option', { name: 'Amara Okafor' }).click()
    await dialog.getByRole('button', { name: 'Assign 2 tickets' }).click()
    const done = page.getByRole('dialog', { name: 'Assign: 2 tickets' })
    await done.getByText('2 done.').waitFor()
    await done.getByRole('button', { name: 'Close' }).last().click()
    await expect.poll(() => inRow.count()).toBe(before - 2)
    await region.waitFor({ state: 'hidden' })
    expect(manager.complaints).toEqual([])
    await manager.context.close()
  })

  test('without a complaint of the browser', () => {
    expect(visitor.complaints).toEqual([])
  })
})
