import { describe, expect, test } from 'vitest'
import { MAX_DEPTH, parseExpression } from '#shared/expressions/syntax/parser.ts'
import { printSyntax } from '#shared/expressions/syntax/print-syntax.ts'
import { fragment } from '#shared/text/fragment.ts'

function printed(text: string): string {
  const { syntax, diagnostics } = parseExpression(fragment(text))
  return syntax
    ? printSyntax(syntax)
    : diagnostics.map((each) => `${each.code} ${each.span.start}-${each.span.end}: ${each.message}`).join('\n')
}

describe('what binds how tightly', () => {
  test.each([
    ['a or b and c', 'a or b and c'],
    ['(a or b) and c', '(a or b) and c'],
    ['not a == b', 'not a == b'],
    ['(not a) == b', '(not a) == b'],
    ['!a == b', '(not a) == b'],
    ['not a and b', 'not a and b'],
    ['a && b || !c', 'a and b or not c'],
    ['a ? b : c ? d : e', 'a ? b : c ? d : e'],
    ['(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
    ['a - b - c', 'a - b - c'],
    ['a - (b - c)', 'a - (b - c)'],
    ['-a.b', '-a.b'],
    ['-(a + b) * c', '-(a + b) * c'],
    ['a in b == c', 'a in b == c'],
    ['a not in b and c', 'not a in b and c'],
    ['NOT a AND b NOT IN c OR true IN d', 'not a and not b in c or true in d'],
    ['OR.all(o, o.a) AND AND == IN(b)', 'OR.all(o, o.a) and AND == IN(b)'],
    ['not a not in b', 'not not a in b'],
    ['a not in b + c == d', '(not a in b + c) == d'],
    ['a.b(c)[0].d', 'a.b(c)[0].d'],
  ])('%s', (text, expected) => expect(printed(text)).toBe(expected))
})

test.each([
  ['Expense claim.filter(c, c.paid)', 'ExpenseClaim.filter(c, c.paid)'],
  ['a and not Small parts order.exists(o, o.b)', 'a and not SmallPartsOrder.exists(o, o.b)'],
  ['Tool in tools and Tool == first', 'Tool in tools and Tool == first'],
])('an entity of several words is written with its spaces, too: %s', (text, expected) =>
  expect(printed(text)).toBe(expected),
)

test('names that other languages keep for themselves are names', () => {
  expect(printed('type.list + map.size')).toBe('type.list + map.size')
})

test('a number before a sign of per cent is a share, where nothing follows that it could be divided by', () => {
  expect(printed('a <= 50 %')).toBe('a <= 0.50')
  expect(printed('a * 7.5 % + 12% and b == 100 %')).toBe('a * 0.075 + 0.12 and b == 1.00')
  expect(printed('f(5%, 0.5 %) ? 1 % : 2 %')).toBe('f(0.05, 0.005) ? 0.01 : 0.02')
  expect(printed('10 % 3 == 10 % a')).toBe('10 % 3 == 10 % a')
  expect(printed('10 % (3) - 1 % -2')).toBe('10 % 3 - 1 % -2')
})

test('all quotes are quotes, and escapes are read', () => {
  for (const text of ['"a"', "'a'", '“a”', '„a“', '‘a’', '«a»', '"""a"""', 'r"a"']) expect(printed(text)).toBe('"a"')
  expect(printed(String.raw`"\u00e4\n\"\x41\101\U0001F600"`)).toBe('"ä\\n\\"AA😀"')
  expect(printed(String.raw`r'\d'`)).toBe(String.raw`"\\d"`)
})

test('maps have names or texts for keys', () => {
  expect(printed('{ ticket: this, "a b": [1, 2.50], }')).toBe('{ ticket: this, "a b": [1, 2.50] }')
})

describe("what can't be read is named with its place", () => {
  test.each([
    ['', 'expressions/empty 0-0: An expression is missing here.'],
    ['a b', 'expressions/unexpected 2-3: Expected an operator or the end, found "b".'],
    ['a = b', 'expressions/unexpected-character 2-3: Use == to compare.'],
    ['(a', 'expressions/unexpected 2-2: Expected ")", found the end.'],
    ['a == ', 'expressions/unexpected 5-5: Expected a value, found the end.'],
    ['"abc', 'expressions/open-text 0-4: This text has no closing ".'],
    [String.raw`"\q"`, String.raw`expressions/bad-escape 1-3: "\q" is no escape of a text.`],
    [
      '99999999999999999999',
      'expressions/bad-number 0-20: "99999999999999999999" is no number that can be kept exactly.',
    ],
    ['a not b', 'expressions/unexpected 2-5: Expected an operator or the end, found "not".'],
    ['a not "in"', 'expressions/unexpected 2-5: Expected an operator or the end, found "not".'],
    ['a == not b', 'expressions/unexpected 5-8: Expected a value, found "not".'],
    ['{ a: 1, a: 2 }', '{ a: 1, a: 2 }'],
    [
      'größe',
      `expressions/unexpected-character 2-3: An expression can't contain "ö".\nexpressions/unexpected-character 3-4: An expression can't contain "ß".`,
    ],
  ])('%s', (text, expected) => expect(printed(text)).toBe(expected))
})

test.each([
  ['create Batch { day: today }', 'only steps of a call name what they create; here its own `created` goes on'],
  ['open between 1 and 2', 'write a >= 1 and a <= 3'],
])('the hint for %j says what to write', (text, hint) => {
  const parsed = parseExpression(fragment(text))
  expect(parsed.diagnostics.map((each) => each.hint)).toEqual([hint])
})

test('what is too deep or too large is an error, never an overflow', () => {
  const deep = 5_000
  const all = [
    '('.repeat(deep),
    `${'('.repeat(deep)}a${')'.repeat(deep)}`,
    '-'.repeat(deep),
    'not '.repeat(deep),
    '['.repeat(deep),
    `a${'.b'.repeat(deep)}`,
    `a${' + a'.repeat(deep)}`,
    'a ? '.repeat(deep),
    '{a:'.repeat(deep),
  ]
  for (const text of all) {
    const { syntax, diagnostics } = parseExpression(fragment(text))
    expect(syntax).toBe(undefined)
    expect(diagnostics[0]?.code).toMatch(/too-deep|too-large|unexpected/)
  }
  expect(parseExpression(fragment(`a${' + a'.repeat(MAX_DEPTH - 2)}`)).syntax).toBeDefined()
  expect(printed(`[${'1, '.repeat(3_000)}]`)).toMatch(/too-large/)
})

test('places are those of the document, where a bar is written with a backslash', () => {
  const { diagnostics } = parseExpression({ value: 'a || b c', start: 100, gaps: [2, 3] })
  expect(diagnostics.map(({ span }) => span)).toEqual([
    { start: 102, end: 106 },
    { start: 109, end: 110 },
  ])
})
