// What can never hold is said only of what never does: random conditions over words, numbers, yes or no and empty values
// are worked out for every combination of values.
import { assert, constantFrom, oneof, property, tuple } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TruthDemand, assignmentsWhere } from '#shared/expressions/satisfiability.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { record, scopeOf, treeOf } from '../expressions/expression-helper.ts'

const LEVELS = [null, 'low', 'normal', 'high']
const NUMBERS = [null, -1, 0, 1, 2, 3, 4]
const ANSWERS = [null, true, false]

const atoms = constantFrom(
  ...['low', 'normal', 'high'].flatMap((word) => [`level == "${word}"`, `level != "${word}"`, `"${word}" == level`]),
  'level == null',
  'level != null',
  'level in ["low", "high"]',
  'level in ["normal"]',
  'count == null',
  'null != count',
  ...[0, 1, 2, 3].flatMap((number) =>
    ['==', '!=', '<', '<=', '>', '>='].flatMap((operator) => [
      `count ${operator} ${number}`,
      `${number} ${operator} count`,
    ]),
  ),
  'count < limits.most',
  'count >= limits.most',
  'count > -1',
  'done',
  'done == true',
  'done != false',
  'done == null',
  'true',
  'false',
  'count + 1 > 2',
  'level == "low" ? done : count > 1',
  'labels.size() == 0',
)
function conditionOf(depth: number): Arbitrary<string> {
  if (depth === 0) return atoms
  const inner = conditionOf(depth - 1)
  return oneof(
    { arbitrary: atoms, weight: 1 },
    { arbitrary: inner.map((operand) => `(not (${operand}))`), weight: 1 },
    {
      arbitrary: tuple(inner, constantFrom('and', 'or'), inner).map(([a, word, b]) => `(${a} ${word} ${b})`),
      weight: 4,
    },
  )
}
const condition = conditionOf(3)

const KNOWLEDGE = { limit: (name: string) => (name === 'most' ? 3 : undefined), isFilled: () => false }
const ITEMS = LEVELS.flatMap((level) =>
  NUMBERS.flatMap((count) => ANSWERS.map((done) => record('Item', 'i', { level, count, done, labels: [] }))),
)
const HOLDS: { readonly [asked in TruthDemand]: (value: unknown) => boolean } = {
  true: (value) => value === true,
  false: (value) => value === false,
  'not false': (value) => value !== false,
  'not true': (value) => value !== true,
}

describe(
  'a condition of which it is said that it can never hold',
  { tags: 'reference/point-5-validation-rules' },
  () => {
    test.each(Object.keys(HOLDS) as TruthDemand[])('is %s for no record at all', (asked) => {
      let never = 0
      assert(
        property(condition, (text) => {
          const tree = treeOf(text)
          if (assignmentsWhere(tree, asked, [new Map()], KNOWLEDGE)?.length !== 0) return
          never++
          for (const item of ITEMS) expect(HOLDS[asked](evaluate(tree, scopeOf({ this: item }))), text).toBe(false)
        }),
        { numRuns: 2_000 },
      )
      // The property says something only if there are such conditions.
      expect(never).toBeGreaterThan(50)
    })

    test.each([
      'level == "low" and level == "high"',
      'level == "low" and level in ["normal", "high"]',
      'not (level in ["low", "normal", "high"]) and level != null',
      'level != "low" and level != "normal" and level != "high" and level != null',
      'count > 3 and count < 2',
      'count > limits.most and count <= 3',
      'count == 1 and count == 2',
      'done and not done',
      'count == null and count > 0',
      'owner.name == "a" and owner.name == "b"',
      'false',
    ])('%s', (text) => {
      expect(assignmentsWhere(treeOf(text), 'true', [new Map()], KNOWLEDGE)).toEqual([])
    })

    test.each([
      'level == "low" or level == "high"',
      'count > 2 and count < 3',
      'count != 1 and count != 2',
      'name != "a"',
    ])('is not "%s"', (text) => {
      expect(assignmentsWhere(treeOf(text), 'true', [new Map()], KNOWLEDGE)).not.toEqual([])
    })
  },
)
