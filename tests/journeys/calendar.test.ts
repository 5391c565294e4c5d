// Calendars by month, week and agenda: what lies in them leads to its page and is moved by dragging.
// @module-tag reference/other-lists
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'

describe.skipIf(browserPath === undefined)('a manager at the calendar', () => {
  let journey: Journey
  let page: Page
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit(sample.manager))
    await page.goto('/calendar')
    await page.locator('.fc-event').first().waitFor()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  test('sees the month, and goes to another by a click that the address keeps', async () => {
    const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
    const now = new Date()
    await page.getByRole('heading', { name: month.format(now), level: 2 }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Before' }).click()
    const before = new Date(now.getFullYear(), now.getMonth() - 1, 1)
    await page.getByRole('heading', { name: month.format(before), level: 2 }).waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('month')
    await page.reload()
    await page.getByRole('heading', { name: month.format(before), level: 2 }).waitFor()
    await page.getByRole('button', { name: 'Today' }).click()
    await page.getByRole('heading', { name: month.format(now), level: 2 }).waitFor()
  })

  test('drags a ticket to another day', async () => {
    const days = page.locator('.fc-daygrid-day')
    // A list that is read anew under the pointer ends a drag: then it is begun again.
    await expect
      .poll(
        async () => {
          const event = page.locator('.fc-event-draggable').last()
          const target = days.nth((await days.count()) - 1)
          await target.scrollIntoViewIfNeeded()
          await event.dragTo(target, { timeout: 3_000 }).catch(() => {})
          await page.waitForTimeout(500)
          return page.getByText(/ moved to \d+ .*\.$/).count()
        },
        { timeout: 25_000 },
      )
      .toBeGreaterThan(0)
  }, 40_000)

  test('moves a ticket by keyboard into a day that is full: it stays in sight, with the keyboard on it', async () => {
    const full = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() + 2, 11, 9))
    const list = await page.request.get('/api/tickets?filter=status%20%3D%3D%20%22open%22&limit=6')
    const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] }
    for (const [at, { id }] of items.entries()) {
      // The last comes late on the day before.
      const due = new Date(full.getTime() + (at === 5 ? -13 : at) * 3_600_000).toISOString()
      const changed = await page.request.patch(`/api/tickets/${id}`, {
        data: { due_at: due },
        headers: { Origin: journey.desk.url, 'If-Match': '*' },
      })
      expect(changed.status()).toBe(200)
    }
    const id = items.at(-1)?.id
    await page.goto(`/calendar?on=${full.toISOString().slice(0, 10)}`)
    const event = page.locator(`a[data-event="${id}"]`).first()
    const day = () => page.locator('.fc-daygrid-day').filter({ has: event }).getAttribute('data-date')
    const before = await day()
    await event.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(day).not.toBe(before)
    await expectFocus(event)
    expect(await event.isVisible()).toBe(true)
    // It stays there when the server has answered.
    await page
      .getByText(/ moved to \d+ .*\.$/)
      .last()
      .waitFor()
    await expectFocus(event)
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText(/ is back where it was\.$/).waitFor()
    await expect.poll(day).toBe(before)
    await event.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(day).not.toBe(before)
  }, 40_000)

  test('opens the list of a full day, which takes the keyboard and leads it back', async () => {
    const link = page.locator('.fc-more-link').first()
    const dialog = page.getByRole('dialog')
    const close = dialog.getByRole('button', { name: 'Close' })
    const expectOpen = async () => {
      await dialog.waitFor()
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await link.click()
    await expectOpen()
    await expectAccessible(page)
    // No glyph of a font that is not there.
    const icon = await close.evaluate((element) => getComputedStyle(element, '::before').content)
    expect(icon).toBe('""')
    await close.click()
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(link)
    await page.keyboard.press('Enter')
    await expectOpen()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(link)
    await page.keyboard.press('Enter')
    await expectOpen()
    await page.keyboard.press('Tab')
    await expectFocus(close)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(link)
  })

  test('reads titles in a week before the times, and in the agenda of a phone to their end', async () => {
    const due = new Date(new Date().getFullYear(), new Date().getMonth() + 3, 11, 5, 27)
    const list = await page.request.get('/api/tickets?filter=status%20%3D%3D%20%22new%22&limit=1')
    const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] }
    const id = items[0]?.id
    const changed = await page.request.patch(`/api/tickets/${id}`, {
      data: { due_at: due.toISOString(), subject: `The link to ${'unbreakable'.repeat(8)} leads nowhere` },
      headers: { Origin: journey.desk.url, 'If-Match': '*' },
    })
    expect(changed.status()).toBe(200)
    const american = await page
      .context()
      .browser()
      ?.newContext({
        baseURL: journey.desk.url,
        locale: 'en-US',
        viewport: { width: 1280, height: 900 },
        storageState: await page.context().storageState(),
      })
    const reader = await american?.newPage()
    if (!reader) throw new Error('There is no browser.')
    const day = due.toLocaleDateString('sv')
    await reader.goto(`/calendar?view=week&on=${day}`)
    const event = reader.locator(`[data-event="${id}"]`)
    await event.waitFor()
    expect(await event.textContent()).toMatch(/^5:27\sAM/)
    const [title, time, around] = await Promise.all(
      ['.fc-event-title', '.fc-event-time', '.fc-event-main'].map((part) => event.locator(part).boundingBox()),
    )
    if (!title || !time || !around) throw new Error('The event has no title.')
    expect(title.y).toBeLessThan(time.y)
    expect(title.height).toBe(32)
    expect(title.y + title.height).toBeLessThanOrEqual(around.y + around.height)
    // The days stay in sight above their hours, also on a phone, where they are moved sideways.
    const days = reader.locator('.fc-col-header').first()
    const isInSight = async () => {
      await reader.locator('.fc-timegrid-slots tr').last().scrollIntoViewIfNeeded()
      return days.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect()
        const there = document.elementFromPoint(Math.max(left, 0) + 90, (top + bottom) / 2)
        return there !== null && element.contains(there)
      })
    }
    await reader.setViewportSize({ width: 1280, height: 500 })
    await expect.poll(isInSight).toBe(true)
    await reader.setViewportSize({ width: 390, height: 500 })
    await reader.goto(`/calendar?view=week&on=${day}`)
    await event.waitFor()
    await expect.poll(isInSight).toBe(true)
    await reader.setViewportSize({ width: 390, height: 844 })
    await reader.goto(`/calendar?on=${day}`)
    await event.waitFor()
    expect(await event.textContent()).toMatch(/^5:27\sAM/)
    const agenda = reader.locator('.fc-list')
    expect(await agenda.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(2)
    await american?.close()
  }, 40_000)

  test('reads the agenda, and opens a record from it', async () => {
    await page.getByText('Agenda', { exact: true }).click()
    const first = page.locator('.fc-list-event').first()
    await first.waitFor()
    const title = (await first.getByRole('link').textContent()) ?? ''
    // Days that come later move what was first.
    await page.locator('.fc-list-event').getByRole('link', { name: title, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: title.replace(' (overdue)', '') }).waitFor()
  })

  test('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })
})
