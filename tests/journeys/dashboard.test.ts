// A dashboard: its period in the address, comparison, charts by keyboard and as tables, and the rows behind each number.
// @module-tag reference/periods
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('a manager at the dashboard', HELPDESK, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.manager))
    await page.goto('/overview')
    await tile('Reported').getByRole('link').waitFor()
  })

  const tile = (name: string) =>
    page.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })

  test('chooses a period, which the address keeps, and reads what has changed since the one before', async () => {
    await expect.poll(() => tile('Reported').getByText(wording('before: {before}')).count()).toBe(0)
    await page.getByRole('combobox', { name: word('Period') }).click()
    await page.getByRole('option', { name: word('Last 90 days') }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('last-90-days')
    await tile('Reported')
      .getByText(wording('before: {before}', { before: /\d.*/ }))
      .waitFor()
    await page.getByText(wording('{now}, compared with {before}')).waitFor()
    await expectAccessible(page)
  })

  test('comes from a number to exactly the rows that it counts', async () => {
    await page.goto('/overview?period=last-90-days')
    const number = tile('Reported').getByRole('link')
    const counted = (await number.textContent()) ?? ''
    await number.click()
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    await page.getByText(wording('{shown} of {count}', { count: counted })).waitFor()
    await page.goBack()
    await tile('Reported').getByText(wording('before: {before}')).waitFor()
  })

  test('goes along a chart with the arrow keys, one stop of Tab for all of it, and reads it as a table', async () => {
    const chart = tile('Reported and how urgent')
    const points = chart.getByRole('list', { name: 'Reported and how urgent' }).getByRole('link')
    await points.last().focus()
    await page.keyboard.press('ArrowLeft')
    const before = page.locator(':focus')
    await expect.poll(() => points.last().evaluate((point) => point === document.activeElement)).toBe(false)
    expect(await before.getAttribute('aria-label')).toMatch(/: \d+ \(.*(Low|Normal|High|Urgent) \d/)
    // What the point says is seen while it has the focus.
    const [, counted = ''] = /: (\d+) /.exec((await before.getAttribute('aria-label')) ?? '') ?? []
    await before
      .locator('b', { hasText: new RegExp(`^${counted}$`) })
      .first()
      .waitFor()
    await expect.poll(() => chart.locator('[tabindex="0"]').count()).toBe(1)
    await chart
      .getByRole('button', { name: word('Show {name} as a table', { name: 'Reported and how urgent' }) })
      .click()
    await chart.getByRole('columnheader', { name: 'Urgent' }).waitFor()
    await chart.locator('tbody').getByRole('row').first().getByRole('link').last().click()
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  })

  test('reads at a bar which share of all it is', async () => {
    const bar = tile('By status').getByRole('listitem').first()
    const share = bar.getByText(/^\s*\d+%$/)
    await expect.poll(() => share.count()).toBe(0)
    await bar.getByRole('link').first().hover()
    await share.waitFor()
    await page.mouse.move(0, 0)
    await share.waitFor({ state: 'hidden' })
  })
})
