// A list by keyboard only: its filters, order, columns, groups and views, many rows at once, and one cell in its place.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { cellUnder, recordRows } from './table.ts'
import { word, wording } from './words.ts'

describeJourney('an agent without a mouse, at a list', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    visitor = await journey.visit(sample.agent)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const rows = () => recordRows(page, 'Tickets')
  const link = (number: string) => rows().getByRole('link', { name: number, exact: true })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
  const openAll = async (more = '') => {
    await page.goto(`/tickets?view=all${more}`)
    await rows().first().waitFor()
    await keys.skipMenu()
  }
  const numbers = async (): Promise<readonly string[]> => rows().locator('[data-row-link]').allTextContents()
  /** Selects the first two rows; returns the number of the second, where the keyboard is then. */
  const selectTwo = async (): Promise<string> => {
    const [, second = ''] = await numbers()
    await keys.press('j', 'x', 'j', 'Shift+X')
    const bar = page.getByRole('region', { name: word('Selected') })
    await bar.getByText(word('{count} selected', { count: 2 })).waitFor()
    return second
  }

  test('comes to it by the menu, and to another view by its tab', async () => {
    await openAlive(page, '/overview')
    await keys.use(page.getByRole('navigation', { name: word('Screens') }).getByRole('link', { name: 'Tickets' }))
    await rows().first().waitFor()
    await keys.use(
      page
        .getByRole('navigation', { name: word('Views of {name}', { name: 'Tickets' }) })
        .getByRole('link', { name: 'All' }),
    )
    await page.waitForURL('**/tickets?view=all')
  })

  test('adds a filter, changes it and takes it away', async () => {
    await openAll()
    await keys.use(button(word('Filter')))
    await expectFocus(dialog(word('Filter')).getByRole('textbox', { name: word('Find a field') }))
    await keys.type('prio')
    await keys.press('Enter')
    await keys.tabTo(dialog(word('Filter')).getByRole('checkbox', { name: 'Urgent' }))
    await keys.press('Space')
    await keys.use(button(word('Apply')))
    const pill = button(word('Change the filter: {sentence}', { sentence: 'Priority is Urgent' }))
    await pill.waitFor()
    await keys.use(pill)
    await keys.tabTo(page.getByRole('dialog').getByRole('checkbox', { name: 'High' }))
    await keys.press('Space')
    await keys.use(button(word('Apply')))
    const changed = button(word('Change the filter: {sentence}', { sentence: 'Priority is Urgent or High' }))
    await expectFocus(changed)
    expect(parameter('priority')).toBe('urgent,high')
    await keys.use(button(wording('Remove the filter: {sentence}', { sentence: /Priority.*/ })))
    await changed.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  })

  test('orders by a column, makes it wider, takes one away and groups', async () => {
    await openAll()
    await keys.use(page.getByRole('columnheader', { name: 'Subject' }).getByRole('button', { name: 'Subject' }))
    await expect.poll(() => parameter('sort')).toBe('subject')
    await keys.tabTo(page.getByRole('separator', { name: word('Width of {label}', { label: 'Subject' }) }))
    await keys.press('ArrowRight')
    await expect.poll(() => parameter('_widths')).toMatch(/^subject:\d+$/)
    await openAll()
    const columns = button(word('View'))
    await keys.use(columns)
    await keys.tabTo(dialog(word('View')).getByRole('checkbox', { name: 'Requester', exact: true }))
    await keys.press('Space')
    await page.getByRole('columnheader', { name: 'Requester' }).waitFor({ state: 'detached' })
    await keys.tabTo(dialog(word('View')).getByLabel(word('Group by')))
    await keys.type('Status')
    await page.getByRole('rowheader', { name: /^Open \d+$/ }).waitFor()
    await keys.press('Escape')
    await expectFocus(columns)
  })

  test('keeps it as a view, and deletes that', async () => {
    await openAll('&_group=status')
    await keys.use(button(word('Save view …')), 'Shift+Tab')
    await keys.write(dialog(word('Save this view')).getByLabel(word('Name')), 'By status')
    await keys.press('Enter')
    const tab = page.getByRole('link', { name: 'By status' })
    await tab.waitFor()
    await dialog(word('Save this view')).waitFor({ state: 'detached' })
    await expectFocus(tab)
    await keys.use(button(word('More for this view')))
    const remove = page.getByRole('menuitem', { name: word('Delete view') })
    await remove.press('Enter')
    await tab.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  })

  test('selects rows, changes a field of all of them and takes it back', async () => {
    await openAll()
    const number = await selectTwo()
    const change = dialog(word('Change {records}', { records: '2 tickets' }))
    await keys.press('c')
    await keys.choose(change.getByRole('combobox', { name: word('Field') }), 'Priority', 'Prio')
    await keys.choose(change.getByRole('combobox', { name: 'Priority' }), 'Low')
    await keys.use(change.getByRole('button', { name: word('Change {records}', { records: '2 tickets' }) }))
    await dialog(word('{records} changed', { records: '2 tickets' }))
      .getByText(word('{done} done.', { done: 2 }))
      .waitFor()
    await keys.use(
      dialog(word('{records} changed', { records: '2 tickets' })).getByRole('button', { name: word('Undo') }),
    )
    await dialog(word('Undone: {records}', { records: '2 tickets' }))
      .getByText(word('Undone for {count}.', { count: 2 }))
      .waitFor()
    await keys.press('Escape')
    await dialog(word('Undone: {records}', { records: '2 tickets' })).waitFor({ state: 'detached' })
    await expectFocus(link(number))
  })

  test('moves them on by a menu, and takes the selection back', async () => {
    await openAll()
    const number = await selectTwo()
    await keys.press('m')
    await page.getByRole('menuitem').first().waitFor()
    await keys.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    await expectFocus(link(number))
    await keys.press('Escape')
    await page.getByRole('region', { name: word('Selected') }).waitFor({ state: 'detached' })
    await expectFocus(link(number))
  })

  test('edits a cell in its place and is back on it', async () => {
    await openAll()
    await keys.press('j', 'ArrowRight', 'e')
    const cell = rows().first().getByRole('textbox', { name: 'Subject' })
    await expectFocus(cell)
    await keys.press('Control+a')
    await keys.type('Without a mouse')
    await keys.press('Enter')
    await rows().first().getByText('Without a mouse').waitFor()
    await expectFocus(await cellUnder(rows().first(), 'Subject'))
  })

  test('looks at a row beside the list, goes on to the next and is back on it', async () => {
    await openAll()
    const [first = '', second = ''] = await numbers()
    await keys.press('j', 'Space')
    const peek = page.getByRole('dialog')
    await peek.getByRole('heading', { level: 2, name: new RegExp(first) }).waitFor()
    await keys.press('j')
    await peek.getByRole('heading', { level: 2, name: new RegExp(second) }).waitFor()
    await keys.press('Escape')
    await expectFocus(link(second))
  })

  test('finds a record in the palette, and is back where it was opened', async () => {
    await visitor.post('/api/tickets', { subject: 'Found by its words', description: 'It is found by keys alone.' })
    await openAll()
    const [first = ''] = await numbers()
    await keys.press('j', 'Control+k')
    await expectFocus(page.getByRole('textbox', { name: word('Find a record, a screen or a command') }))
    await keys.press('Escape')
    await expectFocus(link(first))
    await keys.press('Control+k')
    await keys.type('Found by its words')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^HD-\d+ Found by its words/ })
      .waitFor()
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Found by its words/ }).waitFor()
  })
})
