// A dashboard: its period in the address, comparison, charts by keyboard and as tables, and the rows behind each number.
// @module-tag reference/periods
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'

describe.skipIf(browserPath === undefined)('a manager at the dashboard', () => {
  let journey: Journey
  let page: Page
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit(sample.manager))
    await page.goto('/overview')
    await tile('Reported').getByRole('link').waitFor()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const tile = (name: string) =>
    page.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })

  test('chooses a period, which the address keeps, and reads what has changed since the one before', async () => {
    await expect
      .poll(() =>
        tile('Reported')
          .getByText(/^before: /)
          .count(),
      )
      .toBe(0)
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last 90 days' }).click()
    expect(new URL(page.url()).searchParams.get('period')).toBe('last-90-days')
    await tile('Reported')
      .getByText(/^before: \d/)
      .waitFor()
    await page.getByText(/, compared with /).waitFor()
    await expectAccessible(page)
  })

  test('comes from a number to exactly the rows that it counts', async () => {
    const number = tile('Reported').getByRole('link')
    const counted = (await number.textContent()) ?? ''
    await number.click()
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    await page.getByText(new RegExp(`of ${counted}$`)).waitFor()
    await page.goBack()
    await tile('Reported')
      .getByText(/^before: /)
      .waitFor()
  })

  test('goes along a chart with the arrow keys, one stop of Tab for all of it, and reads it as a table', async () => {
    const chart = tile('Reported and how urgent')
    const points = chart.getByRole('list', { name: 'Reported and how urgent' }).getByRole('link')
    await points.last().focus()
    await page.keyboard.press('ArrowLeft')
    const before = points.nth((await points.count()) - 2)
    await expectFocus(before)
    expect(await before.getAttribute('aria-label')).toMatch(/: \d+ \(.*(Low|Normal|High|Urgent) \d/)
    // What the point says is seen while it has the focus.
    const [, counted = ''] = /: (\d+) /.exec((await before.getAttribute('aria-label')) ?? '') ?? []
    await before
      .locator('b', { hasText: new RegExp(`^${counted}$`) })
      .first()
      .waitFor()
    await expect.poll(() => chart.locator('[tabindex="0"]').count()).toBe(1)
    await chart.getByRole('button', { name: 'Show Reported and how urgent as a table' }).click()
    await chart.getByRole('columnheader', { name: 'Urgent' }).waitFor()
    await chart.getByRole('row').nth(1).getByRole('link').last().click()
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  })

  test('reads at a bar which share of all it is', async () => {
    await page.goBack()
    const bar = tile('By status').getByRole('listitem').first()
    const share = bar.getByText(/^\s*\d+%$/)
    await expect.poll(() => share.count()).toBe(0)
    await bar.getByRole('link').first().hover()
    await share.waitFor()
    await page.mouse.move(0, 0)
    await share.waitFor({ state: 'hidden' })
  })

  test('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })
})
