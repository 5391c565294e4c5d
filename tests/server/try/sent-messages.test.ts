// A trial of a document that sends without end keeps the latest messages, and no more than it has room for.
import { expect, test } from 'vitest'
import { createSentMessages } from '../../../server/try/sent-messages.ts'

const NOW = '2026-11-29T12:00:00.000Z'

async function send(count: number, text: string) {
  const sent = createSentMessages({ now: () => NOW, mayShow: async () => true, withOwnLinks: (said) => said })
  for (let number = 1; number <= count; number++)
    await sent.deliverWebhook({ id: String(number), method: 'POST', url: 'https://example.com', body: text, hops: 0 })
  return sent
}

test('of 12,000 messages the latest 10,000 are kept, and listed in pages', async () => {
  const sent = await send(12_000, 'x')
  expect([sent.count(), sent.kept()]).toEqual([12_000, 10_000])
  const seen: number[] = []
  for (let page = sent.list(Infinity); page.length > 0; page = sent.list(seen.at(-1) ?? 0)) {
    expect(page.length).toBeLessThanOrEqual(50)
    seen.push(...page.map(({ number }) => number))
  }
  expect(seen).toEqual(Array.from({ length: 10_000 }, (_, index) => 12_000 - index))
})

test('long messages are cut, and fewer of them are kept', async () => {
  const sent = await send(1_100, 'x'.repeat(30_000))
  const [first] = sent.list(Infinity)
  expect(first?.text).toHaveLength(20_000)
  expect([sent.count(), sent.kept()]).toEqual([1_100, 1_000])
})
