// Hostile documents, names, expressions, patterns and numbers: each is data, or is refused with its place, and soon.
import { describe, expect, test } from 'vitest'
import { identifierOf } from '#shared/text/identifier.ts'
import { compile } from '#shared/compile.ts'
import { readExpression } from '#shared/expressions/checker.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { fragment } from '#shared/text/fragment.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { record, scopeOf, valueOf } from '../shared/expressions/expression-helper.ts'
import { schema } from '../shared/expressions/sample-schema.ts'

/** Processor's time of the work, in seconds. */
function secondsOf(work: () => unknown): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000_000
}

const row = '| a | text |\n'
const table = '| field | type |\n|---|---|\n'

/** The table of rules, as long as a document may be. */
function many(rowOf: (at: number) => string): string {
  return `| rule | entity | must hold |\n|---|---|---|\n${Array.from({ length: 10_000 }, (_, at) => rowOf(at)).join('')}`
}

/** `npm run test:fuzz` measures; `npm test`, beside other work, only sees that each comes to its end. */
const IS_MEASURED = process.env['FUZZ_CASES'] !== undefined

describe('a document that is meant to be too much', { tags: 'H01' }, () => {
  test.each([
    ['ten megabytes', 'a '.repeat(5_000_000)],
    ['a hundred thousand headings', documentOf({ 3: '### A\n\n'.repeat(100_000) })],
    ['as many headings as are read', documentOf({ 3: '### A\n\n'.repeat(2_900) })],
    ['a table of a hundred thousand rows', documentOf({ 3: `### A\n\n${table}${row.repeat(100_000)}` })],
    ['a table of as many rows as are read', documentOf({ 3: `### A\n\n${table}${row.repeat(37_000)}` })],
    [
      'very many rules',
      documentOf({ 3: `### A\n\n${table}| a | integer |`, 5: many((at) => `| r${at} | A | \`a > ${at}\` |\n`) }),
    ],
    [
      'very many rules about nothing',
      documentOf({ 3: `### A\n\n${table}| a | integer |`, 5: many((at) => `| r${at} | B${at} | \`a > 1\` |\n`) }),
    ],
    [
      'computed fields that double with each step',
      documentOf({
        3: `### A\n\n| field | type | value |\n|---|---|---|\n| a0 | integer | |\n${Array.from({ length: 60 }, (_, at) => `| a${at + 1} | computed integer | \`a${at} + a${at}\` |\n`).join('')}`,
      }),
    ],
    ['lists in lists', documentOf({ 1: '- - a\n'.repeat(60_000) })],
    [
      'roles that include each other in a long chain',
      documentOf({
        6: `| role | is | includes |\n|---|---|---|\n| R0 | x | |\n${Array.from({ length: 18_000 }, (_, at) => `| R${at + 1} | x | R${at} |\n`).join('')}`,
      }),
    ],
    [
      'lists hundreds deep',
      documentOf({ 1: Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n') }),
    ],
    ['quotations thousands deep', documentOf({ 1: `${'>'.repeat(10_000)} a` })],
    ['a line of a million characters', documentOf({ 1: 'a'.repeat(1_000_000) })],
    ['backticks without an end', documentOf({ 1: '`'.repeat(19_000) })],
    ['brackets without an end', documentOf({ 1: '[]('.repeat(6_000) })],
    [
      'a mix of line endings and marks of order',
      documentOf({ 1: '\uFEFFa\r\nb\rc\n\u202E\u2066\u2028\r\r\n'.repeat(2_000) }),
    ],
  ])('%s', (_, text) => {
    let said = 0
    const seconds = secondsOf(() => (said = compile(text).diagnostics.length))
    // Under the load of other tests a processor's second is worth less than on a quiet machine.
    if (IS_MEASURED) expect(seconds).toBeLessThan(3)
    expect(said).toBeLessThan(200_000)
  })
})

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'then',
  '__defineGetter__',
  'select',
  'from',
  'where',
  'order',
  'group',
  'table',
  'index',
  'drop',
  'rowid',
  'union',
  'values',
  'length',
  'name',
  'undefined',
  'NaN',
  'Infinity',
  'arguments',
  'eval',
  'await',
  '😀',
  'ℌello',
  'a'.repeat(10_000),
  'раssword',
  '\u202Eevil',
  "x'; drop table y; --",
]

describe('a hostile name is data, or refused with a message', { tags: 'H02' }, () => {
  test.each(NAMES)('%s', (name) => {
    const { model, diagnostics } = compile(
      documentOf({
        3: `### Ticket\n\n${table}| ${name} | text |\n| other | one of ${name}, b |\n\n### ${name} thing\n\n${table}| a | text |`,
        4: 'none.',
        5: `| rule | entity | must hold |\n|---|---|---|\n| ${name} | Ticket | \`${/^\w+$/.test(name) ? name : 'other'} != "x"\` |`,
        6: `| role | is |\n|---|---|\n| ${name} | somebody |\n\n| role | entity | may |\n|---|---|---|\n| ${name} | Ticket | everything |`,
        9: `| name | value |\n|---|---|\n| ${name} | 3 |`,
      }),
    )
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (!model) expect(errors.length).toBeGreaterThan(0)
    else expect([...(model.entities.get('Ticket')?.fields.keys() ?? [])]).toContain(identifierOf(name, 'field'))
    expect(Object.getOwnPropertyNames({})).toEqual([])
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
  })

  test('fields named like what every object has are kept and compared as any other', () => {
    const { model } = compile(
      documentOf({
        3: `### Ticket\n\n${table}| constructor | text |\n| toString | text |\n| then | integer |`,
        5: '| rule | entity | must hold |\n|---|---|---|\n| A | Ticket | `constructor != "x" and then > 3` |',
        6: '| role | entity | may |\n|---|---|---|\n| everyone | Ticket | everything |',
      }),
    )
    expect([...(model?.entities.get('Ticket')?.fields.keys() ?? [])]).toEqual(
      expect.arrayContaining(['constructor', 'to_string', 'then']),
    )
  })
})

