// A record with many comments, from a list with many records: nothing that was written or follows is out of reach; on paper, too.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('an agent with a long conversation', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit(sample.agent)
    ;({ page } = visitor)
  })

  const comments = () => page.getByRole('region', { name: /^Comments/ })
  /** Opens a ticket with so many comments. */
  const openTicket = async (count: number) => {
    const description = 'Everybody has something to say.'
    const { id } = await visitor.post('/api/tickets', { subject: 'A long conversation', description })
    for (let at = 1; at <= count; at += 1) await visitor.post('/api/comments', { ticket: id, body: `Remark ${at}` })
    await page.goto(`/tickets/${id}`)
    await comments().getByText(`Remark ${count}`, { exact: true }).waitFor()
  }

  test('sees the newest comments, their own among them, and the earlier ones on demand', async () => {
    await openTicket(52)
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
    await openTicket(1)
    await page.emulateMedia({ media: 'print' })
    // The code that writes them comes with the first key.
    await page.keyboard.press('Shift')
    const time = comments().locator('time').last()
    const printed = () =>
      time.evaluate((element) => {
        dispatchEvent(new Event('beforeprint'))
        return getComputedStyle(element, '::after').content
      })
    await expect.poll(printed).toMatch(/\d{1,2}.*\d:\d\d/)
    expect(await page.getByText(word('or drop them here')).isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: word('Where this record stands') }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('goes on by J where the list had loaded no further', async () => {
    await page.goto('/tickets?view=all&sort=number')
    await page.locator('[data-row-link]').first().click()
    const where = page.getByRole('navigation', { name: word('Where this record stands') })
    await where.getByText(wording('{shown} of {count}', { shown: 1, count: /[2-9]\d\d/ })).waitFor()
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
    await where.getByText(wording('{shown} of {count}', { shown: 2, count: /[2-9]\d\d/ })).waitFor()
    await page.getByRole('heading', { level: 1, name: /^HD-/ }).waitFor()
  })
})
