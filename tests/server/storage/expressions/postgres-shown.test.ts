// PostgreSQL shows values in a language as the evaluator does, in each language that JavaScript knows.
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDecimal } from '#shared/expressions/decimal.ts'
import { makeDuration } from '#shared/expressions/duration.ts'
import type { ShownForm } from '#shared/expressions/functions/shown-value.ts'
import { printerOf } from '#shared/expressions/functions/shown-value.ts'
import { makeWhole } from '#shared/expressions/functions/whole.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Value } from '#shared/expressions/value.ts'
import { NotInSql } from '../../../../server/storage/expressions/dialect.ts'
import { toStoredValue } from '../../../../server/storage/expressions/expression-value.ts'
import { installFunctions, installTimeZone } from '../../../../server/storage/postgres/functions/install-functions.ts'
import { postgresDialect, postgresType } from '../../../../server/storage/postgres/postgres-dialect.ts'
import { runIn } from '../../../../server/storage/postgres/run-statement.ts'
import { sql } from '../../../../server/storage/sql.ts'
import { startPostgres } from '../../../postgres/postgres.ts'

const EVERY_LANGUAGE = process.env['EXPRESSION_CASES'] !== undefined
const ZONE = 'Europe/Berlin'
const DAY = 86_400_000

const server = await startPostgres()
const run = 'reason' in server ? undefined : runIn(server.client)
if (run) {
  await installFunctions(run)
  await installTimeZone(run, ZONE)
}
afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

/** Languages of each kind: how they group, which digits and calendar they have, how many plurals. */
const SHORT = [
  'en',
  'de',
  'fr',
  'es',
  'pl',
  'ar',
  'hi',
  'th',
  'fa',
  'ja',
  'he',
  'sl',
  'de-CH',
  'en-IN',
  'mr',
  'bg',
  'pt',
]
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
const LANGUAGES = EVERY_LANGUAGE
  ? [
      ...SHORT,
      ...Intl.NumberFormat.supportedLocalesOf([
        ...PAIRS,
        ...PAIRS.flatMap((pair) => LETTERS.map((each) => pair + each)),
      ]),
      ...['de-AT', 'de-LI', 'en-GB', 'en-ZA', 'es-MX', 'fr-CH', 'it-CH', 'pt-PT', 'ar-EG', 'zh-TW', 'zh-HK', 'sr-Latn'],
    ]
  : SHORT

const decimal = fc.oneof(
  fc.integer({ min: -10_000, max: 10_000 }),
  fc.integer(),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(makeWhole),
)
const number = fc
  .oneof(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((each) => each / 1e7),
    fc.double({ noNaN: true }),
    fc.constantFrom(0, 1_000, 9_999.9999999, 10_000, -0.00000001, 0.0000005, 1e21, 1e300, Infinity, -Infinity),
  )
  .map((each) => each + 0)
const date = fc
  .oneof(fc.integer({ min: 18_000, max: 23_000 }), fc.integer({ min: -719_528, max: 2_932_896 }))
  .map((days) => new Date(days * DAY).toISOString().slice(0, 10))
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const moment = fc
  .oneof(
    fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
    fc.integer({ min: FIRST, max: LAST }),
    // Where clocks are ahead it is the year 10000.
    fc.integer({ min: LAST - DAY, max: LAST }),
    fc.integer({ min: FIRST, max: FIRST + DAY }),
  )
  .map((milliseconds) => new Date(milliseconds).toISOString())
const duration = fc
  .oneof(
    fc.tuple(
      fc.integer({ min: -400, max: 400 }),
      fc.integer({ min: -90_000, max: 90_000 }).map((each) => each * 1_000),
    ),
    fc.tuple(
      fc.constant(0),
      fc.integer({ min: -3_000, max: 3_000 }).map((hours) => hours * 3_600_000),
    ),
    fc.tuple(fc.constantFrom(0, 1_000_000, 2_000_000, 2_000_100), fc.integer()),
  )
  .map(([days, rest]) => makeDuration(days * DAY + rest, days))
