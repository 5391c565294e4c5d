// What each type of field takes from outside, and what it makes of it.
import { describe, expect, test } from 'vitest'
import { coerceValue, compareValues, printValue, schemaOf } from '#shared/fields/coerce-value.ts'
import type { FieldShape, FieldType } from '#shared/fields/field-type.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { makeSlug } from '#shared/fields/slug.ts'
import { formatSequence } from '#shared/fields/sequence.ts'
import { fromColumn, toColumn } from '#shared/fields/stored-value.ts'

const words = ['low', 'high'].map((word) => ({ word, label: word, span: { start: 0, end: 0 } }))
const person: FieldType = { kind: 'relation', many: false, entity: 'Person', reverse: '', whenDeleted: 'refuse' }
const people: FieldType = { ...person, many: true }
const ID = '0193f0a1-0000-7000-8000-000000000001'

/** The value, or the code of the problem in front of a "!". */
function read(input: unknown, type: FieldType, limits?: FieldShape['limits']): unknown {
  const found = coerceValue(input, limits ? { type, limits } : { type })
  return 'problem' in found ? `!${found.problem.code}` : found.value
}

describe('texts', () => {
  test.each<[unknown, unknown]>([
    ['  Printer ', 'Printer'],
    ['e\u0301', '\u00e9'],
    ['', null],
    ['   ', null],
    ['\u200B\u3164 \u2800\u202E', null],
    ['\u200Bcopied\u00AD ', 'copied'],
    [null, null],
    ['two\nlines', '!one_line'],
    [`a${'\u0301'.repeat(31)}`, '!too_many_marks'],
    [' '.repeat(4_001), '!too_long'],
    ['nul\u0000', '!control_characters'],
    ['\ud800', '!malformed'],
    [7, '!wrong_type'],
    ['x'.repeat(1_001), '!too_long'],
    ['\u{1f600}'.repeat(1_000), '\u{1f600}'.repeat(1_000)],
  ])('one line: %j', (input, expected) => expect(read(input, { kind: 'text' })).toBe(expected))

  test('several lines keep their breaks, whatever the system that wrote them', () => {
    expect(read('one\r\ntwo', { kind: 'long text' })).toBe('one\ntwo')
    expect(read('x'.repeat(100_001), { kind: 'markdown' })).toBe('!too_long')
  })

  test('of a key is without what shows nothing', () => {
    expect(read('SN\u200B-1', { kind: 'text' }, { inKey: true })).toBe('SN-1')
    expect(read('SN\u200B-1', { kind: 'text' })).toBe('SN\u200B-1')
  })

  test('limits count characters, and patterns are obeyed', { tags: 'reference/limits' }, () => {
    expect(read('abcd', { kind: 'text' }, { max: 3 })).toBe('!too_long')
    expect(read('ab', { kind: 'text' }, { min: 3 })).toBe('!too_short')
    expect(read('ab1', { kind: 'text' }, { pattern: '^[a-z]+$' })).toBe('!pattern')
  })

  test.each<[FieldType['kind'], unknown, unknown]>([
    ['email', 'Cora@Example.ORG', 'Cora@example.org'],
    ['email', 'cora@localhost', '!not_an_email'],
    ['email', '\u202Acora\u200B@example.org\u202C', 'cora@example.org'],
    ['email', 'a..b@example.org', '!not_an_email'],
    ['email', '.a@example.org', '!not_an_email'],
    ['email', 'a.@example.org', '!not_an_email'],
    ['email', 'a@example..org', '!not_an_email'],
    ['email', 'a@-example.org', '!not_an_email'],
    ['email', 'a@example-.org', '!not_an_email'],
    ['email', 'a@192.168.1.1', '!not_an_email'],
    ['email', 'a@b@example.org', '!not_an_email'],
    ['email', "o'neil+tag@sub.example.org", "o'neil+tag@sub.example.org"],
    ['email', 'jörg@müller.example', 'jörg@müller.example'],
    ['email', 'x@हिन्दी.example', 'x@हिन्दी.example'],
    ['url', 'https://exa\u200Bmple.org/', 'https://example.org/'],
    ['phone', '\u202A+49\u00A030\u2011123\u202C', '+49 30-123'],
    ['phone', '＋49 30 123', '+49 30 123'],
    ['email', 'a b@example.org', '!not_an_email'],
    ['url', 'https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['url', 'javascript:alert(1)', '!not_a_url'],
    ['url', 'https://user:secret@example.org', '!not_a_url'],
    ['phone', '+49 (30) 123-45', '+49 (30) 123-45'],
    ['phone', 'call me', '!not_a_phone'],
    ['color', '#1C7', '#11cc77'],
    ['color', 'red', '!not_a_color'],
    ['slug', 'printer-jam', 'printer-jam'],
    ['slug', 'Printer jam', '!not_a_slug'],
  ])('%s %j', (kind, input, expected) => expect(read(input, { kind } as FieldType)).toBe(expected))

  test('slugs are made of titles', () => {
    expect(['Printer jam (again)!', 'Öl & Größe', '日本'].map(makeSlug)).toEqual([
      'printer-jam-again',
      'ol-grosse',
      'item',
    ])
  })
})

describe('numbers', () => {
  test.each<[FieldType, unknown, unknown]>([
    [{ kind: 'integer' }, 7, 7],
    [{ kind: 'integer' }, -0, 0],
    [{ kind: 'integer' }, 1.5, '!wrong_type'],
    [{ kind: 'integer' }, '7', '!wrong_type'],
    [{ kind: 'integer' }, 2 ** 53, '!out_of_range'],
    [{ kind: 'number' }, 1.5, 1.5],
    [{ kind: 'number' }, Number.NaN, '!wrong_type'],
    [{ kind: 'money' }, '12.5', '12.50'],
    [{ kind: 'money' }, 12.5, '12.50'],
    [{ kind: 'money' }, '12.505', '!too_precise'],
    [{ kind: 'money' }, '1e3', '!wrong_type'],
    [{ kind: 'money' }, '90071992547409.92', '!out_of_range'],
    [{ kind: 'decimal', scale: 0 }, '-3', '-3'],
    [{ kind: 'decimal', scale: 1 }, '-0.5', '-0.5'],
  ])('%j %j', (type, input, expected) => expect(read(input, type)).toBe(expected))

  test('bounds include themselves', () => {
    expect([0, 1, 5, 6].map((value) => read(value, { kind: 'integer' }, { min: 1, max: 5 }))).toEqual([
      '!too_small',
      1,
      5,
      '!too_big',
    ])
    expect(read('10.01', { kind: 'money' }, { max: '10.00' })).toBe('!too_big')
  })
})

describe('time', () => {
  test.each<[FieldType['kind'], unknown, unknown]>([
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2026-02-29', '!wrong_type'],
    ['date', '0000-01-01', '!wrong_type'],
    ['date', '21.11.2026', '!wrong_type'],
    ['time', '14:30', '14:30'],
    ['time', '24:00', '!wrong_type'],
    ['date and time', '2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000Z'],
    ['date and time', '2026-11-21T10:00:00.1234567Z', '2026-11-21T10:00:00.123Z'],
    ['date and time', '2026-11-21T10:00:00', '!wrong_type'],
    ['date and time', '0001-01-01T00:00:00+01:00', '!wrong_type'],
    ['duration', 'PT480M', 'PT8H'],
    ['duration', '8 hours', '!wrong_type'],
  ])('%s %j', (kind, input, expected) => expect(read(input, { kind } as FieldType)).toBe(expected))
})

describe('choices, lists and relations', () => {
  test.each<[FieldType, unknown, unknown]>([
    [{ kind: 'one of', words }, 'high', 'high'],
    [{ kind: 'one of', words }, 'higher', '!not_one_of'],
    [{ kind: 'several of', words }, ['high', 'low', 'high'], ['low', 'high']],
    [{ kind: 'several of', words }, null, []],
    [{ kind: 'list of text' }, ['a', ' b ', ''], ['a', 'b']],
    [{ kind: 'list of text' }, 'a', '!wrong_type'],
    [{ kind: 'yes/no' }, 'yes', '!wrong_type'],
    [{ kind: 'yes/no' }, false, false],
    [person, ID.toUpperCase(), ID],
    [person, 'Cora', '!wrong_type'],
    [people, [ID, ID], [ID]],
    [people, null, []],
    [{ kind: 'location' }, { lat: 52.5, lon: 13.4 }, { lat: 52.5, lon: 13.4 }],
    [{ kind: 'location' }, { lat: 95, lon: 13.4 }, '!wrong_type'],
    [{ kind: 'json' }, { a: [1, null] }, { a: [1, null] }],
    [{ kind: 'files' }, [], []],
    [{ kind: 'files' }, [{ name: 'a.pdf' }], '!wrong_type'],
    [{ kind: 'files' }, [{ id: 'a' }, { id: 'a' }], '!doubled'],
    [{ kind: 'file' }, { id: 'a', role: 'x' }, '!wrong_type'],
    [{ kind: 'file' }, { id: 'a' }, { id: 'a' }],
    [{ kind: 'sequence' }, 7, '!computed'],
  ])('%j %j', (type, input, expected) => expect(read(input, type)).toEqual(expected))

  test('at most so many', () => {
    expect(read(['a', 'b'], { kind: 'list of text' }, { atMost: 1 })).toBe('!too_many')
  })

  test('words are sorted by their order in the document', { tags: 'reference/types' }, () => {
    expect(compareValues('high', 'low', { type: { kind: 'one of', words } })).toBeGreaterThan(0)
    expect(compareValues(null, 'low', { type: { kind: 'one of', words } })).toBeLessThan(0)
  })
})

describe('columns', () => {
  test.each<[FieldType, unknown, unknown]>([
    [{ kind: 'money' }, '12.50', 1250],
    [{ kind: 'decimal', scale: 1 }, '-0.5', -5],
    [{ kind: 'duration' }, 'PT8H', 'PT8H'],
    [{ kind: 'duration' }, 'PT720H', 'PT720H'],
    [{ kind: 'yes/no' }, false, 0],
    [{ kind: 'list of text' }, ['a'], '["a"]'],
    [{ kind: 'date and time' }, '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    [{ kind: 'integer' }, null, null],
  ])('%j keeps %j', (type, value, stored) => {
    const column = fieldType(type.kind).column(type)
    expect(toColumn(value, column)).toBe(stored)
    expect(fromColumn(stored, column)).toEqual(value)
  })

  test('a relation to many lies in a table of its own', () => {
    expect(fieldType('relation').column(people)).toEqual({ kind: 'none', form: 'set' })
  })
})

describe('people and programs', () => {
  const printing = makePrinting('en', 'Europe/Berlin', 'EUR', (_entity, id) => (id === ID ? 'Cora' : undefined))

  test.each<[FieldType, unknown, string]>([
    [{ kind: 'money' }, '1234.50', '€1,234.50'],
    [{ kind: 'percent' }, '12.50', '12.5%'],
    [{ kind: 'date and time' }, '2026-11-21T23:30:00.000Z', 'Nov 22, 2026, 12:30 AM'],
    [{ kind: 'date' }, '2026-11-21', 'Nov 21, 2026'],
    [{ kind: 'duration' }, 'PT36H', '36 hours'],
    [{ kind: 'yes/no' }, true, 'yes'],
    [person, ID, 'Cora'],
    [person, ID.replace('1', '2'), '…'],
    [{ kind: 'text' }, null, ''],
  ])('%j shows %j', (type, value, text) =>
    expect(printValue(value, { type }, printing).replaceAll('\u202f', ' ')).toBe(text),
  )

  test.each<[FieldType, unknown, string]>([
    [{ kind: 'percent' }, '1250.50', '1,250.5%'],
    // A whole number of four digits may be a year.
    [{ kind: 'integer' }, 2027, '2027'],
    [{ kind: 'number' }, 2027, '2027'],
    [{ kind: 'number' }, 2027.5, '2,027.5'],
    [{ kind: 'number' }, -1234.5, '-1,234.5'],
    [{ kind: 'integer' }, 12345, '12,345'],
    [{ kind: 'decimal', scale: 3 }, '1234.500', '1,234.500'],
    [{ kind: 'sequence' }, 12345, '12345'],
  ])('%j shows %j as %s', { tags: 'reference/how-numbers-are-shown' }, (type, value, text) =>
    expect(printValue(value, { type }, printing)).toBe(text),
  )

  test('an unknown language or zone is no reason to fail', () => {
    expect(makePrinting('no language', 'Nowhere/At all')).toMatchObject({ locale: 'en', timeZone: 'UTC' })
  })

  test('schemas carry the limits', () => {
    expect(schemaOf({ type: { kind: 'text' }, limits: { max: 120 } })).toEqual({ type: 'string', maxLength: 120 })
    expect(schemaOf({ type: { kind: 'integer' }, limits: { min: 1, max: 5 } })).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 5,
    })
    expect(schemaOf({ type: people, limits: { atMost: 10 } })).toMatchObject({ type: 'array', maxItems: 10 })
  })

  test('a sequence keeps its noughts, and outgrows them', () => {
    expect([42, 123_456].map((count) => formatSequence('HD-{00000}', count))).toEqual(['HD-00042', 'HD-123456'])
  })
})
