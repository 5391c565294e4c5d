import { describe, expect, test } from 'vitest'
import { evaluate } from '#shared/expressions/evaluate.ts'
import { record, scopeOf, treeOf, valueOf } from './expression-helper.ts'

const given = {
  this: record('Item', 'i1', {
    name: 'Ärger 😀',
    done: true,
    level: 'normal',
    count: 7,
    ratio: 2.5,
    price: '12.50',
    rate: '0.125',
    due: '2026-01-31',
    at: '14:30',
    seen: '2026-03-28T01:30:00.000Z',
    effort: 'PT8H',
    labels: ['b', 'a'],
    owner: 'ann',
    tags: ['t1', 't2'],
  }),
  me: record('Person', 'ann', { name: 'Ann', roles: ['Agent'] }),
  records: {
    Person: [
      record('Person', 'ann', { name: 'Ann', roles: ['Agent'], chief: 'bob' }),
      record('Person', 'bob', { name: 'Bob' }),
    ],
    Item: [
      record('Item', 'i1', { owner: 'ann', tags: ['t1', 't2'], price: '12.50' }),
      record('Item', 'i2', { parent: 'i1', tags: ['t2'], price: '0.55', level: 'high' }),
    ],
    Tag: [record('Tag', 't1', { name: 'one', weight: 1 }), record('Tag', 't2', { name: 'two', weight: 2 })],
  },
}

describe('numbers', () => {
  test.each([
    ['7 / 2', '3.500000'],
    ['2 / 3', '0.666667'],
    ['-7 / 2', '-3.500000'],
    ['div(7, 2)', 3],
    ['div(-7, 2)', -3],
    ['div(7.5, 2)', 3],
    ['div(price, 0.25)', 50],
    ['div(1, 0)', null],
    ['div(1, null)', null],
    ['-7 % 2', -1],
    ['1 / 0', null],
    ['1 % 0', null],
    ['1e0 / 0e0', null],
    ['9007199254740991 + 1', 9_007_199_254_740_992n],
    ['9007199254740991 + 1 - 1', 9_007_199_254_740_991],
    ['div(-(9007199254740991 * 9007199254740991), 9007199254740991)', -9_007_199_254_740_991],
    ['9007199254740991 * 9007199254740991 / 9007199254740991 == 9007199254740991', true],
    ['9007199254740991 * 9007199254740991 % 10', 1],
    ['1e308 * 10e0', Infinity],
    ['-1e308 * 10e0', -Infinity],
    ['1e308 * 10e0 - 1e308 * 10e0', Infinity],
    ['1e308 * 10e0 > 5', true],
    ['count * 2 + 1', 15],
    ['count / 2.0', '3.500000'],
    ['0.1 + 0.2 == 0.3', true],
    ['price * 2', '25.00'],
    ['price * rate', '1.56250'],
    ['price / 3', '4.166667'],
    ['price - 20', '-7.50'],
    ['price / 0', null],
    ['round(price / 3, 1)', '4.2'],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(0.005, 2)', '0.01'],
    ['ratio * price', 31.25],
    ['price > 12', true],
    ['price == 12.5', true],
    ['ratio == 2.5', true],
    ['-price', '-12.50'],
    ['-0 == 0', true],
    ['int("12")', 12],
    ['int(2.9)', 2],
    ['double("1.5")', 1.5],
    ['price * limits.vat', '2.3750'],
  ])('%s', (text, value) => expect(valueOf(text, given)).toBe(value))

  test.each([
    ['90071992547409.91 * 100.0', '9007199254740991.000'],
    ['90071992547409.91 * 90071992547409.91', '8112963841460666368139049566.2081'],
    ['90071992547409.91 * 90071992547409.91 / 90071992547409.91', '90071992547409.910000'],
    ['-(90071992547409.91 * 1000.000001)', '-90071992637481902.547410'],
    ['90071992547409.91 * 100000.0 > 50000', true],
    ['90071992547409.91 * 100000.0 <= 50000', false],
    ['-(90071992547409.91 * 100000.0) < 50000', true],
    ['90071992547409.91 * 100.0 == 9007199254740991', true],
    ['[90071992547409.91, 90071992547409.91].sum(x, x * 100.0)', '18014398509481982.000'],
    ['[9007199254740991, 9007199254740991].sum()', 18_014_398_509_481_982n],
    ['[9007199254740991, 9007199254740991].avg()', 9_007_199_254_740_991],
    ['text(9007199254740991 * 10)', '90071992547409910'],
    ['round(90071992547409.91 * 1000.0)', 90_071_992_547_409_910n],
    ['abs(-9007199254740991 * 2)', 18_014_398_509_481_982n],
    ['max(9007199254740991 * 2, 1)', 18_014_398_509_481_982n],
    ['days(9007199254740991) > days(1)', true],
    ['text(days(1000000000000) * 2)', 'P2000000000000D'],
  ])('%s: exact, however large', (text, value) => expect(valueOf(text, given)).toBe(value))

  test('what has more than 400 digits stays at that limit: it is not empty', () => {
    const most = Array.from({ length: 30 }, () => '9007199254740991').join(' * ')
    expect(valueOf(most, given)).toBe(10n ** 400n)
    expect(valueOf(`${most} > 1`, given)).toBe(true)
    expect(valueOf(`-(${most}) > 1`, given)).toBe(false)
  })
})

