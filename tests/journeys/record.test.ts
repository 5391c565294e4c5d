// Mentions a colleague in a comment by keyboard, watches a ticket, and hears of both in the inbox.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('two agents at one ticket', HELPDESK, (journey) => {
  const comment = (of: Page) => of.getByRole('textbox', { name: 'Comment' })

  test('an @ offers those who may read the ticket, and the keyboard chooses one', async () => {
    const { page, find } = await journey.visit(sample.agent)
    const [{ id }] = await find('/api/tickets', 'status == "new"')
    await page.goto(`/tickets/${id}`)
    await comment(page).waitFor()
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

  test('the mentioned one finds it in the inbox, watches the ticket, and hears what is said there afterwards', async () => {
    const { page, find, post } = await journey.visit(sample.agent)
    const [{ id }] = await find('/api/tickets', 'status == "new" and comments.count() == 0')
    await post('/api/comments', { ticket: id, body: 'Here, @Priya Raman: number two' })
    const { page: colleague } = await journey.visit(sample.otherAgent)
    await colleague.goto('/inbox')
    await colleague.getByRole('link', { name: /mentioned you: Here/ }).click()
    await comment(colleague).waitFor()
    await colleague.locator('p span', { hasText: /^@Priya Raman$/ }).waitFor()
    expect(new URL(colleague.url()).pathname).toBe(`/tickets/${id}`)
    await colleague.getByRole('button', { name: word('Watch'), pressed: false }).waitFor()
    await colleague.keyboard.press('w')
    await colleague.getByRole('button', { name: word('Watch'), pressed: true }).waitFor()
    await colleague.getByText(word('You’re watching this. Changes will appear in your inbox.')).waitFor()
    await colleague.reload()
    await colleague.getByRole('button', { name: word('Watch'), pressed: true }).waitFor()
    await expectAccessible(colleague)
    await page.goto(`/tickets/${id}`)
    await comment(page).fill('It was the plug.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect.poll(() => comment(page).inputValue()).toBe('')
    await colleague.goto('/inbox')
    await colleague.getByRole('link', { name: /Amara Okafor added: Comment: It was the plug\./ }).waitFor()
  })

  test('an administrator deletes it, takes that back, and sees meanwhile that it is on its way', async () => {
    const { page: desk, find } = await journey.visit(sample.administrator)
    const [{ id }] = await find('/api/tickets', 'status == "new"')
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await desk.route('**/restore', async (route) => {
      await held
      await route.continue()
    })
    await desk.goto(`/tickets/${id}`)
    await desk.getByRole('button', { name: wording('Delete {title}', { title: /HD-.*/ }) }).click()
    await desk.getByText(wording('{title} is in the trash.', { title: /HD-.*/ })).waitFor()
    await desk.getByRole('button', { name: word('Undo') }).click()
    await desk.getByText(wording('Restoring {title} …', { title: /HD-.*/ })).waitFor()
    release()
    await desk.getByText(wording('{title} restored.', { title: /HD-.*/ })).waitFor()
    expect((await desk.context().request.get(`/api/tickets/${id}`)).status()).toBe(200)
  })

  test('the way back from what an administrator deleted is for nobody who uses the page after them', async () => {
    const { page, find } = await journey.visit(sample.administrator)
    const [{ id }] = await find('/api/tickets', 'status == "new"')
    await page.goto(`/tickets/${id}`)
    await page.getByRole('button', { name: wording('Delete {title}', { title: /HD-.*/ }) }).click()
    const said = page.getByText(wording('{title} is in the trash.', { title: /HD-.*/ }))
    await said.waitFor()
    await page.locator('a[href="/account"]').click()
    const out = page.getByRole('button', { name: word('Sign out'), exact: true })
    await out.waitFor()
    expect(await said.count()).toBe(1)
    await out.click()
    await page
      .getByRole('link', { name: word('Sign in') })
      .first()
      .waitFor()
    await said.waitFor({ state: 'detached' })
  })
})
