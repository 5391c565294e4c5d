// Opening a record from a list, where the server takes its time: the row is shown at once, and read ahead of the click.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectFocus, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { rowNamed } from './table.ts'
import { word } from './words.ts'

const ONE_TICKET = /\/api\/tickets\/[0-9a-f-]{36}\?/

describeJourney('a record that is opened from a list', HELPDESK, (journey) => {
  let page: Page
  let forgive: JourneyVisitor['forgive']
  let asked: string[]

  beforeEach(async () => {
    ;({ page, forgive } = await journey.visit(sample.agent))
    asked = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/tickets?view=all&sort=number')
    // The code of its page is there.
    await link('HD-00001').click()
    await page.getByRole('heading', { level: 1, name: /^HD-/ }).waitFor()
    await page.goBack()
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
  })

  const link = (number: string) => rowNamed(page, number).locator('[data-row-link]')
  const details = () => page.getByRole('heading', { level: 2, name: word('Details') })

  test('is read while the pointer rests on its row', async () => {
    const row = link('HD-00004')
    const path = (await row.getAttribute('href')) ?? ''
    // The pointer may rest on another row, which is read too.
    const readings = () => asked.filter((url) => url.includes(`/api${path}?`)).length
    await row.hover()
    await expect.poll(readings).toBe(1)
    await row.click()
    await details().waitFor()
    expect(readings()).toBe(1)
  })

  test('is found by its number in the address, which becomes its own', async () => {
    const row = link('HD-00002')
    const [number, path] = [(await row.textContent()) ?? '', (await row.getAttribute('href')) ?? '']
    // The pointer may rest on another row, which is read too.
    const addresses = [`/api/tickets/number/${number}?`, `/api${path}?`]
    asked.length = 0
    await page.goto(`/tickets/${number.toLowerCase()}?from=chat`)
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${number} `) }).waitFor()
    await page.waitForURL(`**${path}?from=chat`)
    // One reading serves both addresses.
    expect(asked.filter((url) => addresses.some((address) => url.includes(address)))).toHaveLength(1)
    forgive(404)
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
  })

  test('shows its title before the server has answered', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(ONE_TICKET, async (route) => {
      await held.promise
      await route.continue()
    })
    await link('HD-00006').click()
    await page.getByRole('heading', { level: 1, name: /^HD-00006 / }).waitFor()
    expect(await details().count()).toBe(0)
    held.resolve()
    await details().waitFor()
  })

  test('shows what happens by itself with the record, and asks for nothing more', async () => {
    await page.goto('/tickets?view=new')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    asked = []
    await page.locator('[data-row-link]').first().click()
    await page.getByRole('list', { name: word('Happens automatically') }).waitFor()
    expect(asked.filter((url) => url.includes('/api/system/timers'))).toEqual([])
  })

  test('leads to a form whose code comes late, and the keyboard begins in its first field', async () => {
    const { page: other } = await journey.visit(sample.manager)
    const held = Promise.withResolvers<void>()
    await other.route(/form-screen/, async (route) => {
      await held.promise
      await route.continue()
    })
    await other.goto('/tickets')
    await other.getByRole('link', { name: 'Report a problem' }).first().focus()
    await other.keyboard.press('Enter')
    await other.waitForURL('**/report')
    held.resolve()
    await expectFocus(other.getByLabel('Subject'))
  })

  test('moves nothing on a phone when its parts come late', async () => {
    const { page: phone, find } = await journey.visit(sample.manager)
    const [{ id }] = await find('/api/tickets', 'status == "open"')
    await phone.setViewportSize({ width: 412, height: 823 })
    await phone.addInitScript(() => {
      const seen = globalThis as typeof globalThis & { moved?: number }
      seen.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.moved = (seen.moved ?? 0) + (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // As long as it takes until what is there is drawn, and measured.
    const drawn = () =>
      phone.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))))
    await phone.route('**/api/system/watches*', async (route) => {
      await phone.getByRole('heading', { level: 2, name: word('Details') }).waitFor()
      await drawn()
      await route.continue()
    })
    await phone.goto(`/tickets/${id}`)
    await phone.getByRole('button', { name: word('Watch') }).waitFor()
    await drawn()
    const moved = await phone.evaluate(() => (globalThis as typeof globalThis & { moved?: number }).moved)
    // The most that Lighthouse calls good.
    expect(moved).toBeLessThan(0.1)
  })
})