describe('texts', () => {
  test.each([
    ['size(name)', 7],
    ['upper(name)', 'ÄRGER 😀'],
    ['slug(name)', 'arger'],
    ['slug("Öl & Straße!")', 'ol-strasse'],
    ['slug("😀")', null],
    ['name.startsWith("Ä")', true],
    ['"\uFFFD" < "😀"', true],
    ['"" < "a"', true],
    ['domain_of("Ann@Example.COM")', 'example.com'],
    ['domain_of("ann")', null],
    ['trim("  a ")', 'a'],
    ['text(price) + "!"', '12.50!'],
    ['text(done)', 'true'],
    ['text(effort)', 'PT8H'],
    ['text(count)', '7'],
    ['level + "!"', 'normal!'],
    ['name.matches("^Ä\\\\w+")', true],
  ])('%s', (text, value) => expect(valueOf(text, given)).toBe(value))
})

describe('choices', () => {
  test('compare by their order and equal their words', () => {
    expect(
      valueOf('level < "high" and level > "low" and level == "normal" and level in ["low", "normal"]', given),
    ).toBe(true)
    expect(valueOf('Item.max(i, i.level)', given)).toBe('high')
  })
})

describe('days and moments', { tags: 'reference/functions-of-dates-and-moments' }, () => {
  test.each([
    ['today', '2026-11-21'],
    ['due - date("2026-01-01")', 30],
    ['due + days(1)', '2026-02-01'],
    ['due + 1', '2026-02-01'],
    ['later(due, 1, "month")', '2026-02-28'],
    ['later(date("2024-02-29"), 1, "year")', '2025-02-28'],
    ['start_of("quarter", due)', '2026-01-01'],
    ['start_of("week", due)', '2026-01-26'],
    ['weekday(due)', 'saturday'],
    ['weekday(due) > "friday"', true],
    ['now - seen > days(7)', true],
    ['hours_between(seen, now)', 5719.5],
    ['days_between(due, today)', 294],
    ['seen + effort', '2026-03-28T09:30:00.000Z'],
    ['time_of(seen)', '02:30'],
    ['date_of(moment("2026-11-21T23:30:00Z"))', '2026-11-22'],
    ['at < "15:00"', true],
    ['effort * 2 == hours(16)', true],
    ['effort / hours(2)', 4],
    // Clocks go forward in the night to the 29th: the same time on the wall is 23 hours later, and 02:30 is not there.
    ['later(seen, 1, "day")', '2026-03-29T01:30:00.000Z'],
    ['seen + days(1)', '2026-03-29T01:30:00.000Z'],
    ['later(moment("2026-03-28T12:00"), 1, "day") - moment("2026-03-28T12:00") == hours(23)', true],
    ['start_of("day", moment("2026-10-25T12:00"))', '2026-10-24T22:00:00.000Z'],
    ['start_of("month", now)', '2026-10-31T23:00:00.000Z'],
    ['moment("2026-12-24T09:00")', '2026-12-24T08:00:00.000Z'],
    ['moment("9999-12-31T23:59:00Z") + days(1)', null],
    ['date("9999-12-31") + 1', null],
    ['seen.getHours()', 1],
    ['seen.getHours("Europe/Berlin")', 2],
    ['seen.getDayOfWeek()', 6],
    ['due.getMonth()', 0],
    ['due.getDayOfYear()', 30],
    ['duration("90m").getHours()', 1],
    ['duration("-90m").getHours()', -1],
    ['duration("90m").getMinutes()', 90],
    ['duration("90m").getSeconds()', 5400],
    ['duration("1234ms").getMilliseconds()', 234],
    ['bool("true")', true],
    ['bool("f")', false],
    ['bool("perhaps")', null],
    ['yes', true],
    ['(name != "") == no', false],
  ])('%s', (text, value) => expect(valueOf(text, given)).toBe(value))
})

