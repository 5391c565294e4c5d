// One problem from its report to its end, in real browsers: a customer, an agent, a manager, and a stranger.
import { writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { describeJourney, HELPDESK, typePassword } from './journey.ts'
import { label, word } from './words.ts'

// Past the console, which the configuration shows for failing tests only.
if (browserPath === undefined) {
  writeSync(2, '\n The journey is skipped: there is no browser on this machine (name one in CHROMIUM_PATH).\n')
}

const subject = 'The coffee machine shows error 12'
const solution = 'The water filter was empty. A new one is in place, and it makes coffee again.'

describeJourney('a problem at the helpdesk', HELPDESK, (journey) => {
  const menu = (page: Page) => page.getByRole('navigation', { name: word('Screens') })

  /** Reports the problem as the customer; returns the path of the ticket. */
  const report = async (): Promise<string> => {
    const customer = await journey.visit(sample.customer)
    const { id } = await customer.post('/api/tickets', { subject, description: 'It does so since nine o’clock.' })
    return `/tickets/${id}`
  }

  test('a customer signs up, and is in', async () => {
    const { page } = await journey.visit()
    await page.goto('/sign-up')
    await page.getByLabel(word('Name')).fill('Nora Quist')
    await page.getByLabel(word('Email')).fill('nora.quist@example.com')
    await page.getByRole('textbox', { name: word('Password') }).fill('a sentence of words')
    await page.getByRole('button', { name: word('Sign up') }).click()
    await page.getByRole('main').getByRole('link', { name: 'Report a problem' }).waitFor()
    await menu(page).getByRole('link', { name: 'Tickets' }).waitFor()
    expect(await menu(page).getByRole('link', { name: 'Board' }).count()).toBe(0)
  })

  test('is refused with the rule when it is urgent and described too shortly, and is recorded in more words', async () => {
    const visitor = await journey.visit(sample.customer)
    const { page } = visitor
    visitor.forgive(422)
    await page.goto('/report')
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('textbox', { name: 'Description' }).fill('No coffee.')
    await page.getByRole('radiogroup', { name: 'Priority' }).getByText('Urgent').click()
    await page.getByRole('button', { name: 'Report a problem' }).click()
    await page.getByText('Please describe an urgent problem in at least 40 characters.').first().waitFor()
    const main = page.getByRole('main')
    await main.getByText(word('Why?')).first().click()
    await main.getByText('Urgent tickets say more').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/report')
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill(
        'The machine on the second floor shows error 12 since nine o’clock. We cleaned it twice, without any change.',
      )
    await page.getByRole('button', { name: 'Report a problem' }).click()
    await page.getByRole('heading', { level: 1, name: new RegExp(`^HD-\\d{5} ${subject}$`) }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/tickets\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 2, name: word('Details') }).waitFor()
    expect(await page.getByRole('button', { name: 'Take' }).count()).toBe(0)
  })

  test('is taken by an agent, who resolves it', async () => {
    const ticket = await report()
    const { page } = await journey.visit()
    await typePassword(page, sample.agent)
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    await page.goto(ticket)
    await page.getByRole('button', { name: 'Take', exact: true }).click()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const resolution = dialog.getByLabel('Resolution')
    await resolution.fill(solution)
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

  test('is reopened by the customer, who has read the solution', async () => {
    const ticket = await report()
    const agent = await journey.visit(sample.agent)
    await agent.post(`/api${ticket}/take`, {})
    await agent.post(`/api${ticket}/resolve`, { resolution: solution })
    const { page } = await journey.visit(sample.customer)
    await page.goto(ticket)
    await page.getByText('A new one is in place').first().waitFor()
    await page.getByRole('button', { name: 'Reopen', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Error 12 is back since this morning.')
    await dialog.getByRole('button', { name: 'Reopen', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Error 12 is back since this morning.').first().waitFor()
    await page.getByText(label('Open'), { exact: true }).first().waitFor()
  })

  test('leaves nothing of what was opened in the browser of a customer who has signed out', async () => {
    const ticket = await report()
    const { page } = await journey.visit(sample.customer)
    const recent = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('verbatim-recent')))
    await page.goto(ticket)
    await expect.poll(recent).toHaveLength(1)
    await page.goto('/account')
    await page.getByRole('button', { name: word('Sign out'), exact: true }).click()
    await page
      .getByRole('link', { name: word('Sign in') })
      .first()
      .waitFor()
    await expect.poll(recent).toEqual([])
  })

  test('is given to an agent by the first letters of the name; nothing typed chooses nobody', async () => {
    const ticket = await report()
    const { page } = await journey.visit(sample.manager)
    await page.goto(ticket)
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const chosen = dialog.getByRole('combobox', { name: 'Agent' })
    await chosen.press('x')
    await page.getByText(word('Nothing found')).waitFor()
    await chosen.press('Enter')
    await chosen.press('Backspace')
    await page.getByRole('option', { name: 'Priya Raman' }).waitFor()
    await chosen.press('Enter')
    await dialog.getByText(word('Required.')).waitFor()
    await chosen.pressSequentially('priya')
    await chosen.press('Enter')
    await expect.poll(() => chosen.inputValue()).toBe('Priya Raman')
    await chosen.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Priya Raman').first().waitFor()
  })

  test('does not exist for a stranger, in the status line too', async () => {
    const ticket = await report()
    const stranger = await journey.visit(sample.otherCustomer)
    const { page } = stranger
    stranger.forgive(404)
    const answer = await page.goto(ticket)
    expect(answer?.status()).toBe(404)
    await page.getByText('This page does not exist, or it is not for you.').waitFor()
    expect(await page.getByText(subject).count()).toBe(0)
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  })
})
