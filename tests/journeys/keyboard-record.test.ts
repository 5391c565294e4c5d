// A record by keyboard only: created with a new tag, changed, taken on, talked about, watched, explained and copied.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'

describe.skipIf(browserPath === undefined)('a manager without a mouse, at a record', () => {
  let journey: Journey
  let page: Page
  let keys: Keyboard
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit(sample.manager))
    keys = await keyboardOf(page)
    await page.goto('/tickets?view=new')
    await page.locator('[data-row-link]').first().waitFor()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const history = () => page.getByRole('region', { name: 'History' })

  test('begins a new one by N, and creates the tag that is missing in its picker', async () => {
    await keys.skipMenu()
    await keys.press('n')
    await page.getByRole('heading', { level: 1, name: 'Report a problem' }).waitFor()
    await keys.write(box('Subject'), 'The kettle is cold')
    await keys.write(box('Description'), 'It has been cold since Monday.')
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await keys.choose(tags, 'New tag …', 'kettle')
    const name = dialog('New tag').getByRole('textbox', { name: 'Name' })
    await expectFocus(name)
    await keys.press('Enter')
    await dialog('New tag').waitFor({ state: 'detached' })
    await expectFocus(tags)
    await keys.press('Escape', 'Control+Enter')
    await page.getByRole('heading', { level: 1, name: /The kettle is cold/ }).waitFor()
    await page.getByText('kettle', { exact: true }).first().waitFor()
  })

  test('changes a fact in its place, and is back at it', async () => {
    const change = button('Change priority')
    await keys.use(change)
    const priority = page.locator('[data-property="priority"]')
    await keys.choose(priority.getByRole('combobox'), 'Urgent')
    await expect.poll(() => priority.locator('dd').textContent()).toContain('Urgent')
    await expectFocus(change)
    await history().getByText('Priority:').first().waitFor()
  })

  test('changes several in the form beside it, and is back at its button', async () => {
    await keys.press('e')
    const form = dialog('Edit ticket')
    await keys.write(form.getByRole('textbox', { name: 'Subject' }), 'The kettle is very cold')
    await keys.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: /very cold/ }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  })

  test('takes it on and resolves it with what that asks', async () => {
    await keys.use(button('Take'))
    await button('Take').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await keys.press('a')
    await button('Assign to me').waitFor({ state: 'detached' })
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
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  })

  test('mentions a colleague in a comment, and can go on writing', async () => {
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
    await page.reload()
    await button('Watch').waitFor()
    await keys.skipMenu()
    const watch = page.getByRole('button', { name: 'Watch', exact: true })
    const before = await watch.getAttribute('aria-pressed')
    await keys.use(watch)
    await expect.poll(() => watch.getAttribute('aria-pressed')).not.toBe(before)
    await expectFocus(watch)
    await keys.use(history().getByRole('button', { expanded: false }).first())
    await history().getByRole('button', { expanded: true }).waitFor()
    const missing = button('Why can’t I …?')
    await keys.use(missing)
    await dialog('Why can’t I …?').waitFor()
    await keys.press('Escape')
    await expectFocus(missing)
  })

  test.each([
    ['the list of shortcuts', '?', 'Keyboard shortcuts'],
    ['the form beside it', 'e', 'Edit ticket'],
  ])('writes a comment as soon as %s is closed', async (_, key, name) => {
    await page.reload()
    await button('Watch').waitFor()
    await keys.skipMenu()
    await keys.press(key)
    await dialog(name).waitFor()
    await expect.poll(() => dialog(name).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    // The dialog still fades out when the next keys come.
    await keys.press('Escape', 'c')
    await keys.type('looking')
    expect(await box('Comment').inputValue()).toBe('looking')
    await page.getByRole('heading', { level: 1, name: /very cold/ }).waitFor()
    await keys.press('Control+a', 'Delete', 'Escape')
  })

  test('copies it into a new one by the menu', async () => {
    await keys.use(button('More for this ticket'), 'Shift+Tab')
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    const item = page.getByRole('menuitem', { name: 'Duplicate' })
    for (let step = 0; step < 10; step++) {
      if (await item.evaluate((element) => element === document.activeElement)) break
      await keys.press('ArrowDown')
    }
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Report a problem' }).waitFor()
    await expect.poll(() => box('Subject').inputValue()).toBe('The kettle is very cold')
    await expectFocus(box('Subject'))
  })

  test('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })
})
