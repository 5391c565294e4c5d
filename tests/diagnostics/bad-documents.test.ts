// Each fragment here makes a document wrong in some way; the text beside it is what is said about that. UPDATE=1 writes the texts anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { catalogue } from '#shared/diagnostics/catalogue.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex } from '#shared/text/position.ts'
import { AS_BEFORE, buildBadDocument, readBadDocument } from './bad-document.ts'
import { TOO_MUCH } from './too-much.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())

const withoutRemedy = new Set<string>()

function diagnose(text: string, name: string): string {
  const { diagnostics } = compile(text)
  for (const { code, severity, hint } of diagnostics)
    if (severity !== 'note' && hint === undefined) withoutRemedy.add(code)
  return `${printDiagnostics(diagnostics, lineIndex(text), name)}\n`
}

describe.each(folders.map((folder) => folder.name))('%s', { tags: 'reference/when-something-is-wrong' }, (folder) => {
  const documents = readdirSync(`${root}${folder}`).filter((file) => file.endsWith('.md'))

  test.each(documents)('%s', (file) => {
    const path = `${root}${folder}/${file}`
    const printed = diagnose(readBadDocument(pathToFileURL(path)), basename(file))
    const expected = path.replace(/\.md$/, '.txt')
    if (process.env['UPDATE'] === '1') writeFileSync(expected, printed)
    expect(printed).toBe(readFileSync(expected, 'utf8'))
  })
})

test.each(Object.entries(TOO_MUCH))('%s is said once, with its place', (code, text) => {
  const found = compile(text).diagnostics.filter(({ severity }) => severity === 'error')
  expect(found.map((each) => each.code)).toEqual([code])
})

describe('a bad document', () => {
  test('is a fragment, put into the base document or into one that shows nothing else', () => {
    const part = `## 3. Entities and their fields\n\n${AS_BEFORE}\n\n### Comment\n\n${AS_BEFORE}\n| body | text | no |\n`
    const built = buildBadDocument(part)
    expect(built).toContain('| ticket | Ticket | yes |\n| body | text | no |\n')
    expect(built).toContain('| due on | date | no |')
    expect(built.match(/^## /gm)).toHaveLength(9)
    const bare = buildBadDocument('<!-- Nothing else is shown. -->\n\n## 8. The error catalogue\n\nnone.\n')
    expect(bare.match(/^not shown\.$/gm)).toHaveLength(8)
    expect(buildBadDocument('# Specification: Whole\n')).toBe('# Specification: Whole\n')
  })
})

describe('the catalogue', () => {
  test('has every code once', () => {
    const codes = catalogue.map((entry) => entry.code)
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  })

  test('gives a remedy with every error and warning, or says in the sentence what to write', () => {
    expect([...withoutRemedy].filter((code) => !SENTENCE_SAYS_IT.has(code))).toEqual([])
  })

  test('has a bad document for every code', { tags: 'reference/markdown' }, () => {
    const texts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'))
    const said = texts.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n')
    const unsaid = catalogue.filter(
      ({ code, severity }) => !said.includes(`  ${code}  ${severity}\n`) && !Object.hasOwn(TOO_MUCH, code),
    )
    expect(unsaid.map((entry) => entry.code)).toEqual([])
  })
})

/** "Expected a date after …", "must be a whole number", "takes a number, and how many places". */
const SENTENCE_SAYS_IT: ReadonlySet<string> = new Set([
  'document/broken-table',
  'document/point-out-of-order',
  'document/unexpected-value',
  'screens/bad-clause',
  'screens/field-does-not-fit',
  'roles/empty-after',
  'expressions/wrong-record',
  'constants/wrong-setting',
  'entities/wrong-value',
  'expressions/different-branches',
  'expressions/different-items',
  'expressions/lookup-differs',
  'expressions/needs-literal',
  'expressions/unexpected',
  'expressions/unknown-word',
  'expressions/wrong-count',
  'expressions/wrong-operand',
  'expressions/wrong-type',
])