const ESCAPES = [
  'constructor',
  'constructor.constructor("return 1")()',
  'this.constructor',
  'this.__proto__',
  'name.constructor',
  'name.__proto__',
  '"".constructor',
  '[].constructor',
  '{}.constructor',
  '{"a": 1}.constructor',
  '{"a": 1}.__proto__',
  '{"__proto__": 1}.polluted',
  'labels.constructor',
  'labels.map(x, x.constructor)',
  'me.toString',
  'me.__lookupGetter__("x")',
  'input.constructor',
  'input.__proto__',
  'limits.constructor',
  'limits.__proto__',
  'lookup.constructor',
  'lookup.__proto__[name][name]',
  'calendar.__proto__',
  'globalThis',
  'process',
  'require("fs")',
  'import("fs")',
  'eval("1")',
  'Function("return 1")()',
  '(x => x)(1)',
  '`${name}`',
  'new Date()',
  'name = "x"',
  'this.name = "x"',
  'name++',
  'delete this',
  'while (true) {}',
  'valueOf()',
  'toString()',
  'size.constructor',
  'hasOwnProperty("x")',
  'this["constructor"]',
  'this["na" + "me"]',
  'me.is("constructor")',
  'me.is("__proto__")',
  'Item.constructor',
]

describe('an expression reaches no object of the host', { tags: 'H03' }, () => {
  test.each(ESCAPES)('%s', (text) => {
    const { expression, diagnostics } = readExpression(fragment(text), schema, {
      record: 'Item',
      input: { note: { kind: 'text' } },
    })
    if (!expression) expect(diagnostics.length).toBeGreaterThan(0)
    else {
      const value: unknown = evaluate(
        expression.tree,
        scopeOf({ this: record('Item', 'i1', {}), records: { Item: [] } }),
      )
      expect(['function', 'symbol']).not.toContain(typeof value)
    }
  })
})

describe('an expression that would cost too much is refused by its size', { tags: 'H04' }, () => {
  test.each([
    ['a million terms', Array.from({ length: 100_000 }, () => 'done').join(' or ')],
    ['a deep nest', `${'('.repeat(50_000)}done${')'.repeat(50_000)}`],
    ['a chain of not', `${'not '.repeat(50_000)}done`],
    ['a chain of signs', `${'-'.repeat(50_000)}1 == 1`],
    ['a nest of lists', '['.repeat(50_000)],
    ['a long walk', `name == ${'parent.'.repeat(2_000)}name`],
    ['a nest of sets', `${'Item.exists(a, '.repeat(40)}true${')'.repeat(40)}`],
    ['a choice in a choice', 'done ? '.repeat(5_000)],
    ['a very long text', `name == "${'a'.repeat(1_000_000)}`],
  ])('%s', (_, text) => {
    let result: ReturnType<typeof readExpression> | undefined
    const seconds = secondsOf(() => (result = readExpression(fragment(text), schema, { record: 'Item' })))
    if (IS_MEASURED) expect(seconds).toBeLessThan(4)
    expect(result?.expression).toBeUndefined()
    expect(result?.diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
  })

  test('computed fields that need one another in a circle', () => {
    const fields = Array.from({ length: 200 }, (_, at) => `| f${at} | computed integer | \`f${(at + 1) % 200} + 1\` |`)
    const text = documentOf({ 3: `### A\n\n| field | type | value |\n|---|---|---|\n${fields.join('\n')}` })
    expect(compile(text).diagnostics.map(({ code }) => code)).toContain('expressions/circular-value')
  })
})

describe('a pattern is matched in linear time', { tags: 'H05' }, () => {
  test.each(['(a+)+$', '(a|a)*b', '(a|aa)+$', '(.*a){12}', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a*)*b', '([^b]+)*b'])(
    '%s',
    (pattern) => {
      const seconds = secondsOf(() =>
        valueOf(`name.matches("${pattern}")`, { this: record('Item', 'i', { name: 'a'.repeat(50_000) }) }),
      )
      if (IS_MEASURED) expect(seconds).toBeLessThan(8)
    },
  )
})

describe('dates and numbers at their edges are exact', { tags: 'H06' }, () => {
  test.each([
    ['0.1 + 0.2 == 0.3', true],
    ['9007199254740991 + 0 == 9007199254740991', true],
    ['-0 == 0', true],
    ['date("9999-12-31") > date("2026-01-01")', true],
    ['date("2028-02-29") - date("2028-02-28") == 1', true],
    ['later(date("2028-02-29"), 1, "year") == date("2029-02-28")', true],
    ['later(moment("2026-03-28T02:30"), 1, "day") > moment("2026-03-28T02:30")', true],
    ['1 / 0 == null', true],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toBe(value)
  })

  test.each([
    '9007199254740993 == 1',
    'date("2026-02-29") == today',
    'date("10000-01-01") == today',
    'count == 1e400',
    'NaN == 1',
  ])('%s is refused', (text) => {
    const { expression, diagnostics } = readExpression(fragment(text), schema, { record: 'Item' })
    expect(expression).toBeUndefined()
    expect(diagnostics.length).toBeGreaterThan(0)
  })
})
