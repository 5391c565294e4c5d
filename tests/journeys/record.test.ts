// Mentions a colleague in a comment by keyboard, watches a ticket, and hears of both in the inbox.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import { word, wording } from './words.ts'

describe.skipIf(browserPath === undefined)('two agents at one ticket', () => {
  let journey: Journey
  let page: Page
  let colleague: Page
  let ticket = ''

  beforeAll(async () => {
    journey = await startJourney()
    page = (await journey.visit(sample.agent)).page
    colleague = (await journey.visit(sample.otherAgent)).page
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const comment = (of: Page) => of.getByRole('textbox', { name: 'Comment' })

  test('an @ offers those who may read the ticket, and the keyboard chooses one', async () => {
    await page.goto('/tickets?view=new')
    await page.locator('[data-row-link]').first().click()
    await comment(page).waitFor()
    ticket = new URL(page.url()).pathname
    await comment(page).focus()
    await page.keyboard.type('Have a look, @pri')
    await page.getByRole('option', { name: 'Priya Raman' }).waitFor()
    await expect.poll(() => comment(page).getAttribute('aria-activedescendant')).toContain('mentions')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('please')
    await expect.poll(() => comment(page).inputValue()).toBe('Have a look, @Priya Raman please')
    // What a program wrote is undone as what was typed.
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+b')
    await expect.poll(() => comment(page).inputValue()).toBe('Have a look, @Priya Raman **please**')
    await page.keyboard.press('Control+z')
    await expect.poll(() => comment(page).inputValue()).toBe('Have a look, @Priya Raman please')
    await page.keyboard.press('End')
    // Esc closes only the list.
    await page.keyboard.type(' @')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => comment(page).inputValue()).toBe('')
  })

  test('the mentioned one finds it in the inbox, goes there, and watches the ticket', async () => {
    await colleague.goto('/inbox')
    await colleague.getByRole('link', { name: /mentioned you: Have a look/ }).click()
    await comment(colleague).waitFor()
    await colleague.locator('p span', { hasText: /^@Priya Raman$/ }).waitFor()
    expect(new URL(colleague.url()).pathname).toBe(ticket)
    await colleague.getByRole('button', { name: word('Watch'), pressed: false }).waitFor()
    await colleague.keyboard.press('w')
    await colleague.getByRole('button', { name: word('Watch'), pressed: true }).waitFor()
    await colleague.getByText(word('You’re watching this. Changes will appear in your inbox.')).waitFor()
    await colleague.reload()
    await colleague.getByRole('button', { name: word('Watch'), pressed: true }).waitFor()
    await expectAccessible(colleague)
  })

  test('what is said there afterwards comes to the inbox', async () => {
    await comment(page).fill('It was the plug.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect.poll(() => comment(page).inputValue()).toBe('')
    await colleague.goto('/inbox')
    await colleague.getByRole('link', { name: /Amara Okafor added: Comment: It was the plug\./ }).waitFor()
  })

  test('an administrator deletes it, takes that back, and sees meanwhile that it is on its way', async () => {
    const { page: desk } = await journey.visit(sample.administrator)
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await desk.route('**/restore', async (route) => {
      await held
      await route.continue()
    })
    await desk.goto(ticket)
    await desk.getByRole('button', { name: /^Delete HD-/ }).click()
    await desk.getByText(/HD-.* is in the trash\./).waitFor()
    await desk.getByRole('button', { name: word('Undo') }).click()
    await desk.getByText(wording('Restoring {title} …', { title: /HD-.*/ })).waitFor()
    release()
    await desk.getByText(/HD-.* restored\./).waitFor()
    expect((await desk.context().request.get(`/api${ticket}`)).status()).toBe(200)
  })
})
