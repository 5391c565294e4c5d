// The buttons above a list, whose popovers are loaded at first use: they open, close and lead back as if they had been there.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('a popover that is loaded at first use', HELPDESK, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.agent))
    await page.goto('/tickets?view=all')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
  })

  test.each([word('View'), word('Filter')])('of "%s" opens at a click and closes at the next', async (name) => {
    const button = page.getByRole('button', { name, exact: true })
    const popover = page.getByRole('dialog', { name, exact: true })
    await button.click()
    await popover.waitFor()
    await expectAccessible(page)
    await button.click()
    await popover.waitFor({ state: 'hidden' })
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  })

  test.each([word('View'), word('Filter')])('of "%s" leads the keyboard in and back', async (name) => {
    const button = page.getByRole('button', { name, exact: true })
    const popover = page.getByRole('dialog', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await popover.waitFor()
    await expect.poll(() => popover.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'hidden' })
    await expectFocus(button)
  })

  test('whose code is on its way does not open after Esc', async () => {
    const button = page.getByRole('button', { name: word('View'), exact: true })
    const held = Promise.withResolvers<void>()
    await page.route(/popover/, async (route) => {
      await held.promise
      await route.continue()
    })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    const code = page.waitForResponse(/popover/)
    held.resolve()
    await (await code).finished()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectFocus(button)
  })

  test('in a dialog closes at Esc before the dialog does, so that nothing typed is lost', async () => {
    const { page: manager } = await journey.visit(sample.manager)
    await manager.goto('/tickets/HD-00398')
    await manager.getByRole('button', { name: word('Edit'), exact: true }).waitFor()
    await manager.keyboard.press('e')
    const form = manager.getByRole('dialog').first()
    const choose = form.getByRole('button', { name: wording('Choose a day: {label}') }).first()
    await choose.click()
    const calendar = manager.getByRole('dialog', { name: wording('Choose a day: {label}') })
    await expectFocus(calendar.locator('button[tabindex="0"]').first())
    await manager.keyboard.press('Escape')
    await calendar.waitFor({ state: 'hidden' })
    expect(await form.isVisible()).toBe(true)
    await expectFocus(choose)
    await manager.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })
})
