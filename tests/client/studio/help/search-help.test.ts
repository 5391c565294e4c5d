import { describe, expect, test } from 'vitest'
import { HELP_PAGES } from '../../../../client/studio/help/help-pages.ts'
import { anchorOf, readSections } from '../../../../client/studio/help/read-sections.ts'
import { indexHelp, plainText, searchHelp } from '../../../../client/studio/help/search-help.ts'
import { helpOnMessage } from '../../../../client/studio/help/section-of-message.ts'
import { catalogue } from '#shared/diagnostics/catalogue.ts'

const PAGE = `# Reference

What is read.

## Types

See [the limits](#limits), the [recipes](cookbook.md#a-queue), the [design](../documents/library.md), [others](https://example.com).

\`\`\`markdown 3
## 3. Entities
### Ticket
\`\`\`

### Limits and \`unique\`

| limit | means |
|---|---|
| \`unique: a, b\` | **both** together |
`

const sections = readSections('reference', PAGE)
const index = indexHelp([{ key: 'reference', title: 'Reference', sections }])
const found = (typed: string) => searchHelp(index, typed).map(({ section }) => section.title)

describe('a page', () => {
  test('is divided at its headings, not at those of its examples', () => {
    expect(sections.map(({ level, title, anchor, within }) => [level, title, anchor, within])).toEqual([
      [1, 'Reference', '', ''],
      [2, 'Types', 'types', ''],
      [3, 'Limits and unique', 'limits-and-unique', 'Types'],
    ])
    expect(sections[1]?.body).toContain('### Ticket')
  })

  test('leads to the other pages here, and names only what is not here', () => {
    expect(sections[1]?.body).toContain(
      'See [the limits](/studio/help/reference#limits), the [recipes](/studio/help/cookbook#a-queue), the design, [others](https://example.com).',
    )
  })

  test('has the addresses that other readers of Markdown give it', () => {
    expect(anchorOf('Point 3: entities, and their "fields"')).toBe('point-3-entities-and-their-fields')
  })
})

describe('the search', () => {
  test('wants all words, in any order and as parts of words; what the title says comes first', () => {
    expect(found('unique')).toEqual(['Limits and unique'])
    expect(found('types')).toEqual(['Types'])
    expect(found('TOGETHER uniq')).toEqual(['Limits and unique'])
    expect(found('together ticket')).toEqual([])
    expect(found(' ')).toEqual([])
  })

  test('marks what was found in the text that people read', () => {
    expect(searchHelp(index, 'both (')).toEqual([])
    expect(searchHelp(index, 'both unique')[0]).toMatchObject({
      title: [
        { text: 'Limits and ', isFound: false },
        { text: 'unique', isFound: true },
      ],
      excerpt: [
        { text: 'limit means ', isFound: false },
        { text: 'unique', isFound: true },
        { text: ': a, b ', isFound: false },
        { text: 'both', isFound: true },
        { text: ' together', isFound: false },
      ],
    })
  })

  test('takes the marks of Markdown for no text', () => {
    expect(plainText('## A\n- one `two`\n| **a** | [b](c.md) |\n|---|---|\n```json\n1. x')).toBe('A one two a b x')
  })

  test('leads from what a writer asks to the section that answers', () => {
    const pages = indexHelp(HELP_PAGES)
    const first = (typed: string) => searchHelp(pages, typed)[0]?.section.title
    expect(first('approval amount')).toBe('Approval by amount')
    expect(first('not run')).toBe('What is read and not run yet')
    expect(first('working hours')).toBe('Escalation in working hours')
    expect(first('relations')).toBe('Relations')
  })
})

test('every message about a document leads to a section that is there', () => {
  const paths = new Set(
    HELP_PAGES.flatMap(({ key, sections: each }) => each.map(({ anchor }) => `/studio/help/${key}#${anchor}`)),
  )
  const lost = catalogue.filter(({ code }) => !paths.has(helpOnMessage(code)))
  expect(lost).toEqual([])
})
