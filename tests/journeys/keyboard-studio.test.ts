// Account and studio by keyboard only: signing in, a second factor, a token, people, data, the document and its revisions.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { codeAt } from '../doubles/authenticator.ts'
import { sample, samplePassword } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { word, wording } from './words.ts'

describeJourney('an administrator without a mouse', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    visitor = await journey.visit(sample.administrator)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const expectKeyboard = () =>
    expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  const studio = (name: string) => page.getByRole('navigation', { name: word('Studio') }).getByRole('link', { name })

  test('signs in', async () => {
    ;({ page } = await journey.visit())
    keys = await keyboardOf(page)
    await page.goto('/sign-in')
    await expectFocus(box(word('Email')))
    await keys.write(box(word('Email')), sample.administrator)
    await keys.write(box(word('Password')), samplePassword)
    await keys.press('Enter')
    await page.getByRole('link', { name: word('Studio') }).waitFor()
  })

  test('sets up a second factor, and keeps its codes', async () => {
    ;({ page } = await journey.visit(sample.manager))
    keys = await keyboardOf(page)
    await page.goto('/account')
    await button(word('Set up an authenticator app')).waitFor()
    await keys.skipMenu()
    await keys.use(button(word('Set up an authenticator app')))
    const code = box(word('Code from your app'))
    await expectFocus(code)
    const seed = (await page.locator('code').first().innerText()).replaceAll(' ', '')
    await keys.type(codeAt(seed, Date.now()))
    await keys.press('Enter')
    await keys.use(button(word('I’ve saved them')))
    await button(word('I’ve saved them')).waitFor({ state: 'detached' })
    await expectKeyboard()
  })

  test('makes a token, and takes it back', async () => {
    await page.goto('/account')
    await button(word('New token')).waitFor()
    await keys.skipMenu()
    await keys.use(button(word('New token')))
    await keys.write(box(word('Name')), 'Nightly report')
    await keys.tabTo(page.getByRole('checkbox').first())
    await keys.press('Space')
    await keys.use(button(word('Create token')))
    await page.getByText('Copy your token now').waitFor()
    await keys.use(button(word('Done')))
    await page.getByText('Nightly report', { exact: true }).waitFor()
    await expectKeyboard()
    await keys.use(button(/^Revoke.*Nightly report$/), 'Shift+Tab')
    await page.getByText('Nightly report', { exact: true }).waitFor({ state: 'detached' })
    await expectKeyboard()
  })

  test('finds a person, looks at what they may do, and is back', async () => {
    await page.goto('/studio')
    await keys.skipMenu()
    await keys.use(studio(word('People')))
    await keys.write(page.getByLabel(word('Find people by name or address')), sample.agent)
    await page.getByText(word('{count} person found', { count: 1 })).waitFor()
    const manage = button(wording('Manage {name}'))
    await keys.use(manage)
    const drawer = page.getByRole('dialog')
    await keys.tabTo(drawer.getByRole('checkbox', { name: 'Manager' }))
    await keys.use(button(word('Deactivate')))
    await expectFocus(button(word('Confirm: {label}', { label: word('Deactivate') })))
    await keys.press('Enter')
    await drawer.getByText(word('If you activate them, they can sign in again.')).waitFor()
    await expectFocus(button(word('Activate')))
    await keys.press('Enter')
    await expectFocus(button(word('Deactivate')))
    await keys.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expectFocus(manage)
  })

  test('changes the document, publishes it, and puts the revision before back', async () => {
    await page.goto('/studio')
    await button(word('Edit')).waitFor()
    await keys.skipMenu()
    await keys.use(button(word('Edit')))
    const area = box(word('Text of the document'))
    await keys.tabTo(area)
    await keys.press('Control+Home', 'End')
    await keys.type(' again')
    await page.getByText(word('No errors.')).waitFor()
    await keys.use(button(word('Review and publish')))
    await keys.use(button(word('Publish')))
    await page.getByText(wording('Revision {revision} is live.', { revision: /[0-9a-f]{12}/ })).waitFor()
    await expectKeyboard()
    await keys.use(studio(word('Revisions')), 'Shift+Tab')
    const back = button(wording('Compare and restore {revision}')).first()
    await keys.use(back)
    await keys.use(button(word('Restore')))
    await page.getByText(wording('Revision {revision} is live again.', { revision: /[0-9a-f]{12}/ })).waitFor()
    await expectKeyboard()
  })

  test('opens a record of the data', async () => {
    await page.goto('/studio/data')
    const tickets = page.getByRole('main').getByRole('link', { name: 'Tickets' })
    await tickets.waitFor()
    await keys.skipMenu()
    await keys.use(tickets)
    await page.getByRole('table', { name: 'Tickets' }).locator('[data-row-link]').first().waitFor()
    await keys.press('j', 'Enter')
    await page.getByRole('heading', { level: 1, name: /^HD-/ }).waitFor()
  })

  test('looks into the trash of an entity, and brings a record back', async () => {
    const headers = { Origin: journey.desk.url }
    const { id } = await visitor.post('/api/tags', { name: 'Short-lived' })
    expect((await page.request.delete(`/api/tags/${id}`, { headers })).status()).toBe(204)
    await page.goto('/studio/data/tags')
    await page.getByRole('link', { name: word('Trash') }).waitFor()
    await keys.skipMenu()
    await keys.use(page.getByRole('link', { name: word('Trash') }))
    await page.getByText('Short-lived').waitFor()
    await expectAccessible(page)
    await keys.use(button(word('Restore {title}', { title: 'Short-lived' })))
    await page.getByText(word('The trash is empty.')).waitFor()
    await expectKeyboard()
    expect((await page.request.get(`/api/tags/${id}`)).status()).toBe(200)
  })
})