describe('sets', () => {
  test.each([
    ['tags.map(t, t.name)', ['one', 'two']],
    ['tags.sort_down(t, t.weight).first().name', 'two'],
    ['Item.sort(i, size(i.id)).map(i, i.id)', ['i1', 'i2']],
    // As in lists: down goes the order of ids too, of records that nothing else has sorted.
    ['Item.sort_down(i, size(i.id)).map(i, i.id)', ['i2', 'i1']],
    ['Item.filter(i, true).sort_down(i, size(i.id)).map(i, i.id)', ['i2', 'i1']],
    ['Item.sort(i, 1).sort_down(i, size(i.id)).map(i, i.id)', ['i1', 'i2']],
    ['tags.exists(t, t.weight > 1)', true],
    ['children.map(c, c.id)', ['i2']],
    ['owner.chief.name', 'Bob'],
    ['Item.sum(i, i.price)', '13.05'],
    ['Item.avg(i, i.price)', '6.525000'],
    ['Item.filter(i, i.price > 1).count()', 1],
    ['this in owner.items', true],
    ['owner == me', true],
    ['owner.id == me', true],
    ['me != owner.id', false],
    ['me.id in [owner]', true],
    ['owner.is("Agent")', true],
    ['tags.first().tagged.count()', 1],
    ['Item.map(i, i.tags)', ['t1', 't2']],
    ['Item.map(i, i.children).map(c, c.id)', ['i2']],
    ['Item.map(one, one.tags).map(t, t.tagged).map(i, i.id)', ['i1', 'i2']],
    ['Tag.page(1, 1)', ['t2']],
    ['Tag.first(1)', ['t1']],
    ['Tag.first(0)', []],
    ['Item.map(i, i.owner).distinct()', ['ann', null]],
    ['labels.sort(w, w)', ['a', 'b']],
    ['labels[0]', 'b'],
    ['labels[9]', null],
    ['[3, 1, 2].max()', 3],
    ['["x", name].exists(w, w == "x")', true],
    ['Tag.exists_one(t, t.weight > 1)', true],
    ['[1, 2].all(n, Tag.exists(t, t.weight == n))', true],
    ['Item.sort(i, i.owner.name).map(i, i.id)', ['i1', 'i2']],
    ['late.count()', undefined],
    ['has(owner.name)', true],
  ])('%s', (text, value) => expect(valueOf(text, given)).toEqual(value))

  test('names of parameters and lets are read from what was given', { tags: 'reference/names-in-expressions' }, () => {
    expect(valueOf('late.count() + input.amount', { ...given, input: { late: ['i1'], amount: 2 } })).toBe(3)
    expect(valueOf('input.note + "!"', { ...given, input: { note: 'a' } })).toBe('a!')
  })

  test('variables may be given from outside', () => {
    const tree = treeOf('Tag.exists(t, t.weight > 1)')
    if (tree.kind !== 'each') throw new Error('no set operation')
    expect(evaluate(tree.body, scopeOf(given), { t: 't2' })).toBe(true)
  })
})

describe('the type that is expected', () => {
  test(
    'numbers are converted, rounding half away from zero',
    { tags: 'reference/functions-of-numbers-and-values' },
    () => {
      expect(valueOf('hours_between(seen, now)', given, { kind: 'decimal', scale: 1 })).toBe('5719.5')
      expect(valueOf('price', given, { kind: 'decimal', scale: 0 })).toBe('13')
      expect(valueOf('count', given, { kind: 'number' })).toBe(7)
      expect(valueOf('5', given, { kind: 'decimal', scale: 2 })).toBe('5.00')
    },
  )
})
