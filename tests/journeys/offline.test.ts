// Losing nothing: without a network no page is reloaded away, and what was typed outlives reloads.
import { beforeEach, expect, test } from 'vitest'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word } from './words.ts'

describeJourney('a customer in a train', HELPDESK, (journey) => {
  let page: Page
  let context: BrowserContext
  let visitor: JourneyVisitor

  beforeEach(async () => {
    visitor = await journey.visit(sample.customer)
    ;({ page, context } = visitor)
    visitor.forgive('ERR_INTERNET_DISCONNECTED')
  })

  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  const subject = () => page.getByLabel('Subject')
  const description = () => page.getByRole('textbox', { name: 'Description' })
  const openTickets = async () => {
    await page.goto('/tickets')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
  }
  const writeReport = async () => {
    await page.goto('/report')
    await subject().fill('The lift is stuck')
    await description().fill('Between the second and the third floor.')
  }

  test('learns that a page needs the network, and sees it as soon as the network is back', async () => {
    await openTickets()
    await context.setOffline(true)
    await link('Report a problem').click()
    await page.getByText(word('This page needs the network.')).waitFor()
    await page.getByText(word('You are offline. What you see may be outdated; what you type is kept.')).waitFor()
    await context.setOffline(false)
    await subject().waitFor()
  })

  test('stays on the page when the network was away for a moment, and loads it anew for a newer build', async () => {
    const form = /\/assets\/form-screen-/
    const isSamePage = () => page.evaluate(() => 'isSame' in globalThis)
    await page.route(form, (route) => route.abort('internetdisconnected'))
    await openTickets()
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    const asked = page.waitForResponse((response) => response.request().method() === 'HEAD')
    await link('Report a problem').click()
    await page.getByText(word('This page needs the network.')).waitFor()
    expect((await asked).status()).toBe(200)
    await page.unroute(form)
    await page.getByRole('button', { name: word('Try again') }).click()
    await subject().waitFor()
    expect(await isSamePage()).toBe(true)

    await openTickets()
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    visitor.forgive('status of 404')
    await page.route('**/assets/*', (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
    )
    await page.route(form, (route) => route.abort('internetdisconnected'), { times: 1 })
    await link('Report a problem').click()
    await expect.poll(isSamePage).toBe(false)
    await subject().waitFor()
  })

  test('finds what was typed after a reload', async () => {
    await writeReport()
    await page.reload()
    await expect.poll(() => subject().inputValue()).toBe('The lift is stuck')
    await expect.poll(() => description().inputValue()).toBe('Between the second and the third floor.')
    await expectAccessible(page)
  })

  test('opens every screen without a network, once they are fetched', async () => {
    await writeReport()
    await openTickets()
    const [asked, answered] = [new Set<Request>(), new Set<Request>()]
    page.on('request', (request) => asked.add(request))
    page.on('requestfinished', (request) => answered.add(request))
    page.on('requestfailed', (request) => answered.add(request))
    // The rest is fetched from the first key on.
    await page.keyboard.press('Shift')
    const parts = [/\/help-/, /\/form-screen-/]
    const areFetched = () => parts.every((part) => [...answered].some((request) => part.test(request.url())))
    await expect.poll(() => areFetched() && [...asked].every((request) => answered.has(request))).toBe(true)
    await context.setOffline(true)
    await link(word('Help')).click()
    await page.getByRole('heading', { name: word('Help'), level: 1 }).waitFor()
    // A list that was never read is not waited for.
    await link('Answers').click()
    await page.getByText(word('Not loaded yet. It will load when the connection is back.')).waitFor()
    // The form is the button of the list.
    await link('Tickets').click()
    await link('Report a problem').click()
    await expect.poll(() => subject().inputValue()).toBe('The lift is stuck')
    await context.setOffline(false)
  })

  test('leaves nothing behind after signing out', async () => {
    const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft|recent/.test(key)).length)
    await writeReport()
    await expect.poll(kept).toBeGreaterThan(0)
    await page.goto('/account')
    await page.getByRole('button', { name: word('Sign out'), exact: true }).click()
    await link(word('Sign in')).waitFor()
    await expect.poll(kept).toBe(0)
  })
})
