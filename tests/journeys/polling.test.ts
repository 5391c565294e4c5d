// What others do appears on the pages that one looks at, and takes nothing away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { openAlive, startJourney } from './journey.ts'
import type { Journey } from './journey.ts'
import { word } from './words.ts'

describe.skipIf(browserPath === undefined)('people who work on the same tickets', () => {
  let journey: Journey

  beforeAll(async () => {
    journey = await startJourney()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  /** Opens a page and presses a key. The code that looks for news comes after the first page, with the first key. */
  const openWatched = async (page: Page, path: string) => {
    await openAlive(page, path)
    const code = page.waitForResponse(/fetch-rest/)
    await page.keyboard.press('Shift')
    await code
    await page.waitForLoadState('networkidle')
  }

  test('see at one of them what the other does, and lose nothing that they type meanwhile', async () => {
    const { page, complaints } = await journey.visit(sample.agent)
    const { page: other } = await journey.visit(sample.manager)
    const filter = encodeURIComponent('status == "open" and priority == "normal"')
    const answer = await page.context().request.get(`/api/tickets?limit=1&filter=${filter}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] }
    const path = `/tickets/${items[0]?.id}`
    await page.clock.install()
    await openWatched(page, path)
    await page.getByRole('textbox', { name: 'Comment' }).fill('Half a sentence')
    const changed = await other.context().request.patch(`/api${path}`, {
      data: { priority: 'urgent' },
      headers: { Origin: journey.desk.url },
    })
    expect(changed.status()).toBe(200)
    const commented = await other.context().request.post('/api/comments', {
      data: { ticket: items[0]?.id, body: 'The manager was here.' },
      headers: { Origin: journey.desk.url },
    })
    expect(commented.status()).toBe(201)
    await page.clock.fastForward(21_000)
    await page.locator('[data-property="priority"]').getByText('Urgent').waitFor()
    await page.getByText('The manager was here.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a sentence')
    expect(complaints).toEqual([])
  })

  test('see new tickets in a list and on the board, but nothing moves below what they have opened', async () => {
    const { page, complaints } = await journey.visit(sample.agent)
    const { page: other } = await journey.visit(sample.manager)
    const create = async (subject: string) => {
      const created = await other.context().request.post('/api/tickets', {
        data: { subject, description: 'It happened while somebody looked at the list.' },
        headers: { Origin: journey.desk.url },
      })
      expect(created.status()).toBe(201)
    }
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
    expect(complaints).toEqual([])
  })
})
