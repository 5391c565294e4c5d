// What a document says itself. Work without end is refused with its line, and patterns are run in a time that grows only with the text.
// @module-tag H04
// @module-tag H05
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { startApp } from '../apps/start-app.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'

/** Engines that go back over the text take years for these. */
const CORPUS = [
  '(a+)+$',
  '([a-zA-Z]+)*$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*a){20}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '((a*)*)*b',
  '(?i)(a+)+b',
]

const documentWith = (rules: readonly string[], limits = 'max 50000'): string =>
  documentOf({
    3: `### Note

| field | type | limits |
|---|---|---|
| body | long text | ${limits} |`,
    5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
${rules.map((rule, at) => `| rule ${at} | Note | \`${rule.replaceAll('|', '\\|')}\` | Rule ${at} does not hold. |`).join('\n')}`,
    6: `| role | entity | may |
|---|---|---|
| everyone | Note | everything |`,
  })

let app: TestApp
let writer: Caller

beforeAll(async () => {
  app = await startApp(documentWith(CORPUS.map((pattern) => `not body.matches("${pattern}!")`)))
  writer = await app.as('', 'Writer')
})

afterAll(() => app.stop())

test('patterns on which others hang come to the end of the longest text', async () => {
  for (const characters of [5_000, 50_000]) {
    const { status } = await writer.post('/api/notes', { body: 'a'.repeat(characters) })
    expect(status).toBe(201)
  }
})

test.each([
  ['a pattern that is as large as the text is long', 'not body.matches("((.?){31}){31}!")', ''],
  ['patterns that are too much together', Array(20).fill('body.matches("(a?){150}b")').join(' or '), ''],
  ['slugs of long texts', Array(60).fill('slug(body) != "a"').join(' and '), ''],
  ['a text as the pattern of a text', 'not body.matches(body)', ''],
])('%s is refused with its line', (_name, rule, limits) => {
  const text = documentWith([rule], limits)
  const [first, ...others] = compile(text).diagnostics.filter(({ severity }) => severity === 'error')
  expect([first?.code, others]).toEqual(['expressions/too-slow', []])
  expect(text.slice(first?.span.start, first?.span.end)).toBe(rule)
})

test('the same is taken where the text is short', () => {
  const { diagnostics } = compile(documentWith(['not body.matches("((.?){31}){31}!")'], 'max 1000'))
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})
