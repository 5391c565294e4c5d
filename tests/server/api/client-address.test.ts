// From where a request comes: what headers say of it counts only as far as the operator says that their proxies set it.
// @module-tag A02
import { afterEach, describe, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
afterEach(() => app.stop())

/** Guesses at as many accounts, each said to come from another address; how the last one was answered. */
async function guessFrom(tell: (index: number) => string): Promise<number> {
  const guess = async (index: number) => {
    const call = app.anyone.post('/api/auth/sign-in').set('X-Forwarded-For', tell(index))
    return (await call.send({ email: `nobody-${index}@example.com`, password: 'a long sentence' })).status
  }
  let status = 0
  for (let index = 0; index < 50; index++) status = await guess(index)
  return status
}

const address = (index: number): string => `203.0.113.${index + 1}`

describe('guesses from one address are limited', () => {
  test('whatever a client says of where it is', async () => {
    app = await startApp(HELPDESK)
    expect(await guessFrom(address)).toBe(429)
  })

  test('also when it writes into the header that a proxy of ours completes', async () => {
    app = await startApp(HELPDESK, undefined, { trustedProxies: 1 })
    expect(await guessFrom((index) => `${address(index)}, 198.51.100.7`)).toBe(429)
  })

  test('also when it writes what is no address', async () => {
    app = await startApp(HELPDESK, undefined, { trustedProxies: 1 })
    expect(await guessFrom((index) => `somewhere-${index}`)).toBe(429)
  })

  test('and people behind one proxy of ours are distinguished', async () => {
    app = await startApp(HELPDESK, undefined, { trustedProxies: 1 })
    expect(await guessFrom(address)).toBe(401)
  })

  test('and with two, what the first of them saw counts', async () => {
    app = await startApp(HELPDESK, undefined, { trustedProxies: 2 })
    expect(await guessFrom((index) => `198.51.100.7, ${address(index)}, 10.0.0.1`)).toBe(401)
    expect(await guessFrom((index) => `${address(index)}, 198.51.100.7, 10.0.0.1`)).toBe(429)
  })
})
