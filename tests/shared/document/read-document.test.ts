// Markdown becomes nine sections; what is formal and wrong is said, and nothing ever throws.
import { describe, expect, test } from 'vitest'
import { readDocument } from '#shared/document/read-document.ts'
import type { Block, Document } from '#shared/document/document.ts'
import { spanOf } from '#shared/text/fragment.ts'

const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((point) => `## ${point}. Title\n\nnot shown.\n`).join('\n')
const codes = (text: string) => readDocument(text).diagnostics.map((diagnostic) => diagnostic.code)
const introduction = (body: string) => readDocument(`# A\n\n${body}\n\n${nine}`)
const source = ({ text }: Document, span: { start: number; end: number }) => text.slice(span.start, span.end)
const only = <K extends Block['kind']>(body: string, kind: K) => {
  const { document, diagnostics } = introduction(body)
  const block = document.introduction.find((one) => one.kind === kind) as Extract<Block, { kind: K }>
  return { document, block, diagnostics }
}

describe('headings', () => {
  test('the smallest document reads without a word', () => {
    const { document, diagnostics } = readDocument(`# Specification: A\n\n${nine}`)
    expect(diagnostics).toEqual([])
    expect(document.title?.text.value).toBe('Specification: A')
    expect(document.sections.map((section) => section.point)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('the number decides, in whatever way it is written', { tags: 'reference/markdown' }, () => {
    const text = nine
      .replace('## 1. Title', '## Point 1: Why')
      .replace('## 2. Title', '## 2) Pages ##')
      .replace('## 3. Title', '## 3')
      .replace('## 4. Title', '## 4 – States')
      .replace('## 5. Title', '## **5. Rules**')
      .replace('## 6. Title', '## 6\\. Roles')
      .replace('## 7. Title', '## **7.** Calls')
      .replace('## 8. Title\n', 'Point 8: Errors\n---\n')
    expect(codes(`# A\n${text}`)).toEqual([])
  })

  test('missing, doubled, displaced and unnumbered points are said', () => {
    expect(codes(`# A\n${nine.replace('## 3. Title', '## Entities and their fields')}`)).toEqual([
      'document/heading-without-point',
      'document/missing-point',
    ])
    expect(codes(`# A\n${nine}\n## 4. Again`)).toEqual(['document/duplicate-point'])
    expect(codes(`# A\n## 2. Screens\n${nine.replace(/## 2.*\n\n.*\n/, '')}`)).toEqual(['document/point-out-of-order'])
    expect(codes(`${nine}\n## 10. More`)).toEqual(['document/no-title', 'document/heading-without-point'])
    expect(codes('')).toEqual(['document/no-title', 'document/no-points'])
  })

  test('levels 3 and 4 nest, deeper ones are prose', () => {
    const { document, diagnostics } = readDocument(
      `# A\n${nine}### Calendar\n\ntext\n\n#### Part\n\n##### Deep\n\n### Lookup\n`,
    )
    const parts = document.sections.at(-1)?.parts
    expect(
      parts?.map((part) => [part.heading.text.value, part.parts.map((inner) => inner.heading.text.value)]),
    ).toEqual([
      ['Calendar', ['Part']],
      ['Lookup', []],
    ])
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['document/deep-heading'])
    expect(source(document, parts?.[0]?.span ?? { start: 0, end: 0 })).toMatch(/^### Calendar.*##### Deep$/s)
  })

  test('a heading inside a fenced block is none', () =>
    expect(codes(`# A\n\n~~~\n## 1. No\n~~~\n\n${nine}`)).toEqual([]))
  test('a heading without its space is warned of', () =>
    expect(codes(`# A\n\n##x\n\n${nine}`)).toEqual(['document/heading-needs-space']))
})

describe('tables', () => {
  test('cells keep their source and their place; an escaped bar is a bar', { tags: 'reference/markdown' }, () => {
    const { document, block, diagnostics } = only('| a | b |\n|---|:-:|\n| `x \\|\\| y` | |\n| z', 'table')
    expect(diagnostics).toEqual([])
    expect(block.rows.map((row) => row.cells.map((cell) => cell.text.value))).toEqual([
      ['`x || y`', ''],
      ['z', ''],
    ])
    const first = block.rows[0]?.cells[0]
    expect(source(document, first?.span ?? { start: 0, end: 0 })).toBe('`x \\|\\| y`')
    expect(source(document, spanOf(first?.text ?? { value: '', start: 0, gaps: [] }, 6, 7))).toBe('y')
  })

  test('a comment in a cell or a heading is left out, and moves nothing', () => {
    const read = only('| a <!-- first --> | b |\n|---|---|\n| `<!-- code -->` | <!-- y --> z |', 'table')
    const cells = [...read.block.header.cells, ...(read.block.rows[0]?.cells ?? [])]
    expect(cells.map(({ text }) => text.value)).toEqual(['a', 'b', '`<!-- code -->`', 'z'])
    expect(cells.map(({ span }) => source(read.document, span))).toEqual(['a', 'b', '`<!-- code -->`', 'z'])
    const named = readDocument(`# A\n${nine}### **Ticket** <!-- soon -->\n`).document
    expect(named.sections.at(-1)?.parts[0]?.heading.text.value).toBe('Ticket')
  })

  test('a table may follow a line of text', () => {
    expect(introduction('Outgoing:\n| a |\n|---|\n| b |').document.introduction.map((block) => block.kind)).toEqual([
      'prose',
      'table',
    ])
  })

  test('an unescaped bar in code is an error at its cell', () => {
    expect(only('| a | b |\n|---|---|\n| `x | y` |', 'table').diagnostics.map((one) => one.code)).toEqual([
      'document/bar-in-code',
    ])
    expect(only('| a | b |\n|---|---|\n| x | y | z |', 'table').diagnostics.map((one) => one.code)).toEqual([
      'document/too-many-cells',
    ])
  })

  test('what only looks like a table is an error', { tags: 'reference/markdown' }, () => {
    expect(introduction('| a | b |\n|---|\n| c | d |').diagnostics.map((one) => one.code)).toEqual([
      'document/broken-table',
    ])
    expect(introduction('| a | b |\n| c | d |').diagnostics.map((one) => one.code)).toEqual(['document/broken-table'])
  })
})

describe('settings, steps and code', () => {
  test('a setting is what stands before the first colon outside code and quotes', () => {
    const { block } = only(
      '- sign-in: password, "Company: us"\n- **starts:** new\n- `a: b` is prose\n- It ends. So: no setting\n- time is 10:30',
      'bullets',
    )
    expect(
      block.entries.map((entry) => (entry.kind === 'setting' ? [entry.key.value, entry.value.value] : entry.kind)),
    ).toEqual([['sign-in', 'password, "Company: us"'], ['starts', 'new'], 'item', 'item', 'item'])
  })

  test('a list under a setting belongs to it', () => {
    const { block } = only('- fields:\n  - Who: name, email\n  - phone', 'bullets')
    expect(block.entries).toMatchObject([
      {
        kind: 'setting',
        items: [
          { kind: 'item', text: { value: 'Who: name, email' } },
          { kind: 'item', text: { value: 'phone' } },
        ],
      },
    ])
  })

  test('ordered lists are steps, and a fenced block in a step stands after them', () => {
    const { document } = introduction('1. do this\n2. answer 200\n   ```json\n   { "a": 1,\n     "b": 2 }\n   ```')
    expect(document.introduction.map((block) => block.kind)).toEqual(['steps', 'code'])
    const code = document.introduction[1]
    expect(code).toMatchObject({ language: 'json', text: { value: '{ "a": 1,\n  "b": 2 }' } })
    if (code?.kind !== 'code') throw new Error('no code')
    expect(source(document, spanOf(code.text, 12, 15))).toBe('"b"')
  })

  test('comments are not shown', { tags: 'reference/markdown' }, () =>
    expect(introduction('<!-- later -->').document.introduction).toEqual([]),
  )
})

describe('texts of all kinds', () => {
  test('line endings and a byte order mark do not move anything', () => {
    const { document, diagnostics } = readDocument(`\uFEFF# A\n\n- a: b\n\n${nine}`.replaceAll('\n', '\r\n'))
    expect(diagnostics).toEqual([])
    const bullets = document.introduction[0]
    const setting = bullets?.kind === 'bullets' ? bullets.entries[0] : undefined
    expect(
      source(document, spanOf(setting?.kind === 'setting' ? setting.value : { value: '', start: 0, gaps: [] })),
    ).toBe('b')
  })

  test.each([
    ['10 MB', 'a'.repeat(10_000_000), 'document/too-large'],
    ['ten thousand headings', '# A\n\n### A\n'.repeat(5_000), 'document/too-many-lines'],
    ['two thousand lists in lists', '- - a\n'.repeat(2_000), 'document/too-many-lines'],
    ['a NUL', '# A\0', 'document/not-text'],
    ['a thousand quotations in each other', '> '.repeat(1000), 'document/too-deep'],
    ['a thousand lists in each other', '- '.repeat(1000) + 'a', 'document/too-deep'],
    ['a margin of a thousand columns', `${' '.repeat(1000)}- a`, 'document/too-deep'],
  ])('%s is refused by one error', (_, text, code) => expect(codes(text)).toEqual([code]))

  test('a rule of dashes is no bomb', () => expect(codes(`# A\n\n${'- '.repeat(100)}\n\n${nine}`)).toEqual([]))
})
