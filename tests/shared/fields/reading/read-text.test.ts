// What people write is read as a value or refused with what is expected, in their language.
import { durationBetween, makeDuration } from '#shared/expressions/duration.ts'
import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sayPhrase } from '#shared/text/phrase.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { readTypedDuration, writeDuration, writeUnit } from '#shared/fields/reading/read-duration.ts'
import type { ReadableField } from '#shared/fields/reading/read-text.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

const readingIn = (locale: string) => makeReading(makePrinting(locale, 'Europe/Berlin', 'EUR'), '2026-11-21')
const read = (locale: string, field: ReadableField, text: string): unknown => {
  const found = readText(text, field, readingIn(locale))
  return 'value' in found ? found.value : `… ${sayPhrase(found.problem, locale)}`
}
const DURATION: ReadableField = { type: { kind: 'duration' } }

describe('a duration', () => {
  test.each([
    ['en', '8h', 'PT8H'],
    ['en', '8:30', 'PT8H30M'],
    ['en', '36:00', 'PT36H'],
    ['en', '0:00:01.5', 'PT1.5S'],
    ['en', '1.5 h', 'PT1H30M'],
    ['en', '1,5 hours', 'PT1H30M'],
    ['de', '1,5 h', 'PT1H30M'],
    ['de', '8 Std', 'PT8H'],
    ['de', '8 Std. 15 Min.', 'PT8H15M'],
    ['de', '2 Tage 3 Stunden', 'P2DT3H'],
    ['en', '2 days 3 h', 'P2DT3H'],
    ['en', '2 days, 3 hours and 5 min', 'P2DT3H5M'],
    ['en', '30 min', 'PT30M'],
    ['en', '1h30', 'PT1H30M'],
    ['en', '1h30m', 'PT1H30M'],
    ['en', '-2 hours', '-PT2H'],
    ['en', 'PT8H', 'PT8H'],
    ['en', '1 week', 'P7D'],
    ['fr', '2 jours 4 heures', 'P2DT4H'],
    // A "t" is an hour in Norwegian, and a day in German.
    ['nb', '8 t', 'PT8H'],
    ['de', '8 t', 'P8D'],
    ['en', '90', 'PT90H'],
    ['en', 'a while', '… must be a duration, such as 1:30 or 1 hour 30 minutes'],
    ['de', 'eine Weile', '… muss eine Dauer sein, etwa 1:30 oder 1 Stunde 30 Minuten'],
    ['en', '8:90', '… must be a duration, such as 1:30 or 1 hour 30 minutes'],
    ['en', '3 h 2 days', '… must be a duration, such as 1:30 or 1 hour 30 minutes'],
    ['en', '8 parsecs', '… must be a duration, such as 1:30 or 1 hour 30 minutes'],
    ['en', '9999999999999 days', '… must be a duration, such as 1:30 or 1 hour 30 minutes'],
  ])('in %s "%s" is %s', { tags: 'reference/what-people-write' }, (locale, text, expected) => {
    expect(read(locale, DURATION, text)).toBe(expected)
  })

  test('that is a number only has the unit that its field shows', { tags: 'reference/what-people-write' }, () => {
    const bare = (field: Omit<ReadableField, 'type'>) => read('en', { ...DURATION, ...field }, '90')
    expect(bare({ name: { label: 'minutes spent' } })).toBe('PT1H30M')
    expect(bare({ name: { label: 'Dauer in Tagen' } })).toBe('P90D')
    expect(bare({ limits: { max: 'PT90M' } })).toBe('PT1H30M')
    expect(bare({ limits: { max: 'PT100H' } })).toBe('PT90H')
    expect(bare({ limits: { max: 'P100D' } })).toBe('P90D')
    expect([writeUnit('hour', 'en'), writeUnit('minute', 'de')]).toEqual(['hr', 'Min.'])
  })

  test('is read as its input writes it, in each language, to the millisecond', () => {
    const locales = constantFrom('en', 'de', 'fr', 'es', 'sv', 'nb', 'pl', 'ru', 'ja', 'ar', 'fa', 'hi', 'sw')
    assert(
      property(locales, integer({ min: -100_000_000_000, max: 100_000_000_000 }), (locale, milliseconds) => {
        for (const duration of [makeDuration(milliseconds), durationBetween(milliseconds)])
          expect(readTypedDuration(writeDuration(duration, locale), { locale })).toBe(duration)
      }),
    )
  })
})

