import { describe, expect, test } from 'vitest'
import { readableLine } from '../../../client/ui/cited-line.tsx'
import { renderMarkdown } from '../../../client/ui/markdown-text.tsx'

describe('markdown that people wrote', () => {
  test('never becomes HTML of their own', () => {
    expect(renderMarkdown('<script>alert(1)</script><img src=x onerror=alert(1)>')).not.toMatch(/<script|<img/)
  })

  test('links only to the web, to mail and within the application', () => {
    expect(renderMarkdown('[a](javascript:alert(1))')).not.toContain('javascript:')
    expect(renderMarkdown('[a](data:text/html,x)')).not.toContain('data:')
    expect(renderMarkdown('[a](/tickets)')).toContain('href="/tickets"')
  })

  test('has no headings above those of the page, and no attributes that its policy forbids', () => {
    expect(renderMarkdown('# Big\n\n| a |\n|:-:|\n| b |')).toMatch(/<h3>Big<\/h3>[^]*<table>/)
    expect(renderMarkdown('| a |\n|:-:|\n| b |')).not.toMatch(/ (align|style)=/)
  })
})

test('a cited row of a table reads as its cells', () => {
  expect(readableLine('| Rule | Ticket | `a \\| b` | | CODE |')).toBe('Rule · Ticket · a | b · CODE')
  expect(readableLine('- sign-up: open, as Customer')).toBe('sign-up: open, as Customer')
})
