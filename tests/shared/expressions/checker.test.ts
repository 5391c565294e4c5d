import { describe, expect, test } from 'vitest'
import { complaintsOf, treeOf } from './expression-helper.ts'

describe('a wrong name is an error at its place', { tags: 'reference/expressions' }, () => {
  test.each([
    ['nmae == "a"', 'unknown-name at "nmae": Nothing here has the name "nmae". (did you mean "name"?)'],
    ['owner.nam', 'unknown-member at "nam": Person has no "nam". (did you mean "name"?)'],
    ['limits.graec', 'unknown-limit at "graec": Point 9 has no constant "graec". (did you mean "grace"?)'],
    ['input.nots', 'unknown-input at "nots": Nothing with the name "nots" is asked for here. (did you mean "note"?)'],
    ['me.is("Agnet")', 'unknown-role at ""Agnet"": There is no role "Agnet". (did you mean "Agent"?)'],
    ['lowr(name)', 'unknown-function at "lowr": There is no function "lowr". (did you mean "lower"?)'],
    ['size', 'function-as-name at "size": "size" is a function. (write size(…))'],
    [
      'Item.name',
      'no-members at "name": "name" can\'t be read of records of Item. (read it of each of them: .map(x, x.name))',
    ],
    ['name.trim', 'no-members at "trim": "trim" can\'t be read of a text. (write .trim())'],
  ])('%s', (text, complaint) => expect(complaintsOf(text)).toEqual([complaint]))
})

describe('a wrong type is an error with its remedy', { tags: 'reference/expressions' }, () => {
  test.each([
    [
      'level == "hgih"',
      'unknown-word at ""hgih"": "hgih" is none of the words low, normal, high. (did you mean "high"?)',
    ],
    ['level in ["low", "medium"]', 'unknown-word at ""medium"": "medium" is none of the words low, normal, high.'],
    [
      'seen > "2026-01-01"',
      'wrong-operands at "seen > "2026-01-01"": ">" does not go with a date and time and a text. (a date and time is written moment("2026-12-24T09:00"))',
    ],
    [
      'name + count',
      'wrong-operands at "name + count": "+" does not go with a text and a whole number. (other values become a text by text(…))',
    ],
    [
      'count and done',
      'wrong-operand at "count": "and" needs conditions; this is a whole number. (compare it: count != null)',
    ],
    [
      'done < true',
      'wrong-operands at "done < true": "<" does not go with yes or no and yes or no. (bring both to one type, or compare something else)',
    ],
    [
      'owner == parent',
      'wrong-operands at "owner == parent": "==" does not go with a record of Person and a record of Item. (bring both to one type, or compare something else)',
    ],
    [
      'tags == children',
      'wrong-operands at "tags == children": "==" does not go with records of Tag and records of Item. (ask: x in set, or set.count())',
    ],
    ['1 in 2', 'wrong-operand at "2": "in" needs a list or a set; this is a whole number.'],
    [
      '[1, "a"]',
      'different-items at ""a"": The items of a list have one type; this is a text, the first is a whole number.',
    ],
    [
      'done ? 1 : "a"',
      'different-branches at "done ? 1 : "a"": Both answers of "? :" have one type; these are a whole number and a text.',
    ],
    ['lower(count)', 'wrong-operand at "lower(count)": "lower" needs a text; this is a whole number.'],
    [
      'tags.exists(t.weight > 1)',
      'needs-variable at "t.weight > 1": exists needs a name for the element first. (write .exists(x, …))',
    ],
    ['tags.sum(t, t.name)', 'wrong-operand at "t.name": "sum" needs numbers or durations; this is a text.'],
    ['date("2026-02-30")', 'bad-literal at ""2026-02-30"": "2026-02-30" is no date. (write "2026-12-24")'],
    [
      'name.matches("(")',
      'bad-pattern at ""("": This pattern can\'t be read: a ")" is missing. (write it as in "^[A-Z]{2}[0-9]+$")',
    ],
    [
      'start_of("moth", now)',
      'unknown-word at ""moth"": "moth" is none of the words minute, hour, day, week, month, quarter, year. (did you mean "month"?)',
    ],
    ['me.is(name)', 'needs-literal at "name": is needs the name of a role written out here.'],
    [
      'due - today > days(1)',
      'wrong-operands at "due - today > days(1)": ">" does not go with a whole number and a duration. (a number of days becomes a duration by days(…))',
    ],
  ])('%s', (text, complaint) => expect(complaintsOf(text)).toEqual([complaint]))

  test('what is expected is said', () => {
    expect(complaintsOf('name', { kind: 'boolean' })).toEqual([
      'wrong-type at "name": This is a text; expected yes or no.',
    ])
    expect(complaintsOf('ratio', { kind: 'integer' })).toEqual([
      'wrong-type at "ratio": This is a number; expected a whole number. (round(…) makes a whole number)',
    ])
    expect(complaintsOf('"lwo"', { kind: 'choice', words: ['low', 'high'] })).toEqual([
      'unknown-word at ""lwo"": "lwo" is none of the words low, high. (did you mean "low"?)',
    ])
  })

  test('every mistake is reported, not only the first', () => {
    expect(complaintsOf('nmae == "a" and level == "x"')).toHaveLength(2)
  })
})

