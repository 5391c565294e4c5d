// What an export wrote, an import by id takes back and changes nothing: every type, list and relation, in every format.
// @module-tag I09
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { coerceValue } from '#shared/fields/coerce-value.ts'
import { durationBetween, makeDuration, printIsoDuration } from '#shared/expressions/duration.ts'
import { printDecimal } from '#shared/expressions/decimal.ts'
import type { ImportError } from '#shared/protocol/import.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

/** So many tables of random records for each language and format. */
const TABLES = Number(process.env['EXPORT_TABLES'] ?? 1)
const ROWS = 12

const DOCUMENT = (language: string, timeZone: string, currency: string) =>
  documentOf({
    3: `### Firm

| field | type | limits |
|---|---|---|
| name | text | |
| story | long text | |

### Copy

| field | type | limits |
|---|---|---|
| barcode | sequence "C-{00000}" | |
| firm | Firm | |

- title: "{barcode} {firm.name}"

### Note

| field | type | limits |
|---|---|---|
| text | long text | |

- title: text

### Thing

| field | type | limits |
|---|---|---|
| name | text | |
| story | long text | |
| page | markdown | |
| count | integer | |
| ratio | number | |
| fine | decimal(3) | |
| whole | decimal(0) | |
| amount | money | |
| share | percent | |
| sharp | yes/no | |
| due | date | |
| due at | date and time | |
| opens at | time | |
| lasts | duration | |
| mail | email | |
| site | url | |
| mobile | phone | |
| paint | color | |
| short | slug | |
| table | integer | |
| kind | one of: red, blue, very green | |
| uses | several of: cutting, digging, drilling | |
| tags | list of text | |
| extra | json | |
| spot | location | |
| firm | Firm | |
| copy | Copy | |
| parent | Thing | |
| note | Note | |
| friends | several Firm (as befriended) | |
| copies | several Copy (as used) | |
| double | computed number | \`ratio / 2\` |
`.replaceAll('| limits |\n|---|---|---|', '| value |\n|---|---|---|'),
    6: `| role | entity | may |
|---|---|---|
| everyone | Thing, Firm, Copy, Note | everything, import, export |
`,
    9: `| name | value |
|---|---|
| language | ${language} |
| time zone | ${timeZone} |
| currency | ${currency} |
`,
  })

const SPECIAL = [
  '_x0041_',
  '_x005F_',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '=',
  "'",
  '+',
  '-',
  '@',
  ' ',
  '…',
  'é',
  '\u{1f600}',
  '1',
  'a',
]
const piece = fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'grapheme', maxLength: 5 }))
const line = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
const paragraph = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .array(fc.oneof(line, fc.constantFrom('\n', '\r', '  \n')), { maxLength: 4 })
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x'.repeat(32_767), `${'long '.repeat(8_000)}end`, '\u{1f600}'.repeat(16_384)),
  },
)
const decimalOf = (scale: number): Arbitrary<string> =>
  fc
    .oneof(
      fc.maxSafeInteger().map(BigInt),
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      fc.integer({ min: -2_000_000, max: 2_000_000 }).map(BigInt),
    )
    .map((units) => printDecimal({ units, scale }))
const FIRST = Date.parse('0001-01-02T00:00:00Z')
const LAST = Date.parse('9999-12-30T00:00:00Z')
const moment = fc
  .oneof(
    fc.integer({ min: FIRST, max: LAST }),
    fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') }).map((at) => at - (at % 60_000)),
    // Around the hours that come twice, in Berlin and in New York.
    fc.integer({ min: 0, max: 16 }).map((quarter) => Date.parse('2026-10-24T23:00:00Z') + quarter * 900_000),
    fc.integer({ min: 0, max: 16 }).map((quarter) => Date.parse('2026-11-01T04:00:00Z') + quarter * 900_000),
  )
  .map((at) => new Date(at).toISOString())
const words = fc.constantFrom('red', 'blue', 'very_green')

const VALUES: { readonly [field: string]: Arbitrary<unknown> } = {
  name: line,
  story: paragraph,
  page: paragraph,
  count: fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -9_999, max: 9_999 })),
  ratio: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0.1 + 0.2, 1.234, 12.345, 1234.567, -1.234, 1e21, 1e-7, 1.234e-7, 5e-324, 1.7e308),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((number) => number / 1_000),
  ),
  fine: decimalOf(3),
  whole: decimalOf(0),
  amount: decimalOf(2),
  share: decimalOf(2),
  sharp: fc.boolean(),
  due: fc.integer({ min: FIRST, max: LAST }).map((at) => new Date(at).toISOString().slice(0, 10)),
  due_at: moment,
  opens_at: fc.integer({ min: 0, max: 1_439 }).map((at) => new Date(at * 60_000).toISOString().slice(11, 16)),
  lasts: fc
    .oneof(
      fc.integer({ min: -400_000_000, max: 400_000_000 }),
      fc.integer({ min: -200_000, max: 200_000 }).map((minutes) => minutes * 60_000),
      fc.maxSafeInteger(),
    )
    .chain((length) => fc.constantFrom(makeDuration(length), durationBetween(length)))
    .map(printIsoDuration),
  mail: fc.emailAddress(),
  site: fc.webUrl({ withQueryParameters: true }),
  mobile: fc.constantFrom('+49 (30) 123-45', '030 1234567', '-123', '(0) 1234', '0043 1 234'),
  paint: fc.integer({ min: 0, max: 0xffffff }).map((code) => `#${code.toString(16).padStart(6, '0')}`),
  kind: words,
  uses: fc.subarray(['cutting', 'digging', 'drilling']),
  tags: fc.array(fc.oneof(line, fc.constantFrom('Smith, John', '5" pipe', '"', 'a "b", c', 'y'.repeat(900))), {
    maxLength: 4,
  }),
  extra: fc.oneof(fc.jsonValue(), fc.constantFrom([], {}, 0, false, 'text', '[]', '1.234', -5)),
  spot: fc.record({
    lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.integer({ min: -90, max: 90 })),
    lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.integer({ min: -180, max: 180 })),
  }),
}

