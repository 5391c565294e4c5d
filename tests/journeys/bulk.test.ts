// Changing many records of a list at once, and one cell in its place.
import { beforeEach, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { cellUnder, recordRows, textsUnder } from './table.ts'
import { label, word, wording } from './words.ts'

describeJourney('an agent with many tickets', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit(sample.agent)
    ;({ page } = visitor)
  })

  const rows = () => recordRows(page, 'Tickets')
  const selected = () => page.getByRole('region', { name: word('Selected') })
  const expectSelected = (count: number) => selected().getByText(word('{count} selected', { count })).waitFor()
  const open = async (query: string) => {
    await openAlive(page, `/tickets?${query}`)
    await rows().first().waitFor()
  }
  const openNew = async () => {
    for (const subject of ['The printer hums', 'The printer stops', 'The printer is out'])
      await visitor.post('/api/tickets', { subject, description: 'It has been so since Monday.' })
    await open('view=new')
  }
  /** Selects three by keyboard. */
  const selectThree = async () => {
    await openNew()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expectSelected(1)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expectSelected(3)
  }

  test('selects rows by keyboard and by a range, changes a field of all of them, and takes it back', async () => {
    await selectThree()
    await expectAccessible(page)
    const before = await textsUnder(rows(), 'Priority')
    await selected()
      .getByRole('button', { name: word('Change …') })
      .click()
    const dialog = page.getByRole('dialog', { name: word('Change {records}', { records: '3 tickets' }) })
    await dialog.getByRole('combobox', { name: word('Field') }).click()
    await page.getByRole('option', { name: 'Priority' }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Change {records}', { records: '3 tickets' }) }).click()
    const changed = page.getByRole('dialog', { name: word('{records} changed', { records: '3 tickets' }) })
    await changed.getByText(word('{done} done.', { done: 3 })).waitFor()
    await expectFocus(changed.getByRole('button', { name: word('Close') }).last())
    await expectAccessible(page)
    await changed.getByRole('button', { name: word('Undo') }).press('Enter')
    const undone = page.getByRole('dialog', { name: word('Undone: {records}', { records: '3 tickets' }) })
    await undone.getByText(word('Undone for {count}.', { count: 3 })).waitFor()
    await expectFocus(undone.getByRole('button', { name: word('Close') }).last())
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await undone.waitFor({ state: 'hidden' })
    await expect.poll(() => textsUnder(rows(), 'Priority')).toEqual(before)
  })

  test('reads that all had the value already, and has nothing to undo', async () => {
    await selectThree()
    const run = async (priority: string) => {
      await selected()
        .getByRole('button', { name: word('Change …') })
        .click()
      const dialog = page.getByRole('dialog', { name: word('Change {records}', { records: '3 tickets' }) })
      await dialog.getByRole('combobox', { name: word('Field') }).click()
      await page.getByRole('option', { name: 'Priority' }).click()
      await dialog.getByRole('combobox', { name: 'Priority' }).click()
      await page.getByRole('option', { name: priority }).click()
      await dialog.getByRole('button', { name: word('Change {records}', { records: '3 tickets' }) }).click()
    }
    await run('High')
    const changed = page.getByRole('dialog', { name: wording('{records} changed', { records: /\d tickets?/ }) })
    await changed
      .getByRole('button', { name: word('Close') })
      .last()
      .click()
    await changed.waitFor({ state: 'hidden' })
    await run('High')
    const none = page.getByRole('dialog', { name: word('Nothing changed') })
    await none.getByText(word('{count} records had this value already.', { count: 3 }), { exact: true }).waitFor()
    await expectFocus(none.getByRole('button', { name: word('Close') }).last())
    expect(await none.getByRole('button', { name: word('Undo') }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await none.waitFor({ state: 'hidden' })
  })

  test('moves on those that can be, and reads why the others cannot', async () => {
    visitor.forgive(403)
    visitor.forgive(409)
    await open('view=all&status=new,open&sort=number')
    await page.getByRole('checkbox', { name: word('Select all that are shown') }).click()
    await selected()
      .getByRole('button', { name: word('Change state …') })
      .click()
    await page.getByRole('menuitem', { name: /^Take/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: /^Take/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Take \d+ tickets$/ }).click()
    await dialog.getByText(wording('{done} done, {refused} refused.')).waitFor()
    const refused = dialog.getByRole('region', { name: word('Refused') }).getByRole('listitem')
    await expect.poll(() => refused.first().textContent()).toMatch(/^HD-\d+ .+: .+/)
    await expectAccessible(page)
    await dialog
      .getByRole('button', { name: word('Close') })
      .last()
      .click()
  })

  test('is asked for what a step needs before anything is sent, and reads why nothing changed', async () => {
    visitor.forgive(403)
    await open('view=all&status=open&sort=number')
    // Of others, whose ticket it is not.
    const others = rows().filter({ hasNotText: 'Amara Okafor' })
    await others.first().getByRole('checkbox').click()
    await selected()
      .getByRole('button', { name: word('Change state …') })
      .click()
    await page.getByRole('menuitem', { name: /^Ask/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask 1 ticket' })
    const question = dialog.getByRole('textbox', { name: label('Question') })
    await expectFocus(question)
    await page.keyboard.press('Control+Enter')
    await dialog.getByText(word('Required.')).waitFor()
    await expectFocus(question)
    await expectAccessible(page)
    await page.keyboard.type('Which one?')
    await page.keyboard.press('Control+Enter')
    const nothing = page.getByRole('dialog', { name: word('Nothing changed') })
    await nothing.getByText(word('{count} refused.', { count: 1 }), { exact: true }).waitFor()
    await nothing
      .getByRole('button', { name: word('Close') })
      .last()
      .click()
  })

  test('chooses the field, too, by its first letters and Enter', async () => {
    await openNew()
    await rows().first().getByRole('checkbox').click()
    await selected()
      .getByRole('button', { name: word('Change …') })
      .click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('combobox', { name: word('Field') })
    await expectFocus(field)
    await page.keyboard.type('prio')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox', { name: 'Priority' }).waitFor()
    await dialog.getByRole('button', { name: word('Cancel') }).click()
  })

  test('changes all that the filter finds, hundreds of them, as one change set', async () => {
    // Tickets of others are refused.
    visitor.forgive(403)
    const changeSets = async (): Promise<number> =>
      (await (await page.context().request.get('/api/system/changes?limit=1000')).json()).items.length
    const before = await changeSets()
    await open('view=all')
    await page.getByRole('checkbox', { name: word('Select all that are shown') }).click()
    await selected()
      .getByRole('button', { name: wording('Select all {count}', { count: /\d{3}/ }) })
      .click()
    await selected()
      .getByRole('button', { name: word('Change …') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: word('Field') }).fill('Priority')
    await page.getByRole('option', { name: 'Priority' }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await dialog.getByRole('button', { name: wording('Change {records}', { records: /\d{3} tickets/ }) }).click()
    const done = dialog.getByText(/^\d{3} done/)
    await done.waitFor()
    const changed = Number.parseInt((await done.textContent()) ?? '', 10)
    expect(changed).toBeGreaterThan(100)
    expect(await changeSets()).toBe(before + 1)
    await dialog.getByRole('button', { name: word('Undo') }).click()
    await dialog.getByText(word('Undone for {count}.', { count: changed })).waitFor()
    await dialog
      .getByRole('button', { name: word('Close') })
      .last()
      .click()
  }, 240_000)

  test('edits a cell in its place, goes on with Tab and leaves with Escape', async () => {
    await page.goto('/tickets')
    await rows().first().waitFor()
    const cell = await cellUnder(rows().first(), 'Subject')
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
    await page.getByRole('button', { name: word('View'), exact: true }).click()
    await page.getByRole('dialog').getByLabel(word('Group by')).selectOption('Status')
    await page.getByRole('rowheader', { name: /^Open \d+$/ }).waitFor()
    await expectAccessible(page)
    // By people, too: in the order of their names, all that are a person's together.
    await page.getByRole('dialog').getByLabel(word('Group by')).selectOption('Assignee')
    const found = await page.context().request.get('/api/tickets/summary?by=assignee&measure=count')
    const { groups } = (await found.json()) as { groups: { key: string | null; measures: { count: number } }[] }
    const [{ assignee }] = await visitor.find('/api/tickets', 'assignee == me')
    const count = groups.find(({ key }) => key === assignee)?.measures.count
    await page.getByRole('rowheader', { name: `Amara Okafor ${count}`, exact: true }).waitFor()
    const heads = await page.locator('th[scope="rowgroup"]').allTextContents()
    expect(new Set(heads).size).toBe(heads.length)
  })

  test('on a phone selects cards, changes them, and takes it back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tickets?_group=priority')
    const cards = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')
    await cards.first().waitFor()
    await page.getByRole('button', { name: word('Select'), exact: true }).click()
    const [first, second] = await cards.getByRole('checkbox').all()
    await first?.check()
    await second?.check()
    await expectSelected(2)
    await expectAccessible(page)
    await selected()
      .getByRole('button', { name: word('Change …') })
      .click()
    const dialog = page.getByRole('dialog', { name: word('Change {records}', { records: '2 tickets' }) })
    await dialog.getByRole('combobox', { name: word('Field') }).fill('Priority')
    await page.getByRole('listbox').getByRole('option', { name: 'Priority' }).click()
    await dialog.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await dialog.getByRole('button', { name: word('Change {records}', { records: '2 tickets' }) }).click()
    const result = page.getByRole('dialog', { name: /2 tickets/ })
    await result.getByText(word('{done} done.', { done: 2 })).waitFor()
    await result.getByRole('button', { name: word('Undo') }).click()
    await result.getByText(word('Undone for {count}.', { count: 2 })).waitFor()
    await result
      .getByRole('button', { name: word('Close') })
      .last()
      .click()
    await page.getByRole('button', { name: word('Done'), exact: true }).click()
    await selected().waitFor({ state: 'hidden' })
    await expect.poll(() => cards.getByRole('checkbox').count()).toBe(0)
  })

  test('a manager is offered the same people for many as for one, and what has left the view is not selected', async () => {
    const manager = await journey.visit(sample.manager)
    const { page } = manager
    const inRow = recordRows(page, 'Tickets')
    const optionsOf = async (dialog: Locator): Promise<readonly string[]> => {
      await dialog.getByRole('combobox', { name: 'Agent' }).click()
      await page.getByRole('option').first().waitFor()
      await expect.poll(() => page.getByRole('listbox').getByText(word('Loading …')).count()).toBe(0)
      return (await page.getByRole('option').allInnerTexts()).toSorted()
    }
    const customer = await journey.visit(sample.customer)
    for (const subject of ['The lamp flickers', 'The lamp hums', 'The lamp is out'])
      await customer.post('/api/tickets', { subject, description: 'It has been so since Monday.' })
    await page.goto('/tickets?view=new&sort=number')
    await inRow.first().getByRole('link').click()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const forOne = await optionsOf(page.getByRole('dialog', { name: 'Assign' }))
    expect(forOne.length).toBeGreaterThan(0)
    await page.goto('/tickets?view=new&sort=number')
    await inRow.first().waitFor()
    const before = await inRow.count()
    for (const each of (await inRow.all()).slice(0, 2)) await each.getByRole('checkbox').click()
    const region = page.getByRole('region', { name: word('Selected') })
    await region.getByRole('button', { name: word('Change state …') }).click()
    await page.getByRole('menuitem', { name: /^Assign/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign 2 tickets' })
    expect(await optionsOf(dialog)).toEqual(forOne)
    await page.getByRole('option', { name: 'Amara Okafor' }).click()
    await dialog.getByRole('button', { name: 'Assign 2 tickets' }).click()
    const done = page.getByRole('dialog', { name: 'Assign: 2 tickets' })
    await done.getByText(word('{done} done.', { done: 2 })).waitFor()
    await done
      .getByRole('button', { name: word('Close') })
      .last()
      .click()
    await expect.poll(() => inRow.count()).toBe(before - 2)
    await region.waitFor({ state: 'hidden' })
  })
})
