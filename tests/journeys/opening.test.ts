// Opening a record from a list, where the server takes its time: the row is shown at once, and read ahead of the click.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectFocus, startJourney } from './journey.ts'
import type { Journey } from './journey.ts'
import { word } from './words.ts'

const ONE_TICKET = /\/api\/tickets\/[0-9a-f-]{36}\?/

describe.skipIf(browserPath === undefined)('a record that is opened from a list', () => {
  let journey: Journey
  let page: Page
  const asked: string[] = []
  let answer: (() => void) | undefined
  let isHeld = false

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page } = await journey.visit(sample.agent))
    page.on('request', (request) => asked.push(request.url()))
    await page.route(ONE_TICKET, async (route) => {
      if (isHeld) await new Promise<void>((resolve) => (answer = resolve))
      await route.continue()
    })
    await page.goto('/tickets?view=all')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    // The code of its page is there.
    await page.locator('[data-row-link]').nth(1).click()
    await page.getByRole('heading', { level: 1, name: /^HD-/ }).waitFor()
    await page.goBack()
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
  }, 180_000)

  afterAll(async () => {
    answer?.()
    await journey?.close()
  })

  test('is read while the pointer rests on its row', async () => {
    const row = page.locator('[data-row-link]').nth(4)
    const path = (await row.getAttribute('href')) ?? ''
    // The pointer may rest on another row, which is read too.
    const readings = () => asked.filter((url) => url.includes(`/api${path}?`)).length
    await row.hover()
    await expect.poll(readings).toBe(1)
    await row.click()
    await page.getByRole('heading', { level: 2, name: word('Details') }).waitFor()
    expect(readings()).toBe(1)
    await page.goBack()
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
  })

  test('is found by its number in the address, which becomes its own', async () => {
    const row = page.locator('[data-row-link]').nth(2)
    const [number, path] = [(await row.textContent()) ?? '', (await row.getAttribute('href')) ?? '']
    asked.length = 0
    await page.goto(`/tickets/${number.toLowerCase()}?from=chat`)
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${number} `) }).waitFor()
    await page.waitForURL(`**${path}?from=chat`)
    // One reading serves both addresses.
    expect(asked.filter((url) => /\/api\/tickets\/(?:number\/HD-\d+|[0-9a-f-]{36})\?/.test(url))).toHaveLength(1)
    const unknown = await page.goto('/tickets/HD-99999')
    expect(unknown?.status()).toBe(404)
    await page.getByText('404').waitFor()
    // Also where the server was not asked for the page.
    await page.goto('/tickets?view=all')
    await page.evaluate(() => {
      history.pushState(null, '', '/tickets/HD-99999')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByText('404').waitFor()
    await page.goto('/tickets?view=all')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
  })

  test('shows its title before the server has answered', async () => {
    isHeld = true
    const row = page.locator('[data-row-link]').nth(6)
    const number = (await row.textContent()) ?? ''
    await row.click()
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${number} `) }).waitFor()
    expect(await page.getByRole('heading', { level: 2, name: word('Details') }).count()).toBe(0)
    isHeld = false
    answer?.()
    await page.getByRole('heading', { level: 2, name: word('Details') }).waitFor()
  })

  test('shows what happens by itself with the record, and asks for nothing more', async () => {
    await page.goto('/tickets?view=new')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    asked.length = 0
    await page.locator('[data-row-link]').nth(3).click()
    await page.getByRole('list', { name: word('Happens automatically') }).waitFor()
    expect(asked.filter((url) => url.includes('/api/system/timers'))).toEqual([])
  })

  test('leads to a form whose code comes late, and the keyboard begins in its first field', async () => {
    const { page: other } = await journey.visit(sample.manager)
    await other.route(/form-screen/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await other.goto('/tickets')
    await other.getByRole('link', { name: 'Report a problem' }).first().focus()
    await other.keyboard.press('Enter')
    await expectFocus(other.getByLabel('Subject'))
  })

  test('moves nothing on a phone when its parts come late', async () => {
    const { page: phone } = await journey.visit(sample.manager)
    await phone.setViewportSize({ width: 412, height: 823 })
    await phone.route('**/api/system/watches*', async (route) => {
      await phone.getByRole('heading', { level: 2, name: word('Details') }).waitFor()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await phone.goto('/tickets?view=all')
    const href = await phone.locator('a[href^="/tickets/0"]').first().getAttribute('href')
    await phone.goto(href ?? '')
    await phone.getByRole('button', { name: word('Watch') }).waitFor()
    const moved = await phone.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 500)
        }),
    )
    // The most that Lighthouse calls good.
    expect(moved).toBeLessThan(0.1)
  })
})
