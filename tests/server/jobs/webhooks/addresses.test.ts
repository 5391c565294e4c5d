// Addresses and secrets of webhooks: no private network, however it is written; signatures; the environment.
// @module-tag I05
// @module-tag I06
// @module-tag I10
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../server/clock.ts'
import { readCommand } from '../../../../server/commands.ts'
import { isPublicAddress } from '../../../../server/jobs/public-address.ts'
import { signWebhook } from '../../../../server/jobs/sign-webhook.ts'
import { createWebhookDelivery } from '../../../../server/jobs/webhook-delivery.ts'
import { FORMER, SECRET } from './start-orders.ts'
import type { Receiver } from './start-receiver.ts'
import { startReceiver } from './start-receiver.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())
beforeEach(() => {
  receiver.received.length = 0
})

describe('an address', () => {
  const hook = (url: string) => ({ id: 'msg_1', method: 'POST', url, body: '{}', hops: 1 })
  const deliveryTo = (...addresses: readonly string[]) =>
    createWebhookDelivery({
      clock: systemClock,
      allowPrivateHosts: new Set(),
      secrets: [],
      limitMilliseconds: 300,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  test.each([
    ...['http://127.0.0.1', 'http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://127.1', 'http://0'],
    ...['http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', 'http://[fd00::1]', 'http://[fe80::1]'],
    ...['http://[64:ff9b::7f00:1]', 'http://[2002:7f00:1::]', 'http://169.254.169.254', 'http://10.1.2.3'],
    ...['http://172.16.0.1', 'http://192.168.1.1', 'http://100.64.0.1', 'http://[::]', 'http://255.255.255.255'],
  ])('in the private network is refused, however it is written: %s', async (host) => {
    const { port } = receiver
    const result = await deliveryTo()(hook(`${host}:${port}/x`))
    expect(result).toMatchObject({ problem: 'The address leads into a private network.' })
    expect(receiver.received).toEqual([])
  })

  test('is checked as it resolves when it connects, each of several, and is not asked for again', async () => {
    const { port } = receiver
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1']]) {
      const result = await deliveryTo(...addresses)(hook(`http://hooks.example.com:${port}/x`))
      expect(result.problem).toBe('The address leads into a private network.')
    }
    // A name that turns to another address after the first look-up: there is no second one.
    let asked = 0
    const rebinding = createWebhookDelivery({
      clock: systemClock,
      allowPrivateHosts: new Set<string>(),
      secrets: [],
      limitMilliseconds: 50,
      resolve: async () => [{ address: (asked += 1) === 1 ? '198.51.100.1' : '127.0.0.1', family: 4 }],
    })
    expect((await rebinding(hook(`http://hooks.example.com:${port}/x`))).problem).toContain('private network')
    expect(asked).toBe(1)
    expect(receiver.received).toEqual([])
  })

  test(
    'in the private network is reached where ALLOW_PRIVATE_HOSTS names its host',
    { tags: 'reference/webhooks' },
    async () => {
      const { port } = receiver
      const deliver = createWebhookDelivery({
        clock: systemClock,
        allowPrivateHosts: new Set([`hooks.local:${port}`]),
        secrets: [],
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      })
      const url = `http://hooks.local:${port}/x`
      expect(await deliver(hook(url))).toMatchObject({ status: 204, isSigned: false })
      expect(receiver.received[0]?.headers['webhook-signature']).toBeUndefined()
    },
  )

  test('on the internet is public', () => {
    expect(['1.1.1.1', '93.184.215.14', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true, true])
    expect(isPublicAddress('no address')).toBe(false)
  })
})

test('signs by the published vector of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
  expect(signWebhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('the environment names private hosts and secrets, and is refused without repeating them', () => {
  const read = (environment: Record<string, string | undefined>) => readCommand([], environment, '/')
  const URL_AND_SECRET = { WEBHOOK_CRM_URL: 'https://crm.example.com/hooks', WEBHOOK_CRM_SECRET: `${SECRET} ${FORMER}` }
  expect(read({ ALLOW_PRIVATE_HOSTS: 'CRM.local, 10.0.0.5:8080', ...URL_AND_SECRET })).toMatchObject({
    config: {
      webhooks: {
        allowPrivateHosts: new Set(['crm.local', '10.0.0.5:8080']),
        secrets: [{ address: 'https://crm.example.com/hooks', keys: [SECRET, FORMER] }],
      },
    },
  })
  for (const wrong of [
    { ALLOW_PRIVATE_HOSTS: '10.0.0.0/8' },
    { WEBHOOK_CRM_URL: 'ftp://x', WEBHOOK_CRM_SECRET: SECRET },
    { WEBHOOK_CRM_URL: 'https://crm.example.com', WEBHOOK_CRM_SECRET: 'canary' },
    { WEBHOOK_CRM_URL: 'https://crm.example.com' },
    { WEBHOOK_CRM_URL: 'https://canary@crm.example.com/hooks', WEBHOOK_CRM_SECRET: SECRET },
    { WEBHOOK_CRM_URL: 'https://crm:canary@crm.example.com/hooks', WEBHOOK_CRM_SECRET: SECRET },
  ]) {
    const command = read(wrong)
    expect(command).toMatchObject({ kind: 'mistake' })
    expect(JSON.stringify(command)).not.toContain('canary')
  }
})
