// Whatever a document or an expression says, reading it ends soon, throws nothing, and leaves the language's own objects as they were.
// FUZZ_CASES (a million in `npm run test:fuzz`) are divided: one document for nine expressions. FUZZ_SEED repeats a run.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { readExpression } from '#shared/expressions/checker.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { printSyntax } from '#shared/expressions/syntax/print-syntax.ts'
import { parseExpression } from '#shared/expressions/syntax/parser.ts'
import { fragment } from '#shared/text/fragment.ts'
import { lineIndex } from '#shared/text/position.ts'
import { record, scopeOf } from '../shared/expressions/expression-helper.ts'
import { schema } from '../shared/expressions/sample-schema.ts'
import { readBadDocument } from '../diagnostics/bad-document.ts'
import { damage, MARKS, numbersFrom, pick } from './mutate.ts'

const CASES = Number(process.env['FUZZ_CASES'] ?? 5_000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
/** No single text may take longer (milliseconds), where time is measured at all: `npm test` runs beside other work. */
const PATIENCE = process.env['FUZZ_CASES'] === undefined ? Infinity : 5_000

const BUILT_IN = [Object, Array, String, Number, Function, Map, Set, Promise, RegExp, Date].map(
  ({ prototype }) => prototype,
)
const keysOf = (): unknown => BUILT_IN.map((prototype) => Reflect.ownKeys(prototype))
let before: unknown
beforeAll(() => void (before = keysOf()))
afterAll(() => expect(keysOf()).toEqual(before))

const bad = new URL('../diagnostics/', import.meta.url)
const documents = readdirSync(bad, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => readBadDocument(new URL(file, bad)))
  .filter((text) => text.length < 4_000)
const helpdesk = readFileSync('shared/documents/helpdesk.md', 'utf8')
const reference = readFileSync('shared/help/reference.md', 'utf8')

const EXPRESSIONS = [
  'name == "a" and count > 3',
  'children.exists(c, c.level == "high" and c.owner == me)',
  'price * 2 + rate >= 10.50 or labels.size() == 0',
  'now < seen + hours(4) and today <= due + 1',
  'parent.parent.owner.chief.name.startsWith("A")',
  'coalesce(count, 0) in [1, 2, 3] ? level != "low" : not done',
  'Item.filter(i, i.parent == this).sum(i, i.price) > 100',
  'tags.map(t, t.weight).max(w, w) == input.amount',
  'name.matches("^[A-Z]{2}-(a|b)+$")',
  'old.level != this.level and me.is("Agent")',
  'round(ratio, 2) == 0.25 and days_between(due, until) < limits.most',
  '{"a": [1, 2], "b": {"c": name}}.b.c == text(count)',
  'timers.first.left < hours(1) or shape.late(this).name == session.token',
  'start_of("month", seen) == later(seen, 1, "day") and weekday(due) == "monday"',
]

/** Fails with the text, so that it can be kept as a case of its own. */
function hold(text: string, read: (text: string) => void): void {
  const started = performance.now()
  try {
    read(text)
  } catch (error) {
    throw new Error(
      `${JSON.stringify(text)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      {
        cause: error,
      },
    )
  }
  const took = performance.now() - started
  if (took > PATIENCE) throw new Error(`${JSON.stringify(text)} took ${Math.round(took)} ms`)
}

describe('fuzz', () => {
  test('a damaged document is read to its end, and what is said of it has its place', () => {
    const numbers = numbersFrom(SEED)
    for (let left = Math.ceil(CASES / 10); left > 0; left--) {
      const whole = numbers(40) === 0 ? helpdesk : pick(documents, numbers)
      hold(damage(whole, MARKS, 12, numbers), (text) => {
        const { diagnostics, model } = compile(text)
        for (const { span, code, message } of diagnostics) {
          if (!(span.start >= 0 && span.end >= span.start && span.end <= text.length))
            throw new Error(`${code} lies outside`)
          if (/undefined|\[object|=>|native code/.test(message.replaceAll(/"[^]*?"/g, '')))
            throw new Error(`${code}: ${message}`)
        }
        if ((model === undefined) !== diagnostics.some(({ severity }) => severity === 'error'))
          throw new Error('half a model')
        if (numbers(20) === 0) printDiagnostics(diagnostics, lineIndex(text), 'a.md')
      })
    }
  })

  test('a damaged expression is read, checked and worked out, and gives only data', () => {
    const numbers = numbersFrom(SEED + 1)
    const scope = scopeOf({
      this: record('Item', 'i1', { name: 'Ann', count: 3, labels: ['x'] }),
      me: record('Person', 'p1', { name: 'Me', roles: ['Agent'] }),
      records: { Item: [record('Item', 'i1', {}), record('Item', 'i2', { parent: 'i1' })], Person: [], Tag: [] },
      input: { note: 'n', amount: 3 },
    })
    const code = [...reference.matchAll(/`([^`\n]{5,120})`/g)].map(([, found = '']) => found)
    const corpus = [...EXPRESSIONS, ...EXPRESSIONS, ...code]
    for (let left = Math.ceil((CASES * 9) / 10); left > 0; left--) {
      hold(damage(pick(corpus, numbers), MARKS, 4, numbers), (text) => {
        const { syntax } = parseExpression(fragment(text))
        if (syntax) parseExpression(fragment(printSyntax(syntax)))
        const { expression } = readExpression(fragment(text), schema, HERE)
        const value: unknown = expression && evaluate(expression.tree, scope)
        if (typeof value === 'function' || typeof value === 'symbol') throw new Error('it reaches what is no data')
      })
    }
  })
})

const HERE = { record: 'Item', old: true, input: { note: { kind: 'text' }, amount: { kind: 'integer' } } } as const
