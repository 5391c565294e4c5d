// The views of a list and its filters: read as sentences, saved, shared, renamed and deleted.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { recordRows, textsUnder } from './table.ts'
import { label, word, wording } from './words.ts'

describeJourney('an agent with the views of a list', HELPDESK, (journey) => {
  let page: Page
  let forgive: JourneyVisitor['forgive']

  beforeEach(async () => {
    ;({ page, forgive } = await journey.visit(sample.agent))
  })

  const table = () => page.getByRole('table', { name: 'Tickets' })
  const rows = () => recordRows(page, 'Tickets')
  const foot = () => page.getByText(wording('{shown} of {count}', { shown: /\d+/, count: /\d+/ }))
  const count = async () => Number(/of (\d+)/.exec((await foot().textContent()) ?? '')?.[1])
  const views = () => page.getByRole('navigation', { name: word('Views of {name}', { name: 'Tickets' }) })
  const statuses = async () => {
    await rows().first().waitFor()
    return new Set(await textsUnder(rows(), 'Status'))
  }

  test('begins with their own queue, and opens other views by tabs', async () => {
    await page.goto('/tickets')
    await expect
      .poll(async () => [...(await statuses())].filter((status) => ![label('Open'), label('Waiting')].includes(status)))
      .toEqual([])
    await expect.poll(() => views().getByRole('link', { name: 'My queue' }).getAttribute('aria-current')).toBe('page')
    await expectAccessible(page)
    await views().getByRole('link', { name: 'Solved' }).click()
    await page.waitForURL('**/tickets?view=solved')
    await rows().filter({ hasText: 'Closed' }).first().waitFor()
    await expect.poll(async () => (await statuses()).has(label('Open'))).toBe(false)
  })

  test('says of an empty view that it is one, and leads to all records', async () => {
    const { page } = await journey.visit(sample.manager)
    // Of drafts there are some.
    await page.route(/\/api\/articles\?.*filter=not/, (route) => route.fulfill({ json: { items: [], next: null } }))
    await page.goto('/articles?view=drafts')
    await page.getByText(word('There is nothing in “{view}”.', { view: 'Drafts' })).waitFor()
    expect(await page.getByText(word('No {name} yet.', { name: 'articles' })).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Show all {name}', { name: 'articles' }) }).click()
    await page.getByRole('table', { name: 'Answers' }).waitFor()
    await page.goto('/articles?view=-&q=nothing+is+called+so')
    await page.getByText(word('Nothing matches.')).waitFor()
    await page.getByRole('button', { name: word('Clear search and filters') }).click()
    await page.getByRole('table', { name: 'Answers' }).waitFor()
    // What isn't in this view may be in another one.
    await page.goto('/tickets?view=solved&q=HD-00398')
    await page.getByRole('button', { name: word('Search all {name}', { name: 'tickets' }) }).click()
    await page.waitForURL('**/tickets?view=all&q=HD-00398')
    await page.locator('[data-row-link]', { hasText: 'HD-00398' }).waitFor()
  })

  test('adds a filter by keyboard and reads it as a sentence', async () => {
    await page.goto('/tickets?view=all')
    await table().waitFor()
    const all = await count()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await expectFocus(dialog.getByRole('textbox', { name: word('Find a field') }))
    await page.keyboard.type('prio')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog')
    await form.getByRole('checkbox', { name: 'Urgent' }).check()
    await form.getByRole('checkbox', { name: 'High' }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: word('Apply') }).click()
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Priority is Urgent or High' }) })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('priority')).toBe('urgent,high')
    await expect.poll(count).toBeLessThan(all)
  })

  test('changes it, joins it with another one by "or", and takes all away', async () => {
    await page.goto('/tickets?view=all&priority=urgent,high')
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Priority is Urgent or High' }) })
      .click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox').selectOption(word('is not'))
    await form.getByRole('button', { name: word('Apply') }).click()
    await page
      .getByRole('button', {
        name: word('Change the filter: {sentence}', { sentence: 'Priority is not Urgent or High' }),
      })
      .waitFor()
    await page.goto('/tickets?view=all&priority=urgent&assignee=me&_any=1')
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Assignee is me' }) })
      .waitFor()
    const either = await count()
    await page.getByText(word('All of'), { exact: true }).click()
    await expect.poll(count).toBeLessThan(either)
    await page.getByRole('button', { name: word('Clear all') }).click()
    await expect.poll(() => page.url().split('?')[1]).toBe('view=all')
  })

  test('filters by a day that is chosen by keyboard from the same calendar as in forms', async () => {
    await page.goto('/tickets?view=all')
    await table().waitFor()
    const all = await count()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await expectFocus(dialog.getByRole('textbox', { name: word('Find a field') }))
    await page.keyboard.type('due')
    await page.keyboard.press('Enter')
    // The keyboard is where it goes on.
    const operator = dialog.getByRole('combobox', { name: 'Due', exact: true })
    await expectFocus(operator)
    await operator.selectOption('before')
    const day = dialog.getByRole('textbox', { name: word('Value of {label}', { label: 'Due' }) })
    await day.press('ArrowDown')
    await dialog.getByRole('grid').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => day.inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    await expectFocus(day)
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: wording('Change the filter: {sentence}', { sentence: /Due is before .*/ }) })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('due_at:before')).toMatch(/^\d{4}-\d\d-\d\d$/)
    await expect.poll(count).toBeLessThan(all)
  })

  test('saves the list as a view, finds it again, changes, renames and deletes it, and takes that back', async () => {
    await page.goto('/tickets?view=all&priority=urgent&sort=subject')
    await page.getByRole('button', { name: word('Save view …') }).click()
    const dialog = page.getByRole('dialog', { name: word('Save this view') })
    await dialog.getByLabel(word('Name')).fill('Urgent by subject')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Save') }).click()
    const tab = views().getByRole('link', { name: 'Urgent by subject' })
    await tab.waitFor()
    await page.goto('/tickets')
    await tab.click()
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Priority is Urgent' }) })
      .waitFor()
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
    // As it was saved there is nothing to save.
    const button = (name: string) => page.getByRole('button', { name })
    await button(word('More for this view')).waitFor()
    expect(await page.getByRole('button', { name: /^Save|^Discard/ }).count()).toBe(0)
    const order = page.getByRole('columnheader', { name: 'Subject' }).getByRole('button', { name: 'Subject' })
    await order.click()
    await button(word('Discard changes')).press('Enter')
    await button(word('Discard changes')).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('sort')).toBe('subject')
    await expectFocus(tab)
    await order.click()
    await button(word('Save changes')).press('Enter')
    await page.getByText(word('{title} is changed.', { title: 'Urgent by subject' })).waitFor()
    await button(word('Save changes')).waitFor({ state: 'hidden' })
    await expectFocus(tab)
    await page.goto('/tickets')
    await tab.click()
    await page.waitForURL(/sort=-subject/)
    await order.click()
    await button(word('More for this view')).click()
    await page.getByRole('menuitem', { name: word('Save as a new view …') }).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: word('Save as a new view …') }).click()
    forgive(422)
    await dialog.getByLabel(word('Name')).fill('urgent by subject')
    await dialog.getByRole('button', { name: word('Save') }).click()
    await dialog.getByText('You already have a view “urgent by subject” here.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Cancel') }).click()
    await button(word('More for this view')).click()
    await page.getByRole('menuitem', { name: word('Rename …') }).click()
    const renaming = page.getByRole('dialog', { name: word('Rename the view') })
    await renaming.getByLabel(word('Name')).fill('Urgent ones')
    await renaming.getByRole('button', { name: word('Save') }).click()
    const renamed = page.getByRole('link', { name: 'Urgent ones' })
    await renamed.waitFor()
    await button(word('More for this view')).click()
    await page.getByRole('menuitem', { name: word('Delete view') }).press('Enter')
    await renamed.waitFor({ state: 'hidden' })
    await expectFocus(views().getByRole('link', { name: 'My queue' }))
    await page.getByText(word('{title} is deleted.', { title: 'Urgent ones' })).waitFor()
    await page.getByRole('button', { name: word('Undo') }).click()
    await renamed.waitFor()
  })

  test('is asked before a view is deleted that others use too', async () => {
    await page.goto('/tickets?view=all&priority=low')
    await page.getByRole('button', { name: word('Save view …') }).click()
    const dialog = page.getByRole('dialog', { name: word('Save this view') })
    await dialog.getByLabel(word('Name')).fill('Of us all')
    await dialog.getByLabel(word('For')).selectOption(word('Everybody with the role {label}', { label: 'Agent' }))
    await dialog.getByRole('button', { name: word('Save') }).click()
    const tab = page.getByRole('link', { name: 'Of us all' })
    await tab.waitFor()
    const more = page.getByRole('button', { name: word('More for this view') })
    const remove = page.getByRole('menuitem', { name: word('Delete view') })
    await more.click()
    await remove.press('Enter')
    const question = page.getByRole('dialog', { name: word('Delete {title}?', { title: 'Of us all' }) })
    await question.getByText(word('Everybody with the role {label} sees this view.', { label: 'Agent' })).waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: word('Cancel') }).click()
    await expectFocus(more)
    await page.keyboard.press('Enter')
    await remove.press('Enter')
    await question.getByRole('button', { name: word('Delete for good') }).click()
    await tab.waitFor({ state: 'hidden' })
    await expectFocus(views().getByRole('link', { name: 'My queue' }))
  })
})