test('what is legal and not run yet is a note, and gives no expression', () => {
  for (const text of ['shape.late(this).name == "a"', 'session.token == "a"']) {
    expect(complaintsOf(text)[0]).toMatch(/^not-run-yet /)
    expect(() => treeOf(text)).toThrow()
  }
})

describe('timers, the session and shapes', () => {
  test('have types, so that what is wrong with them is reported before they run', () => {
    expect(complaintsOf('timers.first.left > 5')[0]).toMatch(/^wrong-operands /)
    expect(complaintsOf('timers.first.due_at == name')[0]).toMatch(/^wrong-operands /)
    expect(complaintsOf('session.token == 5')[0]).toMatch(/^wrong-operands /)
    expect(complaintsOf('shape.late(this).name > 5')[0]).toMatch(/^wrong-operands /)
  })

  test('are known only by their names', () => {
    expect(complaintsOf('timers.frist.left')).toEqual([
      'unknown-timer at "frist": Item has no timer "frist". (did you mean "first"?)',
    ])
    expect(complaintsOf('owner.timers.first.left')[0]).toMatch(/^unknown-timer .* Person has no timer "first"/)
    expect(complaintsOf('timers.first.lft')[0]).toMatch(/^unknown-member .*did you mean "left"/)
    expect(complaintsOf('shape.lat(this)')).toEqual([
      'unknown-shape at "lat": Point 7 has no shape "lat". (did you mean "late"?)',
    ])
    expect(complaintsOf('session.tokn')[0]).toMatch(/^unknown-member .*did you mean "token"/)
    for (const group of ['timers', 'session', 'shape']) expect(complaintsOf(group)[0]).toMatch(/^group-as-name /)
  })

  test('a shape is made of one record of its own entity', () => {
    expect(complaintsOf('shape.late(children)')[0]).toContain('shape each of them: .map(x, shape.late(x))')
    expect(complaintsOf('shape.late(owner)')[0]).toMatch(/^wrong-operand /)
    expect(complaintsOf('shape.late()')[0]).toMatch(/^wrong-count /)
  })
})

describe('names', () => {
  test('a comparison of a thing with itself is warned of, and names the other that may be meant', () => {
    expect(complaintsOf('Item.exists(x, x.count == x.count)')).toEqual([
      'ambiguous-name at "x.count == x.count": Both sides of this comparison are "x.count". (one of them may be "count")',
    ])
    expect(complaintsOf('Item.exists(x, count == this.count)')).toEqual([
      'ambiguous-name at "count == this.count": Both sides of this comparison are "count". (one of them may be "x.count")',
    ])
    expect(complaintsOf('Item.exists(x, x.count == count)')).toEqual([])
  })

  test('inner names hide outer ones', { tags: 'reference/names-in-expressions' }, () => {
    expect(treeOf('Tag.exists(name, name.weight > 1)').type.kind).toBe('boolean')
  })

  test('a person at hand is asked for a role without a name', { tags: 'reference/names-in-expressions' }, () => {
    expect(treeOf('is("Agent") or this == me', undefined, { record: 'Person' }).type.kind).toBe('boolean')
  })

  test('there is no record at hand where none is', () => {
    expect(complaintsOf('this == null', undefined, {})).toEqual([
      'no-record at "this": There is no record at hand here that "this" could mean. (name the record)',
    ])
    expect(complaintsOf('old == null', undefined, { record: 'Item' })).toEqual([
      'no-old at "old": There is no record as it was before here. (ask for it in a rule, an event or an effect: they know the record as it was)',
    ])
  })
})

test('what goes too far for a database is an error', () => {
  expect(complaintsOf(`this${'.parent'.repeat(11)}.name == null`)).toEqual([])
  expect(complaintsOf(`this${'.parent'.repeat(13)}.name == null`)[0]).toMatch(/^too-far /)
})

test('sets inside of sets are bounded, since their cost multiplies', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'true' : `Item.exists(v${depth}, v${depth}.done and ${nested(depth - 1)})`
  expect(complaintsOf(nested(5))).toEqual([])
  expect(complaintsOf(nested(6))).toEqual([
    `too-costly at "${nested(6)}": This expression looks through sets inside of sets, more than 5 deep: its cost grows with that power of the records. (keep what is asked of the inner sets in computed fields)`,
  ])
  // One after the other they add up, and lists that are written out are short.
  expect(complaintsOf(`Item${'.filter(x, x.done)'.repeat(11)}.count()`)).toEqual([])
  expect(complaintsOf('["a"].exists(a, ["b"].exists(b, Item.exists(i, i.name == a + b)))')).toEqual([])
})
