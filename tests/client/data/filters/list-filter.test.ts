// The filter of a list: what its address says, what the server is asked, and in which words people read it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeFilterPart } from '../../../../client/data/filters/describe-filter-part.ts'
import type { FilterCondition } from '../../../../client/data/filters/filter-condition.ts'
import { conditionText } from '../../../../client/data/filters/filter-condition.ts'
import { needsValue, operatorsOf } from '../../../../client/data/filters/filter-operators.ts'
import { filterText, readListFilter, writeFilter } from '../../../../client/data/filters/list-filter.ts'
import { familyOf } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Thing

| field | type |
|---|---|
| name | text |
| notes | long text |
| mail | email |
| code | sequence "T-{000}" |
| rank | integer |
| size_of | number |
| price | money |
| weight | decimal(2) |
| share | percent |
| done | yes/no |
| born | date |
| seen | date and time |
| wakes | time |
| takes | duration |
| kind | one of apple, big pear |
| marks | several of red, green |
| labels | list of text |
| owner | Person (as things) |
| friends | several Person (as befriended) |
| parent | Thing (as children) |
| photo | image |
| papers | files |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Thing, Person | everything |
`,
  9: `| name | value |
|---|---|
| time zone | Europe/Berlin |
`,
})

const model = compileDocument(DOCUMENT)
const entity = model.entities.get('Thing')
if (!entity) throw new Error('There is no Thing.')
const fieldNamed = (name: string): Field => {
  const field = entity.fields.get(name)
  if (!field) throw new Error(`There is no ${name}.`)
  return field
}
const readable = new Set(entity.fields.keys())
const read = (text: string) => readListFilter(model, entity, readable, new URLSearchParams(text))

describe('a filter in the address', () => {
  test('is read as it was written, with commas and other letters in its values', () => {
    const filter = {
      conditions: [
        { field: 'kind', operator: 'is', values: ['apple', 'big_pear'] },
        { field: 'name', operator: 'contains', values: ['a, b\\c & "d"'] },
        { field: 'parent.kind', operator: 'not', values: ['apple'] },
        { field: 'owner', operator: 'empty', values: [] },
      ],
      any: true,
    } as const
    const written = writeFilter(new URLSearchParams('q=x'), filter)
    expect(read(written.toString())).toEqual(filter)
    expect([...written.keys()]).toEqual(['q', 'kind', 'name:contains', 'parent.kind:not', 'owner:empty', '_any'])
  })

  test('says what of it may not be read, does not exist or is no value, keeps that, and finds nothing', () => {
    const hidden = readListFilter(model, entity, new Set(['kind']), new URLSearchParams('name:contains=x&kind=apple'))
    expect(hidden.conditions.map(({ field }) => field)).toEqual(['kind'])
    expect(hidden.lost).toEqual([{ key: 'name:contains', value: 'x' }])
    expect(filterText(model, entity, hidden)).toBe('false')
    const text = 'nothing=1&rank:more=many&born:before=soon&seen:last=0d&kind:larger=apple&parent=me'
    const wrong = read(text)
    expect(wrong.conditions).toEqual([])
    expect(wrong.lost?.map(({ key, value }) => `${key}=${value}`).join('&')).toBe(text)
    expect(writeFilter(new URLSearchParams('kind=apple'), wrong).toString()).toBe(new URLSearchParams(text).toString())
    expect(filterText(model, entity, { ...wrong, any: true })).toBe('false')
    // A condition without a value is none yet; what other screens keep in the address is none either.
    expect(read('rank:more=&on=2026-11-22&view=week')).toEqual({ conditions: [], any: false })
    expect(read(Array.from({ length: 21 }, (_, at) => `rank:more=${at}`).join('&')).lost).toHaveLength(1)
  })
})

test('conditions are joined by "and", or by "or"', () => {
  expect(filterText(model, entity, read('kind=apple&rank:more=5'))).toBe('(kind in ["apple"]) and (rank > 5)')
  expect(filterText(model, entity, read('kind=apple&rank:more=5&_any=1'))).toBe('(kind in ["apple"]) or (rank > 5)')
})

test('a condition reads as a sentence', () => {
  const titles = new Map([['1', 'Ada']])
  const printing = makePrinting('en-GB', 'UTC')
  const sayField = (text: string) => {
    const [condition] = read(text).conditions
    if (!condition) throw new Error(`${text} is no condition.`)
    const field = fieldNamed(condition.field)
    const {
      field: name,
      operator,
      value,
    } = describeFilterPart(field, field.name.label, condition, { titles, printing })
    return `${name} ${operator} ${value}`.trim()
  }
  expect(sayField('kind=apple,big_pear')).toBe('kind is Apple or Big pear')
  expect(sayField('owner=me,1')).toBe('owner is me or Ada')
  expect(sayField('owner:empty=')).toBe('owner is nobody')
  expect(sayField('born:before=2026-12-01')).toBe('born is before 1 Dec 2026')
  expect(sayField('seen:last=7d')).toBe('seen is in the last 7 days')
  expect(sayField('seen:within=this-week')).toBe('seen is this week')
  expect(sayField('rank:more=5')).toBe('rank is more than 5')
  expect(sayField('parent:empty=')).toBe('parent is empty')
  expect(sayField('name:contains=x')).toBe('name contains “x”')
})

describe('the server', () => {
  let app: TestApp
  let caller: Caller
  beforeAll(async () => {
    app = await startApp(DOCUMENT)
    caller = await app.as('everyone', 'Ada')
    const at = (days: number) => new Date(app.clock.now + days * 86_400_000).toISOString()
    const things = [
      {
        name: 'Alpha',
        rank: 1,
        price: '1.50',
        done: true,
        born: at(0).slice(0, 10),
        seen: at(-3),
        kind: 'apple',
        owner: caller.id,
        takes: 'PT2H',
        marks: ['red'],
        labels: ['x, y'],
        friends: [caller.id],
        wakes: '07:30',
      },
      {
        name: 'Beta',
        rank: 9,
        price: '12.00',
        done: false,
        born: at(-40).slice(0, 10),
        seen: at(3),
        kind: 'big_pear',
        takes: 'P3D',
        marks: ['red', 'green'],
        wakes: '09:00',
      },
      { name: 'Gamma' },
    ]
    for (const thing of things) expect((await caller.post('/api/things', thing)).body).toMatchObject(thing)
  })
  afterAll(() => app.stop())

  const VALUES: { readonly [family: string]: readonly string[] } = {
    word: ['apple'],
    words: ['red'],
    flag: ['yes'],
    record: ['0198c0de-0000-7000-8000-000000000000'],
    records: ['me', '0198c0de-0000-7000-8000-000000000000'],
    text: ['a"b'],
    texts: ['x, y'],
    number: ['-2.5'],
    time: ['08:00'],
    duration: ['8h'],
    day: ['2026-11-01'],
  }
  const sample = (field: Field, operator: FilterCondition['operator']): readonly string[] => {
    if (operator === 'within') return ['last-month']
    if (operator === 'last' || operator === 'next') return ['2w']
    return field.type.kind === 'integer' ? ['3'] : (VALUES[familyOf(field.type)] ?? [])
  }

  test('understands every operator of every type', async () => {
    for (const field of entity.fields.values()) {
      for (const operator of operatorsOf(field)) {
        const condition = {
          field: field.name.identifier,
          operator,
          values: needsValue(operator) ? sample(field, operator) : [],
        }
        const text = conditionText(field, condition)
        if (text === undefined) throw new Error(`${field.type.kind} has no text for ${operator}`)
        const { status, body } = await caller.get(`/api/things?filter=${encodeURIComponent(text)}`)
        expect({ text, status, detail: body.detail }).toEqual({ text, status: 200, detail: undefined })
      }
    }
  })

  test.each([
    ['kind=apple', 'Alpha'],
    ['kind:not=apple', 'Beta Gamma'],
    ['owner=me', 'Alpha'],
    ['owner:not=me', 'Beta Gamma'],
    ['owner:empty=', 'Beta Gamma'],
    ['friends:contains=me', 'Alpha'],
    ['friends:empty=', 'Beta Gamma'],
    ['marks:contains=green', 'Beta'],
    ['marks:lacks=green', 'Alpha Gamma'],
    ['labels:contains=x\\, y', 'Alpha'],
    ['name:contains=ALPH', 'Alpha'],
    ['name:begins=b', 'Beta'],
    ['rank:least=9', 'Beta'],
    ['rank:not=9', 'Alpha Gamma'],
    ['price:more=1.5', 'Beta'],
    ['takes:more=1d', 'Beta'],
    ['wakes:before=08:00', 'Alpha'],
    ['born:within=this-day', 'Alpha'],
    ['born:last=1m', 'Alpha'],
    ['seen:last=7d', 'Alpha'],
    ['seen:next=72h', 'Beta'],
    ['done=no', 'Beta'],
    ['done:empty=', 'Gamma'],
    ['photo:empty=&papers:empty=', 'Alpha Beta Gamma'],
    ['photo:given=', ''],
    ['kind=apple&rank:more=5&_any=1', 'Alpha Beta'],
  ])('finds with %s: %s', async (address, names) => {
    const text = filterText(model, entity, read(address)) ?? ''
    const { body } = await caller.get(`/api/things?sort=name&filter=${encodeURIComponent(text)}`)
    expect({ text, names: body.items?.map(({ name }: { name: string }) => name).join(' ') }).toEqual({ text, names })
  })
})

test.each([
  ['12.5', 'share > 0.125'],
  ['-0.5', 'share > -0.005'],
  ['150', 'share > 1.50'],
])('a per cent that people write, %s, is its hundredth in the condition', (written, text) => {
  const condition: FilterCondition = { field: 'share', operator: 'more', values: [written] }
  expect(conditionText({ type: { kind: 'percent' } }, condition)).toBe(text)
})
