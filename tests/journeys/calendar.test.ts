// Calendars by month, week and agenda: what lies in them leads to its page and is moved by dragging.
// @module-tag reference/other-lists
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, expectRest, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('a manager at the calendar', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit(sample.manager)
    ;({ page } = visitor)
    await page.goto('/calendar')
    await page.locator('.fc-event').first().waitFor()
  })

  /** Gives a day of a coming month more tickets than it has room for; the last comes late on the day before. */
  const fillDay = async (months: number): Promise<readonly [day: string, last: string]> => {
    const full = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() + months, 11, 9))
    const tickets = await visitor.find('/api/tickets', 'status == "open"', 6)
    for (const [at, { id }] of tickets.entries()) {
      const due_at = new Date(full.getTime() + (at === 5 ? -13 : at) * 3_600_000).toISOString()
      await visitor.patch(`/api/tickets/${id}`, { due_at })
    }
    return [full.toISOString().slice(0, 10), tickets.at(-1)?.id ?? '']
  }

  test('sees the month, and goes to another by a click that the address keeps', async () => {
    const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
    const now = new Date()
    await page.getByRole('heading', { name: month.format(now), level: 2 }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Before') }).click()
    const before = new Date(now.getFullYear(), now.getMonth() - 1, 1)
    await page.getByRole('heading', { name: month.format(before), level: 2 }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('month')
    await page.reload()
    await page.getByRole('heading', { name: month.format(before), level: 2 }).waitFor()
    await page.getByRole('button', { name: word('Today') }).click()
    await page.getByRole('heading', { name: month.format(now), level: 2 }).waitFor()
  })

  test('drags a ticket to another day', async () => {
    await page.locator('.fc-event-draggable').last().dragTo(page.locator('.fc-daygrid-day').last(), { steps: 5 })
    await page.getByText(wording('{title} moved to {when}.', { when: /\d+ .*/ })).waitFor()
  })

  test('moves a ticket by keyboard into a day that is full: it stays in sight, with the keyboard on it', async () => {
    const [day, id] = await fillDay(2)
    await page.goto(`/calendar?on=${day}`)
    const event = page.locator(`a[data-event="${id}"]`).first()
    const dayOf = () => page.locator('.fc-daygrid-day').filter({ has: event }).getAttribute('data-date')
    const before = await dayOf()
    await event.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(dayOf).not.toBe(before)
    await expectFocus(event)
    expect(await event.isVisible()).toBe(true)
    // It stays there when the server has answered.
    await page
      .getByText(wording('{title} moved to {when}.', { when: /\d+ .*/ }))
      .last()
      .waitFor()
    await expectFocus(event)
    await page
      .getByRole('alert')
      .getByRole('button', { name: word('Undo') })
      .last()
      .click()
    await page.getByText(wording('{title} is back where it was.')).waitFor()
    await expect.poll(dayOf).toBe(before)
    await event.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(dayOf).not.toBe(before)
  })

  test('opens the list of a full day, which takes the keyboard and leads it back', async () => {
    const [day] = await fillDay(4)
    await page.goto(`/calendar?on=${day}`)
    const link = page.locator('.fc-more-link').first()
    const dialog = page.getByRole('dialog')
    const close = dialog.getByRole('button', { name: word('Close') })
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
    const [{ id }] = await visitor.find('/api/tickets', 'status == "new"')
    await visitor.patch(`/api/tickets/${id}`, {
      due_at: due.toISOString(),
      subject: `The link to ${'unbreakable'.repeat(8)} leads nowhere`,
    })
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
  })

  test('reads the agenda, and opens a record from it', async () => {
    await page.getByText(word('Agenda'), { exact: true }).click()
    const first = page.locator('.fc-list-event').first()
    await first.waitFor()
    const title = (await first.getByRole('link').textContent()) ?? ''
    // Days that come later move what was first.
    await page.locator('.fc-list-event').getByRole('link', { name: title, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: title.replace(' (overdue)', '') }).waitFor()
  })

  test('subscribes to the calendar, which a program reads, and revokes its address', async () => {
    await page.getByRole('button', { name: word('Subscribe') }).click()
    const dialog = page.getByRole('dialog', { name: word('Subscribe to {name}', { name: 'Promises' }) })
    await expectFocus(dialog.getByRole('button', { name: word('Create address') }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const shown = dialog.getByText(/^http:.*\.ics$/)
    await shown.waitFor()
    await expectFocus(dialog.getByRole('status'))
    await expectAccessible(page)
    const address = (await shown.textContent()) ?? ''
    const read = async () => {
      const answer = await fetch(address)
      return { status: answer.status, text: await answer.text() }
    }
    const { number } = await visitor.post('/api/tickets', { subject: 'Promised', description: 'It is due in days.' })
    const calendar = await read()
    expect(calendar.status).toBe(200)
    expect(calendar.text).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(calendar.text).toContain(number)
    await dialog.getByRole('button', { name: word('Done') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(page.getByRole('button', { name: word('Subscribe') }))
    await page.goto('/account')
    const calendars = page.getByRole('region', { name: word('Subscribed calendars') })
    await calendars.getByText('Promises', { exact: true }).waitFor()
    // Its address is not shown again.
    expect(await page.content()).not.toContain(address)
    await expectAccessible(page)
    await page.keyboard.press('Shift')
    await expectRest(page)
    await calendars.getByRole('button', { name: new RegExp(`^${word('Revoke')}.*Promises$`) }).press('Enter')
    await calendars.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    expect((await read()).status).toBe(404)
  })
})
