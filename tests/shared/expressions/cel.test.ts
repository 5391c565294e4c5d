// Another implementation of CEL agrees wherever the language has CEL's meaning: grammar, precedence, operators over values that are there.
import { evaluate as evaluateCel } from '@marcbachmann/cel-js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueOf } from './expression-helper.ts'

const gen = fc.letrec<{ boolean: string; integer: string; text: string; list: string; moment: string; span: string }>(
  (tie) => ({
    integer: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('0', '1', '2', '7', '-3', '0x1F'),
      fc
        .tuple(tie('integer'), fc.constantFrom('+', '-', '*'), tie('integer'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      fc
        .tuple(tie('integer'), fc.constantFrom('%'), fc.constantFrom('2', '3', '-2'))
        .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
      tie('integer').map((a) => `(${a})`),
      tie('text').map((a) => `size(${a})`),
      tie('list').map((a) => `${a}.size()`),
      fc.tuple(tie('boolean'), tie('integer'), tie('integer')).map(([test, a, b]) => `((${test}) ? ${a} : ${b})`),
      fc
        .tuple(
          tie('moment'),
          fc.constantFrom(
            'getFullYear',
            'getMonth',
            'getDate',
            'getDayOfMonth',
            'getDayOfWeek',
            'getDayOfYear',
            'getHours',
          ),
        )
        .map(([a, name]) => `(${a}).${name}()`),
      fc.tuple(tie('moment'), fc.constantFrom('getMinutes', 'getSeconds')).map(([a, name]) => `(${a}).${name}()`),
      tie('integer').map((a) => `{"a": ${a}, "b": 1}.a`),
      fc.tuple(tie('integer'), tie('integer')).map(([a, b]) => `[${a}, ${b}][1]`),
    ),
    span: fc.oneof(
      { maxDepth: 3 },
      // No parts of seconds: the other implementation drops one where they are taken from a negative span (500ms - 1h).
      fc.constantFrom('duration("1h")', 'duration("90m")', 'duration("1h30m")', 'duration("-5s")'),
      fc.tuple(tie('moment'), tie('moment')).map(([a, b]) => `(${a} - ${b})`),
      fc.tuple(tie('span'), fc.constantFrom('+', '-'), tie('span')).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    ),
    moment: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('timestamp("2024-02-29T23:59:30Z")', 'timestamp("2026-01-01T00:00:00Z")'),
      fc.constantFrom('timestamp("2026-03-29T02:30:00+02:00")', 'timestamp("1969-12-31T12:00:00Z")'),
      fc.tuple(tie('moment'), fc.constantFrom('+', '-'), tie('span')).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    ),
    text: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('""', '"a"', "'ab'", '"A\\u00e4"', '"x\\ty"', '"""b"""', 'r"\\d"'),
      fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} + ${b})`),
      fc.tuple(tie('boolean'), tie('text'), tie('text')).map(([test, a, b]) => `((${test}) ? ${a} : ${b})`),
      tie('integer').map((a) => `string(${a})`),
    ),
    list: fc.oneof(
      { maxDepth: 4 },
      fc.array(tie('integer'), { minLength: 1, maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      fc
        .tuple(tie('list'), fc.constantFrom('x > 1', 'x % 2 == 0', 'true'))
        .map(([a, condition]) => `${a}.filter(x, ${condition})`),
      tie('list').map((a) => `${a}.map(x, x * 2)`),
    ),
    boolean: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('true', 'false'),
      fc
        .tuple(tie('integer'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('integer'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      fc
        .tuple(tie('text'), fc.constantFrom('==', '!=', '<', '>='), tie('text'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      fc
        .tuple(tie('boolean'), fc.constantFrom('&&', '||'), tie('boolean'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      tie('boolean').map((a) => `!(${a})`),
      fc
        .tuple(tie('text'), fc.constantFrom('startsWith', 'endsWith', 'contains'), tie('text'))
        .map(([a, name, b]) => `${a}.${name}(${b})`),
      fc
        .tuple(tie('moment'), fc.constantFrom('==', '<', '>='), tie('moment'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      fc
        .tuple(tie('span'), fc.constantFrom('==', '<', '>='), tie('span'))
        .map(([a, operator, b]) => `${a} ${operator} ${b}`),
      fc
        .tuple(tie('text'), fc.constantFrom('^a', 'b$', '(a|b)+', '[^a]', 'a.*b'))
        .map(([a, pattern]) => `${a}.matches("${pattern}")`),
      fc.tuple(tie('integer'), tie('list')).map(([a, list]) => `${a} in ${list}`),
      fc
        .tuple(tie('list'), fc.constantFrom('exists', 'all', 'exists_one'), fc.constantFrom('x == 2', 'x > 0'))
        .map(([list, name, condition]) => `${list}.${name}(x, ${condition})`),
    ),
  }),
)

test('agrees with CEL where the language has its meaning', { tags: 'reference/expressions' }, () => {
  const text = fc.oneof(gen.boolean, gen.integer, gen.text, gen.list)
  fc.assert(
    fc.property(text, (source) => {
      expect(valueOf(source), source).toEqual(plain(evaluateCel(source)))
    }),
    { numRuns: 1_000 },
  )
})

/** CEL's whole numbers are 64-bit. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return Array.isArray(value) ? value.map(plain) : value
}
