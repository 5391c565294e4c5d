// A second factor, a token and a new password in a real browser, and what axe says of the pages on the way.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { codeAt } from '../doubles/authenticator.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { sample, signIn } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, typePassword } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word } from './words.ts'

const document = readShipped('helpdesk')
  .replace('- sign-in: password', '- sign-in: password\n- second factor: Manager')
  .replace('| requests | 300 per minute |', '| requests | 10,000 per minute |')

describeJourney('somebody with a second factor', { document, sample: helpdeskSample() }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit()
    ;({ page } = visitor)
    // Wrong codes and passwords are part of the story.
    for (const status of [401, 403, 404, 422]) visitor.forgive(status)
  })

  test('signing out in place of setting it up leaves nothing typed in the tab', async () => {
    await typePassword(page, sample.manager)
    await page.getByText('Your role needs a second factor').waitFor()
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('verbatim-draft-')))
    await page.evaluate(() => sessionStorage.setItem('verbatim-draft-typed', '[]'))
    expect(await drafts()).not.toEqual([])
    await page.getByRole('button', { name: word('Sign out'), exact: true }).click()
    await expect.poll(drafts).toEqual([])
  })

  test('who needs one by role sees nothing but its setting up, then all, and is in again by a recovery code', async () => {
    await typePassword(page, sample.manager)
    await page.getByText('Your role needs a second factor').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByRole('button', { name: word('Set up an authenticator app') }).click()
    await page.getByRole('img', { name: /Picture for the authenticator app/ }).waitFor()
    await expectAccessible(page)
    const seed = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel(word('Code from your app')).fill(codeAt(seed, Date.now()))
    await page.getByRole('button', { name: word('Switch it on') }).click()
    await page.getByText('Save these codes').waitFor()
    const codes = await page
      .getByRole('list', { name: word('Recovery codes') })
      .getByRole('listitem')
      .allInnerTexts()
    expect(codes).toHaveLength(10)
    // The session is asked for anew meanwhile, and needs no second factor any more: the codes stay until they were seen.
    const hasFollowed = page.waitForResponse('**/api/auth/me').then(() => true)
    await expect
      .poll(async () => {
        await page.evaluate(() => globalThis.document.dispatchEvent(new Event('visibilitychange')))
        return Promise.race([hasFollowed, Promise.resolve(false)])
      })
      .toBe(true)
    await page.waitForLoadState('networkidle')
    await page.getByText('Save these codes').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: word('I’ve saved them') }).click()
    await page.getByRole('navigation', { name: word('Screens') }).waitFor()

    // Signed out, in by password and recovery code; a wrong code is reported beside its field.
    await page.goto('/account')
    await page.getByRole('button', { name: word('Sign out'), exact: true }).click()
    await page.waitForURL('**/articles')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: word('Sign in'), exact: true })
      .waitFor()
    expect(await page.getByText('You were signed out').count()).toBe(0)
    await typePassword(page, sample.manager)
    const code = page.getByLabel(word('Code from your app'))
    await code.waitFor()
    await expectFocus(code)
    await code.fill('000000')
    await page.getByRole('button', { name: word('Sign in'), exact: true }).click()
    await page.getByText('This code is wrong or was used already').waitFor()
    await expectFocus(code)
    await expectAccessible(page)
    await page.getByRole('button', { name: word('I don’t have the app here') }).click()
    await page.getByLabel(word('Recovery code')).fill(String(codes[0]))
    await page.getByRole('button', { name: word('Sign in'), exact: true }).click()
    await page.getByRole('navigation', { name: word('Screens') }).waitFor()
  })

  test('makes a token, which is shown once', async () => {
    const { page } = await journey.visit(sample.otherAgent)
    await page.goto('/account')
    await page.getByRole('button', { name: word('New token') }).click()
    await page.getByLabel(word('Name'), { exact: true }).fill('Nightly report')
    await page.getByRole('checkbox', { name: 'Agent' }).check()
    await page.getByRole('button', { name: word('Create token') }).click()
    await page.getByText('Copy your token now').waitFor()
    await expectAccessible(page)
    const token = await page.locator('pre').innerText()
    const asProgram = await fetch(`${journey.desk.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await asProgram.json()).toMatchObject({ roles: ['Agent'] })
    await page.getByRole('button', { name: word('Done') }).click()
    await page.getByText('Nightly report', { exact: true }).waitFor()
    expect(await page.getByText(token).count()).toBe(0)
  })

  test('a person who forgot the password chooses another by a link, which leaves the address at once', async () => {
    const administrator = await signIn(journey.desk.url, sample.administrator)
    const people = await administrator.get(`/api/people?filter=${encodeURIComponent(`email == "${sample.agent}"`)}`)
    const { body } = await administrator.post('/api/auth/password/links', { person: people.body.items[0].id })
    await visitor.context.clearCookies()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: word('Forgot your password?') }).click()
    await page.getByText('Ask an administrator for a link to choose a new password.').waitFor()
    await expectAccessible(page)
    await page.goto(body.path)
    await page.getByRole('textbox', { name: word('New password') }).fill('password1')
    await expect.poll(() => page.url()).toBe(`${journey.desk.url}/reset-password`)
    await page.getByRole('button', { name: word('Change the password') }).click()
    await page.getByText('too easy to guess').waitFor()
    await expectFocus(page.getByRole('textbox', { name: word('New password') }))
    await expectAccessible(page)
    await page.getByRole('textbox', { name: word('New password') }).fill('a wholly new sentence')
    await page.getByRole('button', { name: word('Change the password') }).click()
    await page.getByRole('heading', { name: word('Sign in') }).waitFor()
    await typePassword(page, sample.agent, 'a wholly new sentence')
    await page.getByRole('navigation', { name: word('Screens') }).waitFor()
  })
})
