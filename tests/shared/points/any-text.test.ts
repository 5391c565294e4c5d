// Whatever a text says, reading it gives a value and diagnostics with places inside the text, and never throws; damaged documents are in tests/fuzz.
import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { readDocument } from '#shared/document/read-document.ts'
import { readDeclarations } from '#shared/points/read-declarations.ts'
import { lineIndex } from '#shared/text/position.ts'

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

test.each([
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