const json = fc.constantFrom<Value>(
  { name: 'a.pdf', size: 3 } as never,
  { lat: 52.5, lon: -13 } as never,
  { lat: '1', lon: 2, name: 4 } as never,
  [1, 'a', null, [true, { name: 'b' }]] as never,
  [] as never,
  'text',
  2.5,
  true,
)

const CASES: readonly (readonly [Pick<ShownForm, 'form' | 'scale' | 'pattern'>, Type, fc.Arbitrary<Value>])[] = [
  ...[0, 2, 5].map(
    (scale) =>
      [
        { form: 'fixed', scale },
        { kind: 'decimal', scale },
        decimal.map((units) => makeDecimal(units, scale)),
      ] as const,
  ),
  [{ form: 'money' }, { kind: 'decimal', scale: 4 }, decimal.map((units) => makeDecimal(units, 4))],
  [{ form: 'percent' }, { kind: 'decimal', scale: 3, unit: 'percent' }, decimal.map((units) => makeDecimal(units, 3))],
  [{ form: 'number' }, { kind: 'number' }, number],
  [{ form: 'date' }, { kind: 'date' }, date],
  [{ form: 'moment' }, { kind: 'timestamp' }, moment],
  [{ form: 'pattern', pattern: "EEEE, d. MMMM yyyy 'o''clock'" }, { kind: 'date' }, date],
  [{ form: 'pattern', pattern: 'EEE dd MMM yy, MM/M HH:mm' }, { kind: 'timestamp' }, moment],
  [{ form: 'pattern', pattern: 'MMMM yyyy' }, { kind: 'date' }, date],
  [{ form: 'duration' }, { kind: 'duration' }, duration],
  [{ form: 'json' }, { kind: 'json' }, json],
]

const COUNT = EVERY_LANGUAGE ? 200 : 60

describe.skipIf(!run)('PostgreSQL shows values as the evaluator does', () => {
  test.each(LANGUAGES)('in the language %s', { tags: 'reference/texts-with-holes' }, async (locale) => {
    for (const [form, type, values] of CASES) {
      const as: ShownForm = { ...form, locale, timeZone: ZONE, currency: locale === 'ja' ? 'JPY' : 'EUR' }
      const all = fc.sample(values, COUNT)
      // JavaScript has the Julian calendar of old in one calendar and not in the other.
      const given = locale === 'th' ? all.filter(isLater) : all
      const shown = shownSql(as, type)
      if (shown === undefined) continue
      const stored = given.map((value) => toStoredValue(value, type))
      const rows = await run?.(
        `SELECT ${shown} AS shown FROM unnest($1::${postgresType(type)}[]) WITH ORDINALITY AS given(value, n) ORDER BY n`,
        [stored],
      )
      const print = printerOf(as)
      expect({ form, shown: rows?.map((row) => row['shown']) }).toEqual({ form, shown: given.map(print) })
    }
  })

  test('but dates of a calendar with months of its own', () => {
    const refused = CASES.filter(
      ([form, type]) => shownSql({ ...form, locale: 'fa', timeZone: ZONE, currency: 'IRR' }, type) === undefined,
    )
    expect(refused.map(([{ form }]) => form)).toEqual(['date', 'moment', 'pattern', 'pattern', 'pattern'])
  })
})

/** Is it no date before the Gregorian calendar came? */
function isLater(value: Value): boolean {
  return typeof value !== 'string' || value > '1583'
}

/** undefined: PostgreSQL can't show it. */
function shownSql(as: ShownForm, type: Type): string | undefined {
  try {
    return postgresDialect.shown(sql.raw('value'), { as, type }).compile().sql
  } catch (error) {
    if (error instanceof NotInSql) return undefined
    throw error
  }
}
