// The first load of a list: few requests, little script, compressed.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startSlowProxy } from '../browser/slow-proxy.ts'
import { sample } from '../apps/people.ts'
import { describeJourney, HELPDESK } from './journey.ts'
import { word } from './words.ts'

describeJourney('the first load of a list', HELPDESK, (journey) => {
  test('takes 15 requests and 195 kB of script', async () => {
    const visitor = await journey.visit(sample.agent)
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(request.url()))
    await visitor.page.goto('/tickets')
    await visitor.page.getByRole('table', { name: 'Tickets' }).waitFor()
    const atTable = asked.length
    const scripts = asked.slice(0, atTable).filter((url) => url.endsWith('.js'))
    const sizes = await Promise.all(
      scripts.map(async (url) => {
        const { headers } = await fetch(url, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } })
        if (url.includes('/assets/')) expect(headers.get('content-encoding')).toBe('br')
        return Number(headers.get('content-length'))
      }),
    )
    expect(asked.slice(0, atTable).length, asked.join('\n')).toBeLessThanOrEqual(15)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(195_000)
  })

  test('finds session and specification in the page, and leaves them there for nobody', async () => {
    const visitor = await journey.visit(sample.agent)
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visitor.page.goto('/tickets')
    await visitor.page.getByRole('table', { name: 'Tickets' }).waitFor()
    expect(asked.filter((path) => path === '/api/auth/me' || path === '/api/spec')).toEqual([])
    expect(await visitor.page.locator('script[type="application/json"]').count()).toBe(0)
  })

  test('waits for the rest of a page that comes late, and shows the list then', async () => {
    const visitor = await journey.visit(sample.agent)
    const slow = await startSlowProxy(journey.desk.url)
    const { page } = visitor
    const isRun = page.waitForRequest(/\/assets\/first-/)
    await page.goto(`${slow.url}/tickets`, { waitUntil: 'commit' })
    await (await isRun).response()
    // The scripts are there, and run, while half of the specification is not.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await page.evaluate(() => document.readyState)).toBe('loading')
    slow.goOn()
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    await slow.close()
  })

  test.each([
    ['/tickets', (page: Page) => page.getByRole('table', { name: 'Tickets' })],
    ['/tickets/5', (page: Page) => page.getByRole('region', { name: word('History') })],
  ])('keeps what the server drew of %s until the page has it: no grey bars in between', async (path, whole) => {
    const visitor = await journey.visit(sample.agent)
    const { page } = visitor
    const held = Promise.withResolvers<void>()
    await page.route(/\/api\/tickets[/?]/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const drawn = page.locator('.first-rows > div, .first-text').first()
    const before = await drawn.textContent()
    expect(before).not.toBe('')
    // The application runs, and waits for its data.
    await page.getByRole('navigation', { name: word('Screens') }).waitFor()
    await page.getByText(word('Loading …')).first().waitFor({ state: 'attached' })
    expect(await drawn.textContent()).toBe(before)
    expect(await page.locator('main .mantine-Skeleton-root').count()).toBe(0)
    held.resolve()
    await whole(page).waitFor()
    await drawn.waitFor({ state: 'detached' })
  })

  test('shows the title of the screen while no script has arrived', async () => {
    const visitor = await journey.visit(sample.agent)
    await visitor.page.route('**/*.js', () => {})
    await visitor.page.goto('/report', { waitUntil: 'commit' })
    await visitor.page.locator('h1', { hasText: 'Report a problem' }).waitFor()
  })
})
