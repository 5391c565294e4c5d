// The studio in a real browser: people are found, helped and seen as; every act stands in the audit; and "why not?" is answered.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { readShipped } from '../helpers/compile-document.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { sample, samplePassword } from '../apps/people.ts'
import { readText, writeText } from './document-text.ts'
import { describeJourney, expectAccessible, expectFocus, expectRest, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { label, word, wording } from './words.ts'

const document = readShipped('helpdesk').replace('| requests | 300 per minute |', '| requests | 10,000 per minute |')
const customer = helpdeskSample().people.find(({ email }) => email === sample.customer)?.name ?? ''

describeJourney('the studio', { document, sample: helpdeskSample() }, (journey) => {
  let administrator: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    administrator = await journey.visit(sample.administrator)
    ;({ page } = administrator)
  })

  const part = (name: string) =>
    page.getByRole('navigation', { name: word('Studio') }).getByRole('link', { name, exact: true })
  /** Opens a ticket of somebody else. */
  const openOthersTicket = async (): Promise<Page> => {
    const { page, find } = await journey.visit(sample.agent)
    const [{ id }] = await find('/api/tickets', 'status == "open" and assignee != me')
    await page.goto(`/tickets/${id}`)
    return page
  }

  async function open(name: string, email: string): Promise<void> {
    await page.goto('/studio/people')
    await page.getByLabel(word('Find people by name or address')).fill(email)
    await page.getByText(word('{count} person found', { count: 1 })).waitFor()
    await page.getByRole('button', { name: word('Manage {name}', { name }) }).click()
    await page.getByRole('dialog').waitFor()
  }

  test('lists people and finds one, on any screen and in the dark', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: word('Studio') }).click()
    await part(word('People')).click()
    await page
      .getByRole('button', { name: wording('Manage {name}') })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await expect.poll(() => pixelsBeyond(page)).toBe(0)
    // The menu that has slid out of sight is no stop for the keyboard, and nothing to be read out.
    await expect.poll(() => page.getByRole('navigation', { name: word('Screens') }).count()).toBe(0)
    await page.getByRole('button', { name: word('Open the menu') }).click()
    await page.getByRole('navigation', { name: word('Screens') }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: word('Screens') }).waitFor({ state: 'hidden' })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel(word('Find people by name or address')).fill('nobody at all')
    await page.getByText(word('No people found.')).waitFor()
  })

  test('shows what was sent and what mail failed, and an inbox begins with what waits for its person', async () => {
    await page.goto('/studio/deliveries')
    await page.getByText(word('Nothing has been sent yet.')).waitFor()
    await part(word('Mail')).click()
    await page.getByRole('button', { name: word('Send a test mail to me') }).waitFor()
    await expectAccessible(page)
    const { page: inbox } = await journey.visit(sample.agent)
    await inbox.goto('/inbox')
    await inbox.getByRole('heading', { name: wording('Waiting for you ({count})') }).waitFor()
    await inbox.getByRole('button', { name: word('Show all') }).click()
    const waiting = inbox.getByRole('region', { name: wording('Waiting for you ({count})') }).getByRole('listitem')
    await expect.poll(() => waiting.count()).toBeGreaterThan(5)
    await expectAccessible(inbox)
  })

  test('what was typed into the document and discarded comes back by Undo, and the keyboard goes along', async () => {
    await page.goto('/studio')
    await page.getByRole('button', { name: word('Edit') }).click()
    const area = page.getByRole('textbox', { name: word('Text of the document') })
    await expectFocus(area)
    const typed = `${await readText(area)}\nTyped by hand.`
    await writeText(area, typed)
    await page.getByRole('button', { name: word('Discard') }).click()
    await expectFocus(page.getByRole('button', { name: word('Edit') }))
    await page.getByText(word('Your changes to the document are discarded.')).waitFor()
    await page.getByRole('button', { name: word('Undo') }).click()
    await expectFocus(area)
    expect(await readText(area)).toBe(typed)
    await page.reload()
    await area.waitFor()
    expect(await readText(area)).toBe(typed)
    await page.getByRole('button', { name: word('Discard') }).click()
  })

  test('edits the document beside what is wrong with it, publishes it, and puts the revision before back', async () => {
    await page.goto('/studio')
    await page.getByRole('button', { name: word('Edit') }).click()
    const area = page.getByRole('textbox', { name: word('Text of the document') })
    const text = await readText(area)
    await writeText(area, text.replace('| Customer | Ticket | read |', '| Customer | Tickte | read |'))
    await page.getByText('There is no entity "Tickte".').waitFor()
    await page
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .click()
    // What is wrong is selected in the middle of the text, which has most of the window.
    await expectFocus(area)
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Tickte')
    const height = await area.evaluate((element) => element.parentElement?.clientHeight ?? 0)
    expect(height).toBeGreaterThan(900 * 0.6)
    await expectAccessible(page)
    const room = '| room | text | no | | | | Where it stands |\n| internal_note | long text |'
    await writeText(area, text.replace('| internal_note | long text |', room))
    await page.getByText(word('No errors.')).waitFor()
    await page.getByRole('button', { name: word('Review and publish') }).click()
    await page.getByText('Room of Ticket is new.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Publish'), exact: true }).click()
    await page.getByText(wording('Revision {revision} is live.', { revision: /[0-9a-f]{12}/ })).waitFor()
    await expectFocus(page.getByRole('button', { name: word('Edit') }))
    await part(word('Revisions')).click()
    await page.getByText('live', { exact: true }).waitFor()
    await expectAccessible(page)
    const before = page.getByRole('button', { name: wording('Compare and restore {revision}') }).first()
    const back = page.getByRole('button', { name: (await before.getAttribute('aria-label')) ?? '' })
    await back.click()
    await page.getByRole('button', { name: word('Back'), exact: true }).click()
    await expectFocus(back)
    await back.click()
    await page.getByText('Room of Ticket is removed; no record had a value in it.').waitFor()
    await page.getByRole('button', { name: word('Restore'), exact: true }).click()
    await page.getByText(wording('Revision {revision} is live again.', { revision: /[0-9a-f]{12}/ })).waitFor()
    await expectFocus(back)
  })

  test('undoes what somebody has changed', async () => {
    await administrator.post('/api/tags', { name: 'regretted' })
    await page.goto('/studio')
    await part(word('Changes')).click()
    await expectRest(page)
    const first = page
      .getByRole('list', { name: word('Changes') })
      .locator('> li')
      .first()
    await first.waitFor()
    await expectAccessible(page)
    await first.getByRole('button', { name: wording('Undo what {who} did') }).click()
    await page.getByText(word('Undone for {count} record.', { count: 1 })).waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(wording('Undo what {who} did'))
  })

  test('a click on a button that works, or is replaced, leaves the keyboard at what came of it', async () => {
    await page.goto('/account')
    administrator.forgive(422)
    await page.getByRole('textbox', { name: word('Current password') }).fill('not it')
    await page.getByRole('textbox', { name: word('New password') }).fill('a whole new sentence')
    await page.getByRole('button', { name: word('Change the password') }).click()
    await expectFocus(page.getByRole('textbox', { name: word('Current password') }))
    const leaving = helpdeskSample().people.findLast(({ roles }) => roles?.includes('Agent'))
    await open(leaving?.name ?? '', leaving?.email ?? '')
    await page.getByRole('button', { name: word('Deactivate') }).click()
    await page.getByRole('button', { name: word('Confirm: {label}', { label: word('Deactivate') }) }).click()
    await page.getByText(word('If you activate them, they can sign in again.')).waitFor()
    await expectFocus(page.getByRole('button', { name: word('Activate') }))
    await page.getByRole('button', { name: word('Activate') }).click()
    await page.getByText(word('If you deactivate them, they can’t sign in until you activate them again.')).waitFor()
    await expectFocus(page.getByRole('button', { name: word('Deactivate') }))
  })

  test('makes a link for who has forgotten the password, which is shown once', async () => {
    await open(customer, sample.customer)
    await expectAccessible(page)
    await page.getByRole('button', { name: word('Link for a new password') }).click()
    await page.getByText(word('Here is the link')).waitFor()
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain(`${journey.desk.url}/reset-password`)
    await expectAccessible(page)
  })

  test('asks who is there before an administrator is invited, and then goes on', async () => {
    await journey.desk.ageSessions()
    administrator.forgive(403)
    await page.goto('/studio/people')
    await page.getByRole('button', { name: word('Invite somebody') }).click()
    const dialog = page.getByRole('dialog', { name: word('Invite somebody') })
    await dialog.getByRole('checkbox', { name: word('Administrator') }).check()
    await dialog.getByRole('button', { name: word('Create link') }).click()
    const question = page.getByRole('dialog', { name: word('Confirm it’s you') })
    await question.getByRole('textbox', { name: word('Password') }).fill(samplePassword)
    await expectAccessible(page)
    await question.getByRole('button', { name: word('Continue') }).click()
    await page.getByText(word('Here is the link')).waitFor()
    await expect.poll(() => dialog.innerText()).toContain(`${journey.desk.url}/sign-up`)
    await page.keyboard.press('Escape')
  })

  test('shows the application as a person sees it, marked at all times, without a write, and has it all in the audit', async () => {
    await open(customer, sample.customer)
    await page.getByRole('button', { name: word('View as'), exact: true }).click()
    const banner = page.getByRole('region', { name: word('Viewing as somebody else') })
    await banner.waitFor()
    expect(await banner.innerText()).toContain(customer)
    expect(await page.getByRole('link', { name: word('Studio') }).count()).toBe(0)
    for (const path of ['/tickets', '/report', '/about']) {
      await page.goto(path)
      await banner.waitFor()
    }
    administrator.forgive(403)
    const [{ id }] = await administrator.find('/api/tickets', 'number != ""')
    await page.goto(`/tickets/${id}`)
    await page.getByRole('button', { name: word('Why can’t I …?') }).click()
    await page.getByText('Internal note').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Comment' }).fill('A try')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.getByText('You are viewing as somebody else, so you can’t change anything').waitFor()
    await banner.getByRole('button', { name: word('Stop viewing') }).click()
    await page.waitForURL('**/studio/people')
    await banner.waitFor({ state: 'detached' })

    // All of it is in the audit, to be narrowed to one person.
    await page.goto('/studio/audit')
    const entries = page.getByRole('list', { name: word('Audit') }).getByRole('listitem')
    await entries.first().waitFor()
    const [ended, refused, started] = await entries.allInnerTexts()
    expect(ended).toContain('stopped viewing as somebody else')
    expect(refused).toMatch(/was refused[^]*view_only/)
    expect(started).toContain(customer)
    await expectAccessible(page)
    await entries.first().getByRole('button', { name: customer }).click()
    await page.getByRole('button', { name: word('Only {name}: show all', { name: customer }) }).waitFor()
    await expect
      .poll(async () => (await entries.allInnerTexts()).filter((text) => !text.includes(customer)))
      .toEqual([])
  })

  test('is not there for others', async () => {
    const agent = await journey.visit(sample.agent)
    agent.forgive(404)
    for (const path of ['/studio/people', '/studio/audit']) expect((await agent.page.goto(path))?.status()).toBe(404)
  })

  test('a button that can’t be used says why not: the line, and what would have to be true', async () => {
    const page = await openOthersTicket()
    await page.getByRole('button', { name: word('Why not: {of}?', { of: 'Resolve' }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(word('What’s needed')).waitFor()
    await expect.poll(() => dialog.innerText()).toMatch(/You are its assignee\s+not met/)
    const told = await dialog.innerText()
    expect(told).toContain('Status is open or waiting')
    // The row is shown as prose; its code is for administrators.
    expect(told).toContain(`${word('The rules for “{row}” say so', { row: 'Resolve' })}.`)
    expect(told).not.toContain('assignee == me')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  test('what is missing on a screen is shown with its reason, to the keyboard too', async () => {
    const page = await openOthersTicket()
    await page.getByRole('button', { name: word('Why can’t I …?') }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: word('Why can’t I …?') })
    await dialog.getByText(word('{of}: why not?', { of: label('Delete') })).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('You may not do this.').first().waitFor()
    await dialog.getByText(word('This screen does not show it.')).first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(page.getByRole('button', { name: word('Why can’t I …?') }))
  })

  test('a role that is given while somebody works shows its screens without loading the page anew', async () => {
    const agent = await journey.visit(sample.otherAgent)
    await openAlive(agent.page, '/tickets')
    const menu = agent.page.getByRole('navigation', { name: word('Screens') })
    expect(await menu.getByRole('link', { name: word('People') }).count()).toBe(0)
    const [{ id, _version }] = await administrator.find('/api/people', `email == "${sample.otherAgent}"`)
    const given = await page.request.patch(`/api/people/${id}`, {
      headers: { 'If-Match': `"${_version}"`, Origin: journey.desk.url },
      data: { roles: ['Agent', 'Manager'] },
    })
    expect(given.status()).toBe(200)
    // As when one comes back to the page.
    await agent.page.evaluate(() => globalThis.document.dispatchEvent(new Event('visibilitychange')))
    await menu.getByRole('link', { name: word('People') }).waitFor()
  })

  test('explains how to write a document, and finds what one asks for without a network', async () => {
    const { context } = administrator
    administrator.forgive('ERR_INTERNET_DISCONNECTED')
    await openAlive(page, '/studio')
    await page.getByRole('heading', { name: word('The document'), level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: word('Find a record, a screen or a command') }).fill('how to write')
    await page.getByRole('button', { name: word('Help: how to write the document') }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Start with nothing' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('searchbox', { name: word('Search the help') }).fill('overlap book')
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
      await page.getByRole('searchbox', { name: word('Search the help') }).fill('notify role')
      await page.getByText('Reference › Point 4').first().waitFor()
      await expectAccessible(page)
    }
  })
})

function pixelsBeyond(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.document.documentElement.scrollWidth - globalThis.innerWidth)
}
