// A text means the same in a form, a cell, a paste, an import, a filter and as the key of a match, in each language.
// `npm run test:readers` reads 10,000 texts of each type and language; `npm test` some hundreds.
import type { Arbitrary } from 'fast-check'
import { durationBetween } from '#shared/expressions/duration.ts'
import { assert, constantFrom, date, integer, oneof, property, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coerceValue, isEmptyValue } from '#shared/fields/coerce-value.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { writeDay } from '#shared/fields/reading/read-day.ts'
import { writeDuration } from '#shared/fields/reading/read-duration.ts'
import { writeMoment } from '#shared/fields/reading/read-time.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { isBlank } from '#shared/text/characters/invisible-characters.ts'
import { readConditionValue, valueOfCondition } from '../../../client/data/filters/read-condition-value.ts'
import { readTyped } from '../../../client/fields/edit/use-typed-value.ts'
import { readPasted } from '../../../client/screens/form/lines/read-paste.ts'
import { readCell } from '../../../server/records/import/read-cell.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const TEXTS = Number(process.env['READER_TEXTS'] ?? 300)

const model = compileDocument(
  documentOf({
    3: `### Thing

| field | type |
|---|---|
| count | integer |
| ratio | number |
| fine | decimal(3) |
| amount | money |
| share | percent |
| sharp | yes/no |
| day | date |
| born | date |
| opens | time |
| starts_at | date and time |
| lasts | duration |
| minutes_spent | duration |
| mail | email |
| site | url |
| mobile | phone |
| paint | color |
| tag | slug |
| kind | one of red, blue, very green |
| uses | several of cutting, digging |
| tags | list of text |
| extra | json |
| spot | location |
| name | text |
| story | long text |
`,
    5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Born | Thing | \`born == null or born <= today\` | Not yet. | born |
`,
    6: `| role | entity | may |
|---|---|---|
| everyone | Thing | everything |
`,
  }),
)
const fields = [...(model.entities.get('Thing')?.fields.values() ?? [])].filter((field) => !field.standard)
const TODAY = '2026-11-21'
const LOCALES = ['en', 'en-GB', 'de']

/** Generates texts that people write: the forms of values, with letters that are changed, left out and added. */
function textsOf(locale: string): Arbitrary<string> {
  const reading = makeReading(makePrinting(locale, 'Europe/Berlin', 'EUR'), TODAY)
  const { formatters } = reading
  const moments = date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const written = oneof(
    integer({ min: -2_000_000, max: 2_000_000 }).chain((count) =>
      constantFrom(
        ...[
          String(count),
          formatters.number(count / 8),
          formatters.money(count / 100),
          formatters.percent(count / 100),
        ],
        ...[
          writeDuration(durationBetween(count * 1_000), locale),
          `${count % 100}:30`,
          `${count % 50}h`,
          `${count % 9},5 Std`,
        ],
      ),
    ),
    moments.chain((moment) =>
      constantFrom(
        ...[moment.toISOString(), moment.toISOString().slice(0, 10), moment.toISOString().slice(11, 16)],
        ...[writeDay(locale, moment.toISOString().slice(0, 10)), writeMoment(moment.toISOString(), reading)],
        ...[`${moment.getUTCDate()}.${moment.getUTCMonth() + 1}.${moment.getUTCFullYear() % 100}`],
        ...[`${moment.getUTCMonth() + 1}/${moment.getUTCDate()}/${moment.getUTCFullYear()}`],
        ...[formatters.date(moment.toISOString().slice(0, 10)), formatters.moment(moment.toISOString())],
      ),
    ),
    constantFrom(
      ...['yes', 'Nein', 'x', 'Red', 'VERY GREEN', 'very_green', 'cutting, Digging', '"Smith, John", b', '#ABC', 'red'],
      ...[
        '{"a": 1}',
        '{"a":',
        'null',
        '52.5, 13.4',
        '52,5; 13,4',
        '-122.41, 37.8',
        '48.1° N, 11.6° E',
        'heute',
        'today',
      ],
      ...[
        'someone@Example.com',
        'a@b',
        'https://example.com/x',
        '+49 30 1234567',
        'printer-jam',
        ' printer-jam ',
        'PT8H',
      ],
      ...['2 days 3 h', '1h30', '90 min', '8 Std', '', '   ', '12e3', '(5)', '1.234,50-', '.5', 'é', 'e\u0301'],
    ),
  )
  const letters = string({ unit: constantFrom(...[...'0123456789.,:;/-+ hdmxeTZ"{}%€']), maxLength: 12 })
  const changed = tuple(written, integer({ min: 0, max: 30 }), letters).map(
    ([text, at, more]) => text.slice(0, at) + more.slice(0, 2) + text.slice(at + (more.length % 3)),
  )
  return (
    oneof(written, changed, letters, string({ maxLength: 20 }))
      // An input of one line holds no line break.
      .map((text) => text.replaceAll(/[\r\n\t]/g, ' '))
  )
}

/** The value that is kept, '' for nothing, or that there is none. */
function kept(value: unknown, field: Field): unknown {
  const read = coerceValue(value, field)
  return 'problem' in read ? 'refused' : isEmptyValue(read.value, field.type) ? '' : read.value
}

/** Families whose filters are typed; the values of others are chosen, or parts of a text. */
const TYPED_FILTERS = new Set(['number', 'day', 'time', 'duration'])

describe.each(LOCALES)('in %s', (locale) => {
  const reading = makeReading(makePrinting(locale, 'Europe/Berlin', 'EUR'), TODAY)

  test.each(fields.map((field) => [field.name.label, field] as const))('%s', (_label, field) => {
    assert(
      property(textsOf(locale), (text) => {
        const form = kept(readTyped(text, field, reading), field)
        expect(kept(readPasted(field, text, { reading, known: () => [] }), field)).toEqual(form)
        const imported = isBlank(text) ? { value: null } : readCell(field, text, reading)
        expect('error' in imported ? 'refused' : kept(imported.value, field)).toEqual(form)
        if (!TYPED_FILTERS.has(familyOf(field.type))) return
        const condition = readConditionValue(text, field, reading)
        const isMoment = fieldType(field.type.kind).precision === 'moment'
        const compared = isMoment ? kept(readTyped(text, DAY, reading), DAY) : form
        if ('problem' in condition) expect(compared).toBe('refused')
        else expect(valueOfCondition(condition.value, field) ?? '').toEqual(compared)
      }),
      { numRuns: TEXTS },
    )
  })

  test('nothing but blanks is empty', { tags: 'reference/what-people-write' }, () => {
    for (const field of fields)
      assert(
        property(textsOf(locale), (text) => {
          const read = readTyped(text, field, reading)
          if (!isBlank(text) && !NAMES_NOTHING.test(text.trim()))
            expect([field.name.label, isEmptyValue(read, field.type)]).toEqual([field.name.label, false])
          if (read instanceof UnreadText) expect(read.text).toBe(text)
        }),
        { numRuns: TEXTS },
      )
  })
})

const DAY = { ...fields.find(({ name }) => name.identifier === 'day') } as Field
/** JSON has a word of its own for nothing, and an empty text is empty. */
const NAMES_NOTHING = /^(?:null|"\s*")$/