/** Names that are hard to find again: with commas and quotes, twice, none at all, an id, longer than a name can be. */
const FIRMS = [
  'Smith, John',
  'Smith',
  'John',
  'Smith',
  '"Quoted", Inc.',
  '=Sum',
  '0193f0a1-0000-7000-8000-000000000001',
  'x'.repeat(400),
  '  two  blanks',
  '1.234',
  'a "b", c',
  null,
]
const NOTES = ['one\ntwo', ' edges \n', 'n'.repeat(2_000), 'twice', 'twice']

const LANGUAGES = [
  ['en', 'Europe/Berlin', 'EUR'],
  ['de', 'Europe/Berlin', 'EUR'],
  ['en-US', 'America/New_York', 'USD'],
  ['fr', 'Australia/Lord_Howe', 'JPY'],
  ['de-CH', 'Asia/Kolkata', 'CHF'],
] as const

const FORMATS = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
} as const

interface World {
  readonly app: TestApp
  readonly caller: Caller
  readonly related: { readonly [field: string]: readonly string[] }
}

async function create(caller: Caller, path: string, bodies: readonly object[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const body of bodies) {
    const answer = await caller.post(`/api/${path}`, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body.errors ?? answer.body))
    ids.push(answer.body.id)
  }
  return ids
}

describe.each(LANGUAGES)('in %s, with the clocks of %s', (language, timeZone, currency) => {
  const text = DOCUMENT(language, timeZone, currency)
  let world: World
  let slugs = 0
  let tables = 0
  const { model } = compile(text)

  beforeAll(async () => {
    const app = await startApp(text)
    const caller = await app.as('Administrator')
    const firms = await create(
      caller,
      'firms',
      FIRMS.map((name) => ({ name })),
    )
    const copies = await create(
      caller,
      'copies',
      [...firms, null].map((firm) => ({ firm })),
    )
    const notes = await create(
      caller,
      'notes',
      NOTES.map((each) => ({ text: each })),
    )
    const parents = await create(
      caller,
      'things',
      ['Root', 'Root', '1,5', null].map((name) => ({ name })),
    )
    world = {
      app,
      caller,
      related: { firm: firms, copy: copies, note: notes, parent: parents, friends: firms, copies },
    }
  })
  afterAll(() => world.app.stop())

  /** Converts the values of a record. What is no value of its field is left empty. */
  function valid(raw: { readonly [field: string]: unknown }): { readonly [field: string]: unknown } {
    return Object.fromEntries(
      Object.entries(raw).flatMap(([name, value]) => {
        const field = model?.entities.get('Thing')?.fields.get(name)
        const read = field && coerceValue(value, field)
        return read && 'value' in read ? [[name, read.value]] : []
      }),
    )
  }

  const query = (): string => `sort=id&filter=${encodeURIComponent(`table == ${tables}`)}`

  /** Reads what is stored, by the place of the record and the name of the field. */
  async function stored(): Promise<ReadonlyMap<string, string>> {
    const { text: lines } = await world.caller.get(`/api/things/export?format=ndjson&${query()}`).buffer(true)
    const records = lines
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each) as object)
    return new Map(
      records.flatMap((record, at) =>
        Object.entries(record).map(([name, value]) => [`${at} ${name}`, JSON.stringify(value)] as const),
      ),
    )
  }

  test.each(Object.entries(FORMATS))(
    '%s comes back as it was',
    { tags: 'reference/exporting' },
    async (format, type) => {
      const { caller, related } = world
      const one = (ids: readonly string[]) => fc.constantFrom(...ids, null)
      const several = (ids: readonly string[]) => fc.subarray([...ids], { maxLength: 5 })
      const thing = fc.record({
        ...VALUES,
        ...Object.fromEntries(['firm', 'copy', 'note', 'parent'].map((name) => [name, one(related[name] ?? [])])),
        ...Object.fromEntries(['friends', 'copies'].map((name) => [name, several(related[name] ?? [])])),
      })
      const table = fc.array(thing, { minLength: ROWS, maxLength: ROWS })
      await fc.assert(
        fc.asyncProperty(table, async (things) => {
          tables += 1
          await create(
            caller,
            'things',
            things.map((each) => ({ ...valid(each), short: `1e${(slugs += 1)}`, table: tables })),
          )
          const before = await stored()
          const file = await caller.get(`/api/things/export?format=${format}&${query()}`).responseType('blob')
          const { status, body } = await caller
            .post('/api/things/import?mode=run&match=id')
            .type(type)
            .send(Buffer.from(file.body))
          const problems = (body.errors as readonly ImportError[]).map(
            ({ line, field = '', message }) => `${message} ${before.get(`${line - 2} ${field}`)?.slice(0, 200)}`,
          )
          expect([status, problems]).toEqual([200, []])
          expect(body).toMatchObject({ kept: true, created: 0, refused: 0 })
          const after = await stored()
          expect(
            [...before]
              .filter(([place, value]) => after.get(place) !== value)
              .map(([place, value]) => [place, value, after.get(place)]),
          ).toEqual([])
          expect(after.size).toBe(before.size)
        }),
        { numRuns: TABLES, endOnFailure: true },
      )
    },
  )
})
