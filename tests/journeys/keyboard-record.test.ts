// A record by keyboard only: created with a new tag, changed, taken on, talked about, watched, explained and copied.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectFocus, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { label, word } from './words.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'

describeJourney('a manager without a mouse, at a record', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    visitor = await journey.visit(sample.manager)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const history = () => page.getByRole('region', { name: word('History') })

  /** Opens a ticket of its own. */
  const openTicket = async (change?: object): Promise<void> => {
    const description = 'It has been cold since Monday.'
    const { id } = await visitor.post('/api/tickets', { subject: 'The kettle is cold', description })
    if (change !== undefined) await visitor.patch(`/api/tickets/${id}`, change)
    await page.goto(`/tickets/${id}`)
    await button(word('Watch')).waitFor()
    await keys.skipMenu()
  }
  const expectKeyboard = () =>
    expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

  test('begins a new one by N, and creates the tag that is missing in its picker', async () => {
    await page.goto('/tickets?view=new')
    await page.locator('[data-row-link]').first().waitFor()
    await keys.skipMenu()
    await keys.press('n')
    await page.getByRole('heading', { level: 1, name: 'Report a problem' }).waitFor()
    await keys.write(box('Subject'), 'The kettle is cold')
    await keys.write(box('Description'), 'It has been cold since Monday.')
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await keys.choose(tags, 'New tag …', 'kettle')
    const name = dialog('New tag').getByRole('textbox', { name: label('Name') })
    await expectFocus(name)
    await keys.press('Enter')
    await dialog('New tag').waitFor({ state: 'detached' })
    await expectFocus(tags)
    await keys.press('Escape', 'Control+Enter')
    await page.getByRole('heading', { level: 1, name: /The kettle is cold/ }).waitFor()
    await page.getByText('kettle', { exact: true }).first().waitFor()
  })

  test('changes a fact in its place, and is back at it', async () => {
    await openTicket()
    const change = button(word('Change {name}', { name: 'priority' }))
    await keys.use(change)
    const priority = page.locator('[data-property="priority"]')
    await keys.choose(priority.getByRole('combobox'), 'Urgent')
    await expect.poll(() => priority.locator('dd').textContent()).toContain('Urgent')
    await expectFocus(change)
    await history().getByText('Priority:').first().waitFor()
  })

  test('changes several in the form beside it, and is back at its button', async () => {
    await openTicket()
    await keys.press('e')
    const form = dialog(word('Edit {name}', { name: 'ticket' }))
    await keys.write(form.getByRole('textbox', { name: 'Subject' }), 'The kettle is very cold')
    await keys.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: /very cold/ }).waitFor()
    await expectKeyboard()
  })

  test('takes it on and resolves it with what that asks', async () => {
    await openTicket()
    await keys.use(button('Take'))
    await button('Take').waitFor({ state: 'detached' })
    await expectKeyboard()
    await keys.press('a')
    await button(word('Assign to me')).waitFor({ state: 'detached' })
    await keys.use(button('Resolve'), 'Shift+Tab')
    const asked = dialog('Resolve').getByRole('textbox', { name: 'Resolution' })
    await expectFocus(asked)
    await keys.press('Escape')
    await expectFocus(button('Resolve'))
    await keys.press('Enter')
    await keys.write(asked, 'It was not plugged in.')
    await keys.press('Control+Enter')
    await dialog('Resolve').waitFor({ state: 'detached' })
    await page.getByText('It was not plugged in.').first().waitFor()
    await expectKeyboard()
  })

  test('mentions a colleague in a comment, and can go on writing', async () => {
    await openTicket()
    await keys.press('c')
    const comment = box('Comment')
    await expectFocus(comment)
    await keys.type('Well done, @pri')
    await page.getByRole('option', { name: 'Priya Raman' }).waitFor()
    await keys.press('Enter')
    await expect.poll(() => comment.inputValue()).toBe('Well done, @Priya Raman ')
    await keys.press('Control+Enter')
    await expect.poll(() => comment.inputValue()).toBe('')
    await expectFocus(comment)
    // Back to the keys of the page; what is typed next is no comment.
    await keys.press('Escape')
    await expectFocus(page.locator('#main'))
    await keys.press('c')
    await expectFocus(comment)
  })

  test('watches it, reads its history and why something is not possible', async () => {
    await openTicket({ internal_note: 'Ask the supplier of the kettle.' })
    const watch = page.getByRole('button', { name: word('Watch'), exact: true })
    const before = await watch.getAttribute('aria-pressed')
    await keys.use(watch)
    await expect.poll(() => watch.getAttribute('aria-pressed')).not.toBe(before)
    await expectFocus(watch)
    await keys.use(history().getByRole('button', { expanded: false }).first())
    await history().getByRole('button', { expanded: true }).waitFor()
    const missing = button(word('Why can’t I …?'))
    await keys.use(missing)
    await dialog(word('Why can’t I …?')).waitFor()
    await keys.press('Escape')
    await expectFocus(missing)
  })

  test.each([
    ['the list of shortcuts', '?', word('Keyboard shortcuts')],
    ['the form beside it', 'e', word('Edit {name}', { name: 'ticket' })],
  ])('writes a comment as soon as %s is closed', async (_, key, name) => {
    await openTicket()
    await keys.press(key)
    await dialog(name).waitFor()
    await expect.poll(() => dialog(name).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    // The dialog still fades out when the next keys come.
    await keys.press('Escape', 'c')
    await keys.type('looking')
    await expect.poll(() => box('Comment').inputValue()).toBe('looking')
    await page.getByRole('heading', { level: 1, name: /is cold/ }).waitFor()
  })

  test('copies it into a new one by the menu', async () => {
    await openTicket()
    await keys.use(button(word('More for this {name}', { name: 'ticket' })))
    await keys.takeItem(page.getByRole('menuitem', { name: word('Duplicate') }))
    await page.getByRole('heading', { level: 1, name: 'Report a problem' }).waitFor()
    await expect.poll(() => box('Subject').inputValue()).toBe('The kettle is cold')
    await expectFocus(box('Subject'))
  })
})
