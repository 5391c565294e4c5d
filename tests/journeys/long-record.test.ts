// A record with many comments, from a list with many records: nothing that was written or follows is out of reach; on paper, too.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import { word } from './words.ts'

describe.skipIf(browserPath === undefined)('an agent with a long conversation', () => {
  let journey: Journey
  let page: Page
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit(sample.agent))
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const comments = () => page.getByRole('region', { name: /^Comments/ })

  test('sees the newest comments, their own among them, and the earlier ones on demand', async () => {
    const filter = encodeURIComponent('status == "open" and assignee == me')
    const found = await page.context().request.get(`/api/tickets?limit=1&filter=${filter}`)
    const { items } = (await found.json()) as { readonly items: readonly { readonly id: string }[] }
    for (let at = 1; at <= 52; at += 1) {
      const sent = await page.context().request.post('/api/comments', {
        data: { ticket: items[0]?.id, body: `Remark ${at}` },
        headers: { Origin: journey.desk.url },
      })
      expect(sent.status()).toBe(201)
    }
    await page.goto(`/tickets/${items[0]?.id}`)
    await comments().getByText('Remark 52', { exact: true }).waitFor()
    expect(await comments().getByText('Remark 2', { exact: true }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Comment' }).fill('My own remark')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => comments().getByRole('listitem').last().innerText()).toContain('My own remark')
    await comments()
      .getByRole('button', { name: word('Show earlier {name}', { name: 'comments' }) })
      .click()
    await comments().getByText('Remark 2', { exact: true }).waitFor()
    await expect.poll(() => comments().getByRole('listitem').last().innerText()).toContain('My own remark')
    await expectAccessible(page)
  })

  test('prints it with exact moments, and nothing to click', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => globalThis.dispatchEvent(new Event('beforeprint')))
    const printed = await comments()
      .locator('time')
      .last()
      .evaluate((time) => getComputedStyle(time, '::after').content)
    expect(printed).toMatch(/\d{1,2}.*\d:\d\d/)
    expect(await page.getByText(word('or drop them here')).isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: word('Where this record stands') }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('goes on by J where the list had loaded no further', async () => {
    await page.goto('/tickets?view=all&sort=number')
    await page.locator('[data-row-link]').first().click()
    const where = page.getByRole('navigation', { name: word('Where this record stands') })
    await where.getByText(/^1 of [2-9]\d\d$/).waitFor()
    // As after the last of a hundred: only this record is known, and what is asked next.
    await page.evaluate((path) => {
      const key = 'verbatim-recent-trail'
      const trail = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { readonly next?: string }
      if (trail.next === undefined) throw new Error('Nothing follows.')
      sessionStorage.setItem(key, JSON.stringify({ ...trail, records: [path] }))
    }, new URL(page.url()).pathname)
    await page.reload()
    await page.getByRole('link', { name: word('Next record') }).waitFor()
    await page.keyboard.press('j')
    await where.getByText(/^2 of [2-9]\d\d$/).waitFor()
    await page.getByRole('heading', { level: 1, name: /^HD-/ }).waitFor()
    expect(complaints).toEqual([])
  })
})
