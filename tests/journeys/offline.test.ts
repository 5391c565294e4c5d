// Losing nothing: without a network no page is reloaded away, and what was typed outlives reloads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import { word } from './words.ts'

describe.skipIf(browserPath === undefined)('a customer in a train', () => {
  let journey: Journey
  let customer: Visitor

  beforeAll(async () => {
    journey = await startJourney()
    customer = await journey.visit(sample.customer)
    await customer.page.goto('/tickets')
    await customer.page.getByRole('table', { name: 'Tickets' }).waitFor()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  test('learns that a page needs the network, and sees it as soon as the network is back', async () => {
    const { page, context } = customer
    await page.reload()
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Report a problem' }).first().click()
    await page.getByText(word('This page needs the network.')).waitFor()
    await page.getByText('You are offline.').waitFor()
    await context.setOffline(false)
    await page.getByLabel('Subject').waitFor()
  })

  test('finds what was typed after a reload', async () => {
    const { page } = customer
    await page.getByLabel('Subject').fill('The lift is stuck')
    await page.getByRole('textbox', { name: 'Description' }).fill('Between the second and the third floor.')
    await page.reload()
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('The lift is stuck')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue())
      .toBe('Between the second and the third floor.')
    await expectAccessible(page)
  })

  test('opens every screen without a network, once they are fetched', async () => {
    const { page, context } = customer
    // The rest is fetched from the first key on.
    await page.keyboard.press('Shift')
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_500)
    await context.setOffline(true)
    await page.getByRole('link', { name: word('Help'), exact: true }).click()
    await page.getByRole('heading', { name: word('Help'), level: 1 }).waitFor()
    // A list that was never read is not waited for.
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await page.getByText(word('Not loaded yet. It will load when the connection is back.')).waitFor()
    // The form is the button of the list.
    await page.getByRole('link', { name: 'Tickets', exact: true }).first().click()
    await page.getByRole('link', { name: 'Report a problem' }).first().click()
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('The lift is stuck')
    await context.setOffline(false)
  })

  test('leaves nothing behind after signing out', async () => {
    const { page } = customer
    await page.goto('/account')
    await page.getByRole('button', { name: word('Sign out'), exact: true }).click()
    await page
      .getByRole('link', { name: word('Sign in') })
      .first()
      .waitFor()
    const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft|recent/.test(key)))
    expect(kept).toEqual([])
  })
})
