// Account and studio by keyboard only: signing in, a second factor, a token, people, data, the document and its revisions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { codeAt } from '../doubles/authenticator.ts'
import { browserPath } from '../browser/browser.ts'
import { sample, samplePassword } from '../apps/people.ts'
import { expectAccessible, expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { StartedJourney } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'

describe.skipIf(browserPath === undefined)('an administrator without a mouse', () => {
  let journey: StartedJourney
  let page: Page
  let keys: Keyboard
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit())
    keys = await keyboardOf(page)
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const expectKeyboard = () =>
    expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  const studio = (name: string) => page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name })

  test('signs in', async () => {
    await page.goto('/sign-in')
    await expectFocus(box('Email'))
    await keys.write(box('Email'), sample.administrator)
    await keys.write(box('Password'), samplePassword)
    await keys.press('Enter')
    await page.getByRole('link', { name: 'Studio' }).waitFor()
  })

  test('sets up a second factor, and keeps its codes', async () => {
    await page.goto('/account')
    await button('Set up an authenticator app').waitFor()
    await keys.skipMenu()
    await keys.use(button('Set up an authenticator app'))
    const code = box('Code from your app')
    await expectFocus(code)
    const seed = (await page.locator('code').first().innerText()).replaceAll(' ', '')
    await keys.type(codeAt(seed, Date.now()))
    await keys.press('Enter')
    await keys.use(button('I’ve saved them'))
    await button('I’ve saved them').waitFor({ state: 'detached' })
    await expectKeyboard()
  })

  test('makes a token, and takes it back', async () => {
    await keys.use(button('New token'))
    await keys.write(box('Name'), 'Nightly report')
    await keys.tabTo(page.getByRole('checkbox').first())
    await keys.press('Space')
    await keys.use(button('Create token'))
    await page.getByText('Copy your token now').waitFor()
    await keys.use(button('Done'))
    await page.getByText('Nightly report', { exact: true }).waitFor()
    await expectKeyboard()
    await keys.use(button(/^Revoke.*Nightly report$/), 'Shift+Tab')
    await page.getByText('Nightly report', { exact: true }).waitFor({ state: 'detached' })
    await expectKeyboard()
  })

  test('finds a person, looks at what they may do, and is back', async () => {
    await page.goto('/studio')
    await keys.skipMenu()
    await keys.use(studio('People'))
    await keys.write(page.getByLabel('Find people by name or address'), sample.agent)
    await page.getByText('1 person found').waitFor()
    const manage = button(/^Manage /)
    await keys.use(manage)
    const drawer = page.getByRole('dialog')
    await keys.tabTo(drawer.getByRole('checkbox', { name: 'Manager' }))
    await keys.use(button('Deactivate'))
    await expectFocus(button('Confirm: Deactivate'))
    await keys.press('Enter')
    await drawer.getByText('If you activate them, they can sign in again.').waitFor()
    await expectFocus(button('Activate'))
    await keys.press('Enter')
    await expectFocus(button('Deactivate'))
    await keys.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expectFocus(manage)
  })

  test('changes the document, publishes it, and puts the revision before back', async () => {
    await page.goto('/studio')
    await button('Edit').waitFor()
    await keys.skipMenu()
    await keys.use(button('Edit'))
    const area = box('Text of the document')
    await keys.tabTo(area)
    await keys.press('Control+Home', 'End')
    await keys.type(' again')
    await page.getByText('No errors.').waitFor()
    await keys.use(button('Review and publish'))
    await keys.use(button('Publish'))
    await page.getByText(/^Revision [0-9a-f]{12} is live\.$/).waitFor()
    await expectKeyboard()
    await keys.use(studio('Revisions'), 'Shift+Tab')
    const back = button(/^Compare and restore/).first()
    await keys.use(back)
    await keys.use(button('Restore'))
    await page.getByText(/^Revision [0-9a-f]{12} is live again\.$/).waitFor()
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
    const { id } = await (await page.request.post('/api/tags', { data: { name: 'Short-lived' }, headers })).json()
    expect((await page.request.delete(`/api/tags/${id}`, { headers })).status()).toBe(204)
    await page.goto('/studio/data/tags')
    await page.getByRole('link', { name: 'Trash' }).waitFor()
    await keys.skipMenu()
    await keys.use(page.getByRole('link', { name: 'Trash' }))
    await page.getByText('Short-lived').waitFor()
    await expectAccessible(page)
    await keys.use(button('Restore Short-lived'))
    await page.getByText('The trash is empty.').waitFor()
    await expectKeyboard()
    expect((await page.request.get(`/api/tags/${id}`)).status()).toBe(200)
  })

  test('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })
})
