// Where a message offers a remedy as text edits, the remedy mends what it speaks of, in every bad document.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { fixDocument } from '#shared/language/fix-document.ts'
import type { Diagnostic, Fix } from '#shared/diagnostics/diagnostic.ts'
import { readBadDocument } from './bad-document.ts'

const root = new URL('.', import.meta.url)
const documents = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readBadDocument(new URL(file, root)) }))

function apply(text: string, { edits }: Fix): string {
  return [...edits]
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((before, { span, text: written }) => before.slice(0, span.start) + written + before.slice(span.end), text)
}

const said = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ code, message }) => `${code} ${message}`)

const cases = documents.flatMap(({ file, text }) =>
  compile(text).diagnostics.flatMap((diagnostic) =>
    (diagnostic.fixes ?? []).map((fix) => ({ file, text, diagnostic, fix, title: fix.title, code: diagnostic.code })),
  ),
)

describe('what is certain', () => {
  const certain = new Set(cases.filter(({ fix }) => fix.certain === true).map(({ text }) => text))

  test('is mended once: then nothing is left to mend, and no more is wrong than before', { tags: 'reference/other-spellings' }, () => {
    expect(certain.size).toBeGreaterThan(7)
    for (const text of certain) {
      const fixed = fixDocument(text)
      expect(fixed.applied).not.toEqual([])
      expect(fixDocument(fixed.text)).toEqual({ text: fixed.text, applied: [] })
      expect(errorsIn(fixed.text)).toBeLessThanOrEqual(errorsIn(text))
    }
  })

  test('changes nothing of a document in which nothing is certain', () => {
    const guess = documents.find(({ file }) => file.endsWith('names/names.md'))?.text ?? ''
    const { applied, text } = fixDocument(guess)
    expect(applied.length === 0 ? text : guess).toBe(guess)
  })
})

const errorsIn = (text: string): number => compile(text).diagnostics.filter(({ severity }) => severity === 'error').length

describe('a remedy', () => {
  test.each(cases)('of $code in $file: $title', ({ text, diagnostic, fix }) => {
    const { code, message } = diagnostic
    const before = said(compile(text).diagnostics).filter((each) => each === `${code} ${message}`)
    const after = said(compile(apply(text, fix)).diagnostics).filter((each) => each === `${code} ${message}`)
    expect(after.length).toBeLessThan(before.length)
  })

  test('is offered for names, header words, settings and types', () => {
    for (const code of [
      'names/unknown',
      'names/unknown-member',
      'document/unknown-column',
      'document/unknown-setting',
      'document/misspelt-table',
      'document/unread-column',
      'entities/unknown-type',
      'expressions/unknown-name',
      'expressions/unknown-word',
      'document/heading-needs-space',
    ])
      expect(cases.map((each) => each.code)).toContain(code)
  })
})
