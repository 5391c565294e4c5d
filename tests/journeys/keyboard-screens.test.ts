// Boards, calendars, dashboards and the inbox by keyboard only: a card and a day are moved, a number leads to its rows.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectFocus, HELPDESK } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { label, word, wording } from './words.ts'

describeJourney('a manager without a mouse', HELPDESK, (journey) => {
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.manager))
    keys = await keyboardOf(page)
  })

  test('moves a card to another column in one of two ways, and goes on with the next card', async () => {
    await page.goto('/board')
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = column('New').locator('li[data-movable]').first()
    await card.waitFor()
    const title = (await card.getByRole('link').textContent()) ?? ''
    await keys.skipMenu()
    await keys.use(card.getByRole('button', { name: wording('Move {title} to another column') }))
    await keys.takeItem(page.getByRole('menuitem', { name: label('Open') }))
    const how = page.getByRole('dialog', {
      name: word('How do you want to move this to {word}?', { word: label('Open') }),
    })
    await expectFocus(how.getByRole('button', { name: 'Take' }))
    await keys.press('Enter')
    await page.getByText(word('{title} moved to {word}.', { title, word: label('Open') })).waitFor()
    await column(label('Open')).getByRole('listitem').filter({ hasText: title }).waitFor()
    await expectFocus(column('New').getByRole('listitem').first().getByRole('link'))
  })

  test('moves a ticket of the calendar to another day and back, and stays on it', async () => {
    await page.goto('/calendar')
    const events = page.locator('.fc-event-draggable')
    await events.first().waitFor()
    await keys.skipMenu()
    const month = page.locator('#main').getByRole('heading', { level: 2 })
    const now = (await month.textContent()) ?? ''
    await keys.use(page.getByRole('button', { name: word('Before') }))
    await expect.poll(() => month.textContent()).not.toBe(now)
    await keys.use(page.getByRole('button', { name: word('After') }))
    await expect.poll(() => month.textContent()).toBe(now)
    await events.first().waitFor()
    await keys.tabTo(events.first())
    const title = (await page.locator(':focus').getAttribute('title')) ?? ''
    const id = await page.evaluate(() => document.activeElement?.closest('[data-event]')?.getAttribute('data-event'))
    const event = page.locator(`[data-event="${id}"]`).first()
    // The number is left out in a day of a month.
    expect(title).toMatch(/^HD-\d+ /)
    expect(await event.textContent()).not.toContain('HD-')
    const day = () => page.locator('.fc-daygrid-day').filter({ has: event }).getAttribute('data-date')
    const before = (await day()) ?? ''
    await keys.press('Shift+ArrowDown')
    const after = new Date(Date.parse(before) + 7 * 86_400_000).toISOString().slice(0, 10)
    await expect.poll(day).toBe(after)
    await page.getByText(wording('{title} moved to {when}.', { when: /\d+ .*/ })).waitFor()
    await expectFocus(event)
    await keys.press('Shift+ArrowUp')
    await expect.poll(day).toBe(before)
    await expectFocus(event)
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  })

  test('chooses the period of a dashboard, reads a chart as a table and comes to its rows', async () => {
    await page.goto('/overview')
    const period = page.getByRole('combobox', { name: word('Period') })
    await period.waitFor()
    await keys.skipMenu()
    await keys.choose(period, word('Last 90 days'))
    await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('last-90-days')
    await expectFocus(period)
    const chart = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'By priority', level: 2 }) })
    await keys.use(chart.getByRole('button', { name: word('Show {name} as a table', { name: 'By priority' }) }))
    await expectFocus(chart.getByRole('button', { name: word('Show {name} as a chart', { name: 'By priority' }) }))
    await keys.use(chart.locator('tbody').getByRole('row').first().getByRole('link').first())
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    await expectFocus(page.locator('#main'))
  })

  test('reads the inbox, marks it as read, and opens a message', async () => {
    const { page: other } = await journey.visit(sample.agent)
    const fingers = await keyboardOf(other)
    await other.goto('/inbox')
    await other.getByRole('heading', { name: wording('Waiting for you ({count})') }).waitFor()
    await fingers.skipMenu()
    await fingers.use(other.getByRole('button', { name: word('Mark all as read') }))
    await other.getByText('Unread:').first().waitFor({ state: 'detached' })
    await fingers.use(other.getByRole('button', { name: word('Show all') }))
    await expectFocus(other.locator('li a:focus'))
    await fingers.press('Enter')
    await other.getByRole('heading', { level: 1, name: /^HD-/ }).waitFor()
  })
})