test.each<[string, string, ReadableField['type'], string, unknown]>([
  ['a place', 'en', { kind: 'location' }, '52.520008, 13.404954', { lat: 52.520008, lon: 13.404954 }],
  ['a place with commas', 'de', { kind: 'location' }, '52,52; 13,405', { lat: 52.52, lon: 13.405 }],
  ['a place by its sides', 'en', { kind: 'location' }, '33.9° S, 18.4° E', { lat: -33.9, lon: 18.4 }],
  [
    'a latitude beyond the pole',
    'en',
    { kind: 'location' },
    '-122.41, 37.8',
    '… has the latitude -122.41; it must be from -90 to 90',
  ],
  ['JSON that is not whole', 'en', { kind: 'json' }, '{"a":', '… must be whole JSON, such as { "colour": "red" }'],
  ['a colour by name', 'de', { kind: 'color' }, 'rot', '… muss eine Farbe sein, etwa „#1c7ed6“'],
  ['a colour without its sign', 'en', { kind: 'color' }, 'ABC', '#aabbcc'],
  ['a switch', 'de', { kind: 'yes/no' }, ' JA ', true],
  ['no switch', 'en', { kind: 'yes/no' }, 'perhaps', '… must be yes or no'],
  ['a list with a comma in an entry', 'en', { kind: 'list of text' }, '"Smith, John", b', ['Smith, John', 'b']],
  ['a list of commas', 'en', { kind: 'list of text' }, ', ,', '… has no entry between its commas'],
  ['a phone number', 'en', { kind: 'phone' }, ' +49  30 1234567 ', '+49 30 1234567'],
  ['a slug', 'en', { kind: 'slug' }, ' printer-jam ', 'printer-jam'],
])('%s (%s)', (_says, locale, type, text, expected) => {
  expect(read(locale, { type }, text)).toEqual(expected)
})

test(
  'a day of birth is one that has been, where a rule says that it may not lie in the future',
  { tags: 'reference/what-people-write' },
  () => {
    const { entities } = compileDocument(
      documentOf({
        3: `### Member

| field | type |
|---|---|
| born | date |
| died | date |
| adult_since | date |
| joined_at | date and time |
| due | date |
| later | date |
`,
        5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Born | Member | \`born == null or born <= today\` | No. | born |
| Died | Member | \`died == null or (today >= died and died >= born)\` | No. | died |
| Of age | Member | \`adult_since == null or adult_since < later(today, -1, "year")\` | No. | adult_since |
| Joined | Member | \`joined_at == null or joined_at <= now\` | No. | joined_at |
| Due | Member | \`due == null or due >= today\` | No. | due |
| Later | Member | \`later == null or later <= later(today, 30, "day")\` | No. | later |
`,
      }),
    )
    const fields = [...(entities.get('Member')?.fields.values() ?? [])]
    expect(fields.filter(({ isPast }) => isPast).map(({ name }) => name.identifier)).toEqual([
      ...['born', 'died', 'adult_since', 'joined_at'],
    ])
    const [born] = fields.filter(({ name }) => name.identifier === 'born')
    expect(born && read('de', born, '1.1.30')).toBe('1930-01-01')
  },
)

test('a text that can’t be read is kept over JSON with its problem', () => {
  const found = readText('a while', DURATION, readingIn('de'))
  const unread = 'problem' in found ? new UnreadText('a while', found.problem, ['b']) : undefined
  const restored: unknown = JSON.parse(
    JSON.stringify({ of: [unread] }),
    (_key, value: unknown) => UnreadText.restore(value) ?? value,
  )
  expect(restored).toEqual({ of: [unread] })
  expect(unread?.problem.says.de).toBe('muss eine Dauer sein, etwa 1:30 oder 1 Stunde 30 Minuten')
})
