// A passkey in a real browser, with an authenticator that Chromium plays: added to one's account, and signed in with.
import { beforeEach, expect, test } from 'vitest'
import type { CDPSession, Page } from 'playwright-core'
import { readShipped } from '../helpers/compile-document.ts'
import { describeJourney } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

const document = readShipped('helpdesk').replace('- sign-in: password', '- sign-in: password, passkey')

/** The browser says that it offers no passkeys in fields: else the device, which says yes to everything, is faster than the button. */
const WITHOUT_AUTOFILL = 'autofill=no'

describeJourney('somebody with a passkey', { document }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let devices: CDPSession
  let device: string

  beforeEach(async () => {
    visitor = await journey.visit()
    ;({ page } = visitor)
    await page.addInitScript((mark) => {
      if (location.search.includes(mark)) PublicKeyCredential.isConditionalMediationAvailable = async () => false
    }, WITHOUT_AUTOFILL)
    devices = await visitor.context.newCDPSession(page)
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
  })

  /** Signs up, and adds a passkey in the account. */
  const addPasskey = async (email: string) => {
    await visitor.post('/api/auth/sign-up', { name: 'Nora Quist', email, password: 'a sentence of words' })
    await page.goto('/account')
    await page.getByLabel(word('Name of a new passkey')).fill('My laptop')
    await page.getByRole('button', { name: word('Add a passkey') }).click()
    await page.getByText(wording('Not used yet; added {when}')).waitFor()
  }

  test('adds it in the account, signs out, and in with it by a button', async () => {
    await addPasskey('nora.quist@example.com')
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId: device })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
    await signOut(page)
    await page.goto(`/sign-in?next=/account&${WITHOUT_AUTOFILL}`)
    await page.getByRole('button', { name: word('Sign in with a passkey') }).click()
    await page.getByRole('heading', { name: word('Your account') }).waitFor()
    await page.getByText('Nora Quist').first().waitFor()
    await page.getByText('My laptop').waitFor()
    expect(await page.getByText(wording('Not used yet; added {when}')).count()).toBe(0)
  })

  test('signs in with what the browser offers in the field for the address', async () => {
    await addPasskey('norman.quist@example.com')
    await signOut(page)
    // The device takes up what is offered at once.
    await page.goto('/sign-in?next=/account')
    await page.getByRole('heading', { name: word('Your account') }).waitFor()
  })

  test('whose device does not know whether it is the person stays outside, and reads why', async () => {
    await addPasskey('norma.quist@example.com')
    await signOut(page)
    await devices.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: false })
    await page.goto(`/sign-in?${WITHOUT_AUTOFILL}`)
    await page.getByRole('button', { name: word('Sign in with a passkey') }).click()
    await page.getByText('No passkey was used').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
  })

  test('without a password sees that there is none, rather than a form to change it', async () => {
    await page.goto('/sign-up')
    await page.getByRole('button', { name: word('Use a passkey instead of a password') }).click()
    await page.getByLabel(word('Name')).fill('Otto Weiss')
    await page.getByLabel(word('Email')).fill('otto.weiss@example.com')
    await page.getByRole('button', { name: word('Sign up with a passkey') }).click()
    await page.getByRole('button', { name: word('Sign up with a passkey') }).waitFor({ state: 'detached' })
    await page.goto('/account')
    await page.getByText('You don’t have a password here').waitFor()
    expect(await page.getByRole('button', { name: word('Change the password') }).count()).toBe(0)
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
