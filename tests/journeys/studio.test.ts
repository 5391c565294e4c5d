// The studio in a real browser: people are found, helped and seen as; every act stands in the audit; and "why not?" is answered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { sample, samplePassword } from '../apps/people.ts'
import { expectAccessible, expectFocus, expectRest, startJourney } from './journey.ts'
import type { StartedJourney } from './journey.ts'

const document = readShipped('helpdesk').replace('| requests | 300 per minute |', '| requests | 10,000 per minute |')
const customer = helpdeskSample().people.find(({ email }) => email === sample.customer)?.name ?? ''

describe.skipIf(browserPath === undefined)('the studio', () => {
  let journey: StartedJourney
  let administrator: Visitor
  let agent: Visitor

  beforeAll(async () => {
    journey = await startJourney({ document, sample: helpdeskSample() })
    administrator = await journey.visit(sample.administrator)
    agent = await journey.visit(sample.agent)
    await administrator.page.goto('/')
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  async function open(page: Page, name: string, email: string): Promise<void> {
    await page.goto('/studio/people')
    await page.getByLabel('Find people by name or address').fill(email)
    await page.getByText('1 person found').waitFor()
    await page.getByRole('button', { name: `Manage ${name}` }).click()
    await page.getByRole('dialog').waitFor()
  }

  test('lists people and finds one, on any screen and in the dark', async () => {
    const { page } = administrator
    await page.getByRole('link', { name: 'Studio' }).click()
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'People' }).click()
    await page
      .getByRole('button', { name: /^Manage/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await expect.poll(() => pixelsBeyond(page)).toBe(0)
    // The menu that has slid out of sight is no stop for the keyboard, and nothing to be read out.
    await expect.poll(() => page.getByRole('navigation', { name: 'Screens' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'hidden' })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel('Find people by name or address').fill('nobody at all')
    await page.getByText('No people found.').waitFor()
  })

  test('shows what was sent and what mail failed, and an inbox begins with what waits for its person', async () => {
    const { page } = administrator
    await page.goto('/studio/deliveries')
    await page.getByText('Nothing has been sent yet.').waitFor()
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Mail' }).click()
    await page.getByRole('button', { name: 'Send a test mail to me' }).waitFor()
    await expectAccessible(page)
    await agent.page.goto('/inbox')
    await agent.page.getByRole('heading', { name: /^Waiting for you/ }).waitFor()
    await agent.page.getByRole('button', { name: 'Show all' }).click()
    const waiting = agent.page.getByRole('region', { name: /^Waiting for you/ }).getByRole('listitem')
    await expect.poll(() => waiting.count()).toBeGreaterThan(5)
    await expectAccessible(agent.page)
  })

  test('what was typed into the document and discarded comes back by Undo, and the keyboard goes along', async () => {
    const { page } = administrator
    await page.goto('/studio')
    await page.getByRole('button', { name: 'Edit' }).click()
    const area = page.getByRole('textbox', { name: 'Text of the document' })
    await expectFocus(area)
    const typed = `${await area.inputValue()}\nTyped by hand.`
    await area.fill(typed)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expectFocus(page.getByRole('button', { name: 'Edit' }))
    await page.getByText('Your changes to the document are discarded.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectFocus(area)
    expect(await area.inputValue()).toBe(typed)
    await page.reload()
    await expect.poll(() => area.inputValue()).toBe(typed)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('edits the document beside what is wrong with it, publishes it, and puts the revision before back', async () => {
    const { page } = administrator
    await page.goto('/studio')
    await page.getByRole('button', { name: 'Edit' }).click()
    const area = page.getByRole('textbox', { name: 'Text of the document' })
    const text = await area.inputValue()
    await area.fill(text.replace('| Customer | Ticket | read |', '| Customer | Tickte | read |'))
    await page.getByText('There is no entity "Tickte".').waitFor()
    await page
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .click()
    // Each line has its number, beside it also where the text is scrolled; and the text has most of the window.
    const numbering = () =>
      area.evaluate((element: HTMLTextAreaElement) => {
        const numbers = element.parentElement?.querySelector('pre')
        const lines = (text: string) => text.split('\n').length
        return {
          missing: lines(element.value) - lines(numbers?.textContent ?? ''),
          apart: Math.round(
            element.getBoundingClientRect().top - element.scrollTop - (numbers?.getBoundingClientRect().top ?? 0),
          ),
          isScrolled: element.scrollTop > 0,
          isHigh: element.clientHeight > globalThis.innerHeight * 0.65,
        }
      })
    await expect.poll(numbering).toEqual({ missing: 0, apart: 0, isScrolled: true, isHigh: true })
    await expectAccessible(page)
    const room = '| room | text | no | | | | Where it stands |\n| internal_note | long text |'
    await area.fill(text.replace('| internal_note | long text |', room))
    await page.getByText('No errors.').waitFor()
    await page.getByRole('button', { name: 'Review and publish' }).click()
    await page.getByText('Room of Ticket is new.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/^Revision [0-9a-f]{12} is live\.$/).waitFor()
    await expectFocus(page.getByRole('button', { name: 'Edit' }))
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Revisions' }).click()
    await page.getByText('live', { exact: true }).waitFor()
    await expectAccessible(page)
    const before = page.getByRole('button', { name: /^Compare and restore/ }).first()
    const back = page.getByRole('button', { name: (await before.getAttribute('aria-label')) ?? '' })
    await back.click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expectFocus(back)
    await back.click()
    await page.getByText('Room of Ticket is removed; no record had a value in it.').waitFor()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText(/^Revision [0-9a-f]{12} is live again\.$/).waitFor()
    await expectFocus(back)
  })

  test('undoes what somebody has changed', async () => {
    const { page } = administrator
    await page.goto('/studio')
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Changes' }).click()
    await expectRest(page)
    const first = page.getByRole('list', { name: 'Changes' }).locator('> li').first()
    await first.waitFor()
    await expectAccessible(page)
    await first.getByRole('button', { name: /^Undo what/ }).click()
    await page.getByText('Undone for 1 record.').waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(/^Undo what/)
  })

  test('a click on a button that works, or is replaced, leaves the keyboard at what came of it', async () => {
    const { page } = administrator
    await page.goto('/account')
    administrator.forgive(422)
    await page.getByRole('textbox', { name: 'Current password' }).fill('not it')
    await page.getByRole('textbox', { name: 'New password' }).fill('a whole new sentence')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expectFocus(page.getByRole('textbox', { name: 'Current password' }))
    const leaving = helpdeskSample().people.findLast(({ roles }) => roles?.includes('Agent'))
    await open(page, leaving?.name ?? '', leaving?.email ?? '')
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Confirm: Deactivate' }).click()
    await page.getByText('If you activate them, they can sign in again.').waitFor()
    await expectFocus(page.getByRole('button', { name: 'Activate' }))
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByText('If you deactivate them, they can’t sign in until you activate them again.').waitFor()
    await expectFocus(page.getByRole('button', { name: 'Deactivate' }))
  })

  test('makes a link for who has forgotten the password, which is shown once', async () => {
    const { page } = administrator
    await open(page, customer, sample.customer)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Link for a new password' }).click()
    await page.getByText('Here is the link').waitFor()
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain(`${journey.desk.url}/reset-password`)
    await expectAccessible(page)
  })

  test('asks who is there before an administrator is invited, and then goes on', async () => {
    const { page } = administrator
    await journey.desk.ageSessions()
    administrator.forgive(403)
    await page.goto('/studio/people')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByRole('checkbox', { name: 'Administrator' }).check()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await question.getByRole('textbox', { name: 'Password' }).fill(samplePassword)
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Here is the link').waitFor()
    await expect.poll(() => dialog.innerText()).toContain(`${journey.desk.url}/sign-up`)
    await page.keyboard.press('Escape')
  })

  test('shows the application as a person sees it, marked at all times, without a write, and leads back', async () => {
    const { page } = administrator
    await open(page, customer, sample.customer)
    await page.getByRole('button', { name: 'View as', exact: true }).click()
    const banner = page.getByRole('region', { name: 'Viewing as somebody else' })
    await banner.waitFor()
    expect(await banner.innerText()).toContain(customer)
    expect(await page.getByRole('link', { name: 'Studio' }).count()).toBe(0)
    for (const path of ['/tickets', '/report', '/about']) {
      await page.goto(path)
      await banner.waitFor()
    }
    administrator.forgive(403)
    const { items } = await (await page.request.get('/api/tickets?limit=1')).json()
    await page.goto(`/tickets/${items[0].id}`)
    await page.getByRole('button', { name: 'Why can’t I …?' }).click()
    await page.getByText('Internal note').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Comment' }).fill('A try')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.getByText('You are viewing as somebody else, so you can’t change anything').waitFor()
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await page.waitForURL('**/studio/people')
    await banner.waitFor({ state: 'detached' })
  })

  test('has all of it in the audit, to be narrowed to one person', async () => {
    const { page } = administrator
    await page.goto('/studio/audit')
    const entries = page.getByRole('list', { name: 'Audit' }).getByRole('listitem')
    await entries.first().waitFor()
    const [ended, refused, started] = await entries.allInnerTexts()
    expect(ended).toContain('stopped viewing as somebody else')
    expect(refused).toMatch(/was refused[^]*view_only/)
    expect(started).toContain(customer)
    await expectAccessible(page)
    await entries.first().getByRole('button', { name: customer }).click()
    await page.getByRole('button', { name: `Only ${customer}: show all` }).waitFor()
    await expect
      .poll(async () => (await entries.allInnerTexts()).filter((text) => !text.includes(customer)))
      .toEqual([])
  })

  test('is not there for others', async () => {
    agent.forgive(404)
    for (const path of ['/studio/people', '/studio/audit']) expect((await agent.page.goto(path))?.status()).toBe(404)
  })

  test('a button that can’t be used says why not: the line, and what would have to be true', async () => {
    const { page } = agent
    const me = await (await page.request.get('/api/auth/me')).json()
    const filter = encodeURIComponent('status == "open"')
    const { items } = await (await page.request.get(`/api/tickets?limit=50&filter=${filter}`)).json()
    const other = (items as { id: string; assignee: string }[]).find(({ assignee }) => assignee !== me.person.id)
    await page.goto(`/tickets/${other?.id}`)
    await page.getByRole('button', { name: 'Why not: Resolve?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What’s needed').waitFor()
    await expect.poll(() => dialog.innerText()).toMatch(/You are its assignee\s+not met/)
    const told = await dialog.innerText()
    expect(told).toContain('Status is open or waiting')
    // The row is shown as prose; its code is for administrators.
    expect(told).toContain('The rules for “Resolve” say so.')
    expect(told).not.toContain('assignee == me')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  test('what is missing on a screen is shown with its reason, to the keyboard too', async () => {
    const { page } = agent
    await page.getByRole('button', { name: 'Why can’t I …?' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Why can’t I …?' })
    await dialog.getByText('Delete: why not?').focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('You may not do this.').first().waitFor()
    await dialog.getByText('This screen does not show it.').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(page.getByRole('button', { name: 'Why can’t I …?' }))
  })

  test('a role that is given while somebody works shows its screens without loading the page anew', async () => {
    const { page } = administrator
    const menu = agent.page.getByRole('navigation', { name: 'Screens' })
    expect(await menu.getByRole('link', { name: 'People' }).count()).toBe(0)
    const { items } = await (await page.request.get('/api/people?limit=100')).json()
    const person = (items as { id: string; email: string; _version: number }[]).find(
      ({ email }) => email === sample.agent,
    )
    const given = await page.request.patch(`/api/people/${person?.id}`, {
      headers: { 'If-Match': `"${person?._version}"`, Origin: journey.desk.url },
      data: { roles: ['Agent', 'Manager'] },
    })
    expect(given.status()).toBe(200)
    // As when one comes back to the page.
    await agent.page.evaluate(() => globalThis.document.dispatchEvent(new Event('visibilitychange')))
    await menu.getByRole('link', { name: 'People' }).waitFor()
  })

  test('no page complained in the console', () => {
    expect([...administrator.complaints, ...agent.complaints]).toEqual([])
  })

  test('explains how to write a document, and finds what one asks for without a network', async () => {
    const { page, context } = administrator
    await page.goto('/studio')
    await page.getByRole('heading', { name: 'The document', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Find a record, a screen or a command' }).fill('how to write')
    await page.getByRole('button', { name: 'Help: how to write the document' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Start with nothing' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('searchbox', { name: 'Search the help' }).fill('overlap book')
    await page.getByRole('link', { name: /Booking without overlap/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('/studio/help/cookbook#booking-without-overlap')
    const heading = page.getByRole('heading', { name: 'Booking without overlap' })
    await heading.waitFor()
    await expectFocus(heading)
    await context.setOffline(false)
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/studio/help/reference')
      await page.getByRole('heading', { name: 'Types' }).waitFor()
      await expectAccessible(page)
      await expect.poll(() => pixelsBeyond(page)).toBe(0)
      await page.getByRole('searchbox', { name: 'Search the help' }).fill('notify role')
      await page.getByText('Reference › Point 4').first().waitFor()
      await expectAccessible(page)
    }
  })
})

function pixelsBeyond(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.document.documentElement.scrollWidth - globalThis.innerWidth)
}
