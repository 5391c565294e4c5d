// What others do appears on the pages that one looks at, and takes nothing away.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, HELPDESK, openAlive } from './journey.ts'
import { word } from './words.ts'

describeJourney('people who work on the same tickets', HELPDESK, (journey) => {
  /** Opens a page and presses a key. The code that looks for news comes after the first page, with the first key. */
  const openWatched = async (page: Page, path: string) => {
    await openAlive(page, path)
    const code = page.waitForResponse(/fetch-rest/)
    await page.keyboard.press('Shift')
    await code
    await page.waitForLoadState('networkidle')
  }

  test('see at one of them what the other does, and lose nothing that they type meanwhile', async () => {
    const { page, find } = await journey.visit(sample.agent)
    const colleague = await journey.visit(sample.manager)
    const [{ id }] = await find('/api/tickets', 'status == "open" and priority == "normal"')
    await page.clock.install()
    await openWatched(page, `/tickets/${id}`)
    await page.getByRole('textbox', { name: 'Comment' }).fill('Half a sentence')
    await colleague.patch(`/api/tickets/${id}`, { priority: 'urgent' })
    await colleague.post('/api/comments', { ticket: id, body: 'The manager was here.' })
    await page.clock.fastForward(21_000)
    await page.locator('[data-property="priority"]').getByText('Urgent').waitFor()
    await page.getByText('The manager was here.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a sentence')
  })

  test('see new tickets in a list and on the board, but nothing moves below what they have opened', async () => {
    const { page } = await journey.visit(sample.agent)
    const { post } = await journey.visit(sample.manager)
    const create = (subject: string) =>
      post('/api/tickets', { subject, description: 'It happened while somebody looked at the list.' })
    await page.clock.install()
    await openWatched(page, '/tickets?view=new')
    const row = (subject: string) => page.getByRole('row', { name: subject })
    await page.locator('[data-row-link]').first().waitFor()
    await create('The lift is stuck')
    await page.clock.fastForward(21_000)
    await row('The lift is stuck').waitFor()

    await page.getByRole('button', { name: word('View'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await create('The lift is stuck again')
    await page.clock.fastForward(21_000)
    await page.waitForLoadState('networkidle')
    expect(await row('The lift is stuck again').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.clock.fastForward(3_000)
    await row('The lift is stuck again').waitFor()

    await openWatched(page, '/board')
    await page.getByRole('link', { name: 'The lift is stuck again' }).waitFor()
    await create('The lift is out of order')
    await page.clock.fastForward(21_000)
    await page.getByRole('link', { name: 'The lift is out of order' }).waitFor()
  })
})
