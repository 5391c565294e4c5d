// A passkey in a real browser, with an authenticator that Chromium plays: added to one's account, and signed in with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CDPSession, Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { startJourney } from './journey.ts'
import type { Journey } from './journey.ts'
import { word, wording } from './words.ts'

const document = readShipped('helpdesk').replace('- sign-in: password', '- sign-in: password, passkey')

/** The browser says that it offers no passkeys in fields: else the device, which says yes to everything, is faster than the button. */
const WITHOUT_AUTOFILL = 'autofill=no'

describe.skipIf(browserPath === undefined)('somebody with a passkey', () => {
  let journey: Journey
  let visitor: Visitor
  let devices: CDPSession
  let device = ''
  let first = ''

  beforeAll(async () => {
    journey = await startJourney({ document })
    visitor = await journey.visit()
    await visitor.page.addInitScript((mark) => {
      if (location.search.includes(mark)) PublicKeyCredential.isConditionalMediationAvailable = async () => false
    }, WITHOUT_AUTOFILL)
    devices = await visitor.context.newCDPSession(visitor.page)
    await devices.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    device = authenticatorId
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('adds it in the account', async () => {
    const { page } = visitor
    await page.goto('/sign-up')
    await page.getByLabel(word('Name')).fill('Nora Quist')
    await page.getByLabel(word('Email')).fill('nora.quist@example.com')
    await page.getByRole('textbox', { name: word('Password') }).fill('a sentence of words')
    await page.getByRole('button', { name: word('Sign up') }).click()
    await page.getByRole('button', { name: word('Sign up') }).waitFor({ state: 'detached' })
    await page.goto('/account')
    await page.getByLabel(word('Name of a new passkey')).fill('My laptop')
    await page.getByRole('button', { name: word('Add a passkey') }).click()
    await page.getByText(wording('Not used yet; added {when}')).waitFor()
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId: device })
    first = credentials[0]?.credentialId ?? ''
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  })

  test('signs out, and in with it by a button', async () => {
    const { page } = visitor
    await signOut(page)
    await page.goto(`/sign-in?next=/account&${WITHOUT_AUTOFILL}`)
    await page.getByRole('button', { name: word('Sign in with a passkey') }).click()
    await page.getByRole('heading', { name: word('Your account') }).waitFor()
    await page.getByText('Nora Quist').first().waitFor()
    await page.getByText('My laptop').waitFor()
    expect(await page.getByText(wording('Not used yet; added {when}')).count()).toBe(0)
  })

  test('signs in with what the browser offers in the field for the address', async () => {
    const { page } = visitor
    await signOut(page)
    // The device takes up what is offered at once.
    await page.goto('/sign-in?next=/account')
    await page.getByRole('heading', { name: word('Your account') }).waitFor()
  })

  test('whose device does not know whether it is the person stays outside, and reads why', async () => {
    const { page } = visitor
    await signOut(page)
    await devices.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: false })
    await page.goto(`/sign-in?${WITHOUT_AUTOFILL}`)
    await page.getByRole('button', { name: word('Sign in with a passkey') }).click()
    await page.getByText('No passkey was used').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
  })

  test('without a password sees that there is none, rather than a form to change it', async () => {
    const { page } = visitor
    await devices.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: true })
    await page.goto('/sign-up')
    await page.getByRole('button', { name: word('Use a passkey instead of a password') }).click()
    await page.getByLabel(word('Name')).fill('Otto Weiss')
    await page.getByLabel(word('Email')).fill('otto.weiss@example.com')
    await page.getByRole('button', { name: word('Sign up with a passkey') }).click()
    await page.getByRole('button', { name: word('Sign up with a passkey') }).waitFor({ state: 'detached' })
    await devices.send('WebAuthn.removeCredential', { authenticatorId: device, credentialId: first })
    await page.goto('/account')
    await page.getByText('You don’t have a password here').waitFor()
    expect(await page.getByRole('button', { name: word('Change the password') }).count()).toBe(0)
  })

  test('has a browser that complains of nothing', () => {
    expect(visitor.complaints).toEqual([])
  })
})

/** Signs out, and waits for the result, since a request on its way ends when the next page is opened. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: word('Sign out'), exact: true }).click()
  await page
    .getByRole('link', { name: word('Sign in') })
    .first()
    .waitFor()
}
