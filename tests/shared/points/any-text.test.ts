// Whatever a text says, reading it gives a value and diagnostics with places inside the text, and never throws.
import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, nat, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { readDocument } from '#shared/document/read-document.ts'
import { readDeclarations } from '#shared/points/read-declarations.ts'
import { lineIndex } from '#shared/text/position.ts'

const helpdesk = readFileSync('shared/documents/helpdesk.md', 'utf8')
const MARKS = [
  '|',
  '`',
  '"',
  '{',
  '}',
  '(',
  ')',
  '\n',
  '\n\n',
  '- ',
  ': ',
  '### ',
  '## 4. ',
  '\\',
  '\t',
  '“',
  'not shown',
  'none',
  ' if ',
  ' on ',
  ';',
  ',',
  '…',
  '\u0301',
  '\uFEFF',
  '\r',
  '> ',
  '1. ',
  '```',
  '= ',
]

/** The helpdesk with pieces cut out, moved, and marks set in. */
const damaged = array(
  record({
    at: nat(helpdesk.length),
    cut: nat(60),
    mark: constantFrom('', ...MARKS),
    copy: nat(helpdesk.length),
  }),
  { minLength: 1, maxLength: 12 },
).map((edits) =>
  edits.reduce(
    (text, { at, cut, mark, copy }) =>
      text.slice(0, at) + mark + (cut > 40 ? text.slice(copy, copy + cut) : '') + text.slice(at + cut),
    helpdesk,
  ),
)

test.each([
  ['damaged documents', damaged],
  [
    'texts of marks',
    array(constantFrom(...MARKS, 'field', 'type', '## 3. ', '| field | type |\n|---|---|\n')).map((marks) =>
      marks.join(''),
    ),
  ],
  ['any text', string({ unit: 'binary' })],
])('%s', (_, texts) => {
  assert(
    property(texts, (text) => {
      const { document, diagnostics } = readDocument(text)
      const all = [...diagnostics, ...readDeclarations(document).diagnostics]
      for (const { span, code } of all) {
        expect(
          span.start >= 0 && span.end >= span.start && span.end <= text.length,
          `${code} ${span.start}..${span.end}`,
        ).toBe(true)
      }
      expect(printDiagnostics(all, lineIndex(text), 'a.md')).not.toMatch(/undefined|\[object/)
    }),
    { numRuns: 100 },
  )
})
