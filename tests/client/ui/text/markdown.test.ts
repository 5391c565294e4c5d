import { describe, expect, test } from 'vitest'
import { readableLine } from '../../../../client/ui/cited-line.tsx'
import { isPlain, paragraphsOf } from '../../../../client/ui/text/markdown.tsx'
import { sayDistance } from '../../../../client/ui/relative-time.tsx'
import { renderMarkdown } from '../../../../client/ui/text/markdown-text.tsx'

describe('markdown that people wrote', () => {
  test('never becomes HTML of their own', () => {
    expect(renderMarkdown('<script>alert(1)</script><img src=x onerror=alert(1)>')).not.toMatch(/<script|<img/)
  })

  test('links only to the web, to mail and within the application', () => {
    expect(renderMarkdown('[a](javascript:alert(1))')).not.toContain('javascript:')
    expect(renderMarkdown('[a](data:text/html,x)')).not.toContain('data:')
    expect(renderMarkdown('[a](/tickets)')).toContain('href="/tickets"')
  })

  test('has addresses as links, not within code, and no link within another', () => {
    const html = renderMarkdown('See https://example.com/help?a=1&b=2, (www.example.com) and ask a@example.com.')
    expect(html).toBe(
      '<p>See <a href="https://example.com/help?a=1&amp;b=2">https://example.com/help?a=1&amp;b=2</a>, (<a href="http://www.example.com">www.example.com</a>) and ask <a href="mailto:a@example.com">a@example.com</a>.</p>',
    )
    expect(renderMarkdown('`https://example.com`\n\n    www.example.com\n')).not.toContain('<a')
    const link = renderMarkdown('[https://one.example](https://two.example)')
    expect(link).toBe('<p><a href="https://two.example">https://one.example</a></p>')
    expect(renderMarkdown('javascript://www.example.com/%0Aalert(1) data://x')).not.toMatch(/href="(?!http:\/\/www)/)
    expect(renderMarkdown('https://example.com/"onclick="alert(1)<script>')).not.toMatch(/" ?onclick|<script/)
  })

  test('has no headings above those of the page, and no attributes that its policy forbids', () => {
    expect(renderMarkdown('# Big\n\n| a |\n|:-:|\n| b |')).toMatch(/<h3>Big<\/h3>[^]*<table>/)
    expect(renderMarkdown('| a |\n|:-:|\n| b |')).not.toMatch(/ (align|style)=/)
  })
})

describe('text without markup', () => {
  const plain = [
    'One line.',
    'Two\nlines.',
    'One.\n\nAnother, (with) "quotes": 50 % at 3.5 €.',
    ' Begins late.',
    '@Ada King, look.',
  ]
  const marked = [
    '*one*',
    'a_b_c',
    '- one',
    '1. one',
    '1) one',
    '# a',
    'a\n===',
    '    code',
    'a  \nb',
    'a <b> c',
    'a &amp; b',
    'see https://example.com',
    'www.example.com',
    'ask a@example.com',
  ]

  test.each(plain)('%j is shown as the renderer would', (text) => {
    expect(isPlain(text)).toBe(true)
    const rendered = renderMarkdown(text).replaceAll('&quot;', '"').replaceAll('</p>\n<p>', '</p><p>')
    expect(rendered).toBe(
      paragraphsOf(text)
        .map((paragraph) => `<p>${paragraph}</p>`)
        .join(''),
    )
  })

  test.each(marked)('%j is left to the renderer', (text) => expect(isPlain(text)).toBe(false))
})

test('moments are shown relative to now, and never as zero', () => {
  const minute = 60_000
  const told = [0, -1, 10, -50, 23 * 60, -3 * 1440, 31 * 1440].map((minutes) => sayDistance(minutes * minute, 0))
  expect(told).toEqual(['now', '1 minute ago', 'in 10 minutes', '1 hour ago', 'tomorrow', '3 days ago', undefined])
})

test('a cited row of a table reads as its cells', () => {
  expect(readableLine('| Rule | Ticket | `a \\| b` | | CODE |')).toBe('Rule · Ticket · a | b · CODE')
  expect(readableLine('- sign-up: open, as Customer')).toBe('sign-up: open, as Customer')
})
