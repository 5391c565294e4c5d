// What of a plain text becomes a link, and that nothing of it is lost.
import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { splitAddresses } from '../../../../client/ui/text/web-addresses.ts'

test.each([
  ['Nothing here.', ['Nothing here.']],
  ['See https://example.com/help.', ['See ', 'https://example.com/help', '.']],
  ['(https://example.com/a_(b))', ['(', 'https://example.com/a_(b)', ')']],
  ['http://a.example, then HTTPS://b.example!', ['', 'http://a.example', ', then ', 'HTTPS://b.example', '!']],
  ['javascript:alert(1) and xhttps://a.example', ['javascript:alert(1) and xhttps://a.example']],
  ['“https://example.com” it is', ['“', 'https://example.com', '” it is']],
])('%s', (text, parts) => {
  expect(splitAddresses(text)).toEqual(parts)
})

test('no letter is lost, and only web addresses are links', () => {
  const text = string({ unit: constantFrom('https://', 'a', '.', ')', '(', ' ', '!', '\n', 'é'), maxLength: 12 })
  assert(
    property(text, (written) => {
      const parts = splitAddresses(written)
      expect(parts.join('')).toBe(written)
      for (const [at, part] of parts.entries()) if (at % 2 === 1) expect(part).toMatch(/^https?:\/\/[ahé]/)
    }),
  )
})
