// A helpdesk where people sign in with passkeys, and authenticators in software to do it with.
import type { AddressInfo } from 'node:net'
import { HELPDESK } from './helpdesk.ts'
import type { Lies, SoftwareAuthenticator } from '../doubles/software-authenticator.ts'
import { softwareAuthenticator } from '../doubles/software-authenticator.ts'
import type { Caller, TestApp } from './start-app.ts'
import { startApp } from './start-app.ts'

export const PASSKEY_DESK = HELPDESK.replace('- sign-in: password', '- sign-in: password, passkey').replace(
  '| requests | 300 per minute |',
  '| requests | 100,000 per minute |\n| sign-in attempts | 1,000 per minute |',
)

export function originOf({ server }: TestApp): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

export async function startPasskeyDesk(document = PASSKEY_DESK, options: Parameters<typeof startApp>[2] = {}) {
  const app = await startApp(document, undefined, options)
  const origin = originOf(app)

  async function addPasskey(caller: Caller, name = 'Laptop', device = softwareAuthenticator(origin), lies: Lies = {}) {
    const { body } = await caller.post('/api/auth/passkeys/challenge', {})
    const answer = await caller.post('/api/auth/passkeys', { name, response: device.create(body, lies) })
    return { device, answer }
  }

  const askChallenge = async () => (await app.anyone.post('/api/auth/sign-in/passkey/challenge').send({})).body
  const show = (response: object) => app.anyone.post('/api/auth/sign-in/passkey').send({ response })

  return {
    app,
    origin,
    addPasskey,
    /** Requests the challenge that a browser is asked to hand to an authenticator. */
    askChallenge,
    show,
    signIn: async (device: SoftwareAuthenticator, lies: Lies = {}) => show(device.get(await askChallenge(), lies)),
  }
}
