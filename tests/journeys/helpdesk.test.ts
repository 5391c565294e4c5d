// One problem from its report to its end, in real browsers: a customer, an agent, and a stranger.
import { writeSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { startJourney, stopAtBrokenStep, typePassword } from './journey.ts'
import type { Journey } from './journey.ts'

// Past the console, which the configuration shows for failing tests only.
if (browserPath === undefined) {
  writeSync(2, '\n The journey is skipped: there is no browser on this machine (name one in CHROMIUM_PATH).\n')
}

const subject = 'The coffee machine shows error 12'

describe.skipIf(browserPath === undefined)('a problem at the helpdesk', () => {
  let journey: Journey
  let customer: Visitor
  let agent: Visitor
  let stranger: Visitor
  let ticket = ''

  beforeAll(async () => {
    journey = await startJourney()
    customer = await journey.visit()
    agent = await journey.visit()
    stranger = await journey.visit(sample.otherCustomer)
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  test('a customer signs up, and is in', async () => {
    const { page } = customer
    await page.goto('/sign-up')
    await page.getByLabel('Name').fill('Nora Quist')
    await page.getByLabel('Email').fill('nora.quist@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('a sentence of words')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Report a problem' }).waitFor()
    await menu(page).getByRole('link', { name: 'Tickets' }).waitFor()
    expect(await menu(page).getByRole('link', { name: 'Board' }).count()).toBe(0)
  })

  test('is refused with the rule when an urgent problem is described too shortly', async () => {
    const { page } = customer
    await page.getByRole('main').getByRole('link', { name: 'Report a problem' }).click()
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('textbox', { name: 'Description' }).fill('No coffee.')
    await page.getByRole('radiogroup', { name: 'Priority' }).getByText('Urgent').click()
    await page.getByRole('button', { name: 'Report a problem' }).click()
    await page.getByText('Please describe an urgent problem in at least 40 characters.').first().waitFor()
    const main = page.getByRole('main')
    await main.getByText('Why?').first().click()
    await main.getByText('Urgent tickets say more').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/report')
  })

  test('reports it in more words, and sees it recorded', async () => {
    const { page } = customer
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill(
        'The machine on the second floor shows error 12 since nine o’clock. We cleaned it twice, without any change.',
      )
    await page.getByRole('button', { name: 'Report a problem' }).click()
    await page.getByRole('heading', { level: 1, name: new RegExp(`^HD-\\d{5} ${subject}$`) }).waitFor()
    ticket = new URL(page.url()).pathname
    expect(ticket).toMatch(/^\/tickets\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 2, name: 'Details' }).waitFor()
    expect(await page.getByRole('button', { name: 'Take' }).count()).toBe(0)
  })

  test('an agent takes it and resolves it', async () => {
    const { page } = agent
    await signIn(page, sample.agent)
    await page.goto(ticket)
    await page.getByRole('button', { name: 'Take', exact: true }).click()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const resolution = dialog.getByLabel('Resolution')
    await resolution.fill('The water filter was empty. A new one is in place, and it makes coffee again.')
    // Sent twice before the answer is there, it is done once.
    const sent: string[] = []
    await page.route('**/resolve', async (route) => {
      sent.push(route.request().url())
      await pressed
      await route.continue()
    })
    const pressed = resolution.press('Control+Enter').then(() => resolution.press('Control+Enter'))
    await dialog.waitFor({ state: 'hidden' })
    expect(sent).toHaveLength(1)
    await page.getByText('A new one is in place').first().waitFor()
    await page.getByText('Resolved', { exact: true }).first().waitFor()
  })

  test('the customer reads the solution and reopens it', async () => {
    const { page } = customer
    await page.goto(ticket)
    await page.getByText('A new one is in place').first().waitFor()
    await page.getByRole('button', { name: 'Reopen', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Error 12 is back since this morning.')
    await dialog.getByRole('button', { name: 'Reopen', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Error 12 is back since this morning.').first().waitFor()
    await page.getByText('Open', { exact: true }).first().waitFor()
  })

  test('signed out, the customer leaves nothing of what was opened in the browser', async () => {
    const { page } = customer
    const recent = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('verbatim-recent')))
    await expect.poll(recent).toHaveLength(1)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await expect.poll(recent).toEqual([])
  })

  test('a manager gives it to an agent by the first letters of the name; nothing typed chooses nobody', async () => {
    const { page } = await journey.visit(sample.manager)
    await page.goto(ticket)
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const chosen = dialog.getByRole('combobox', { name: 'Agent' })
    await chosen.press('x')
    await page.getByText('Nothing found').waitFor()
    await chosen.press('Enter')
    await chosen.press('Backspace')
    await page.getByRole('option', { name: 'Priya Raman' }).waitFor()
    await chosen.press('Enter')
    await dialog.getByText('Required.').waitFor()
    await chosen.pressSequentially('priya')
    await chosen.press('Enter')
    await expect.poll(() => chosen.inputValue()).toBe('Priya Raman')
    await chosen.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Priya Raman').first().waitFor()
  })

  test('for a stranger it does not exist, in the status line too', async () => {
    const { page } = stranger
    stranger.forgive(404)
    const answer = await page.goto(ticket)
    expect(answer?.status()).toBe(404)
    await page.getByText('This page does not exist, or it is not for you.').waitFor()
    expect(await page.getByText(subject).count()).toBe(0)
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  })

  test('nobody’s browser had anything to complain of', async () => {
    expect([...customer.complaints, ...agent.complaints, ...stranger.complaints]).toEqual([])
  })
})

function menu(page: Page) {
  return page.getByRole('navigation', { name: 'Screens' })
}

async function signIn(page: Page, email: string, password?: string): Promise<void> {
  await typePassword(page, email, password)
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}
