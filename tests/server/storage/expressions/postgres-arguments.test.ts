// Every function and operator that PostgreSQL is given, called with many arguments of all kinds: what the evaluator's own code answers.
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { CALENDAR_UNITS, WEEKDAYS } from '#shared/expressions/calendar.ts'
import type { FunctionParameter } from '#shared/expressions/functions/overloads.ts'
import { eachOverload } from '#shared/expressions/functions/overloads.ts'
import type { BinaryOperator } from '#shared/expressions/node.ts'
import { makeDuration } from '#shared/expressions/duration.ts'
import { arithmeticOf } from '#shared/expressions/operators.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Decimal, Value } from '#shared/expressions/value.ts'
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import type { Whole } from '#shared/expressions/functions/whole.ts'
import { makeWhole } from '#shared/expressions/functions/whole.ts'
import { makeDecimal } from '#shared/expressions/decimal.ts'
import { installFunctions, installTimeZone } from '../../../../server/storage/postgres/functions/install-functions.ts'
import { arithmeticName, overloadName } from '../../../../server/storage/expressions/function-names.ts'
import { startPostgres } from '../../../postgres/postgres.ts'
import { runIn } from '../../../../server/storage/postgres/run-statement.ts'
import { OFFICE } from '../../../shared/expressions/sample-schema.ts'

const CALLS = process.env['EXPRESSION_CASES'] === undefined ? 200 : 3_000
const ZONES = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC', 'nowhere']
const MOST = 9_007_199_254_740_991

const server = await startPostgres()
const run = 'reason' in server ? undefined : runIn(server.client)
if (run) {
  await installFunctions(run)
  for (const zone of ZONES) await installTimeZone(run, zone)
}

afterAll(async () => {
  if (!('reason' in server)) await server.stop()
})

const DAY = 86_400_000
const date = fc
  .oneof(fc.integer({ min: 18_000, max: 23_000 }), fc.integer({ min: -719_528, max: 2_932_896 }))
  .map((days) => new Date(days * DAY).toISOString().slice(0, 10))
const moment = fc
  .oneof(
    fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
    fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 27) }),
    fc.integer({ min: Date.UTC(2000, 0) - 730_484 * DAY, max: Date.UTC(9999, 11, 30) }),
  )
  .map((milliseconds) => new Date(milliseconds).toISOString())
const whole = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer(), fc.integer({ min: -MOST, max: MOST }))
/** Beyond what a double holds exactly, too: operands only, as functions are given no such. */
const exact: fc.Arbitrary<Whole> = fc.oneof(
  whole,
  fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }).map(makeWhole),
  fc.constantFrom(makeWhole(10n ** 500n), makeWhole(-(10n ** 500n))),
)
const number = fc
  .oneof(
    fc.integer({ min: -50, max: 50 }).map((count) => count / 4),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((value) => value + 0)
const text = fc.oneof(
  fc
    .array(fc.constantFrom('a', 'B', 'Ä', 'ß', '😀', ' ', '@', '.', '-', '1', 'Σ'), { maxLength: 8 })
    .map((all) => all.join('')),
  fc.constantFrom('12', '-7', '+3', '1e3', '.5', '2.', '1e999', '1e-999', '9007199254740993', '0x1', '1_0'),
  fc
    .tuple(fc.constantFrom('', '-', 'P', 'PT'), fc.constantFrom('1', '10'), fc.constantFrom('', 's', 'ms', 'D', 'H'))
    .chain(([before, digits, after]) =>
      fc.constantFrom(
        ...[299, 300, 301].map((size) => before + digits.padEnd(size - before.length - after.length, '0') + after),
      ),
    ),
  fc.constantFrom('PT8H', 'P1W2DT3H4M5.6S', '-PT1,5S', 'PT', 'P', '1h30m', '-90s', '1.5h', '10ms5', 'P99999999999D'),
  date,
  moment,
  fc
    .tuple(
      date,
      fc.constantFrom('T', ' ', 't'),
      fc.constantFrom('09:30', '23:59:59.9999', '24:00'),
      fc.constantFrom('', 'Z', 'z', '+05:30', '-00:45', '+99:99'),
    )
    .map((all) => all.join('')),
  fc.constantFrom('2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1'),
)

const ARGUMENTS: {
  readonly [parameter in Exclude<FunctionParameter, 'pattern'>]: readonly [string, fc.Arbitrary<Value>]
} = {
  text: ['text', text],
  integer: ['bigint', whole],
  number: ['double precision', number],
  date: ['text', date],
  time: ['text', fc.constantFrom('09:30', '23:59')],
  timestamp: ['text', moment],
  duration: ['bigint', whole],
  unit: ['text', fc.constantFrom(...CALENDAR_UNITS)],
  weekdays: ['jsonb', fc.subarray([...WEEKDAYS])],
  calendar: ['text', fc.constantFrom(JSON.stringify(OFFICE), '{"week":[[],[],[],[],[],[],[]],"holidays":[]}')],
}
const ZONE = ['text', fc.constantFrom(...ZONES)] as const

/** About what the years of dates span. */
const MOST_DAYS = 4_000_000

const OPERANDS: typeof ARGUMENTS = {
  ...ARGUMENTS,
  integer: ['numeric', exact],
  duration: [
    'numeric',
    fc.tuple(fc.integer(), fc.integer({ min: -MOST_DAYS, max: MOST_DAYS })).map((parts) => makeDuration(...parts)),
  ],
  number: ['double precision', fc.oneof(number, fc.constantFrom(Infinity, -Infinity))],
}

/** Returns the result of each call, as JSON. */
async function callEach(
  name: string,
  types: readonly string[],
  calls: readonly (readonly unknown[])[],
): Promise<readonly unknown[]> {
  const columns = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const names = types.map((_, index) => `a${index}`).join(', ')
  const given = types.map((type, index) =>
    calls.map((call) => {
      const value = call[index]
      return type === 'jsonb' ? JSON.stringify(value) : typeof value === 'bigint' ? String(value) : value
    }),
  )
  const sql = `SELECT to_json(${name}(${names}))::text AS answer FROM unnest(${columns}) WITH ORDINALITY AS given(${names}, n) ORDER BY n`
  return ((await run?.(sql, given)) ?? []).map(({ answer }) => answer)
}

/** Whole numbers count by their digits; JSON has the endless ones as texts. */
function same(given: unknown, found: unknown, wanted: unknown): void {
  const read = (value: unknown): unknown => (value === null ? null : JSON.parse(String(value)))
  const answer =
    typeof wanted === 'bigint' ? BigInt(String(found)) : typeof wanted === 'number' ? Number(read(found)) : read(found)
  expect({ given, answer }).toEqual({ given, answer: wanted })
}

describe.skipIf(!run)('PostgreSQL answers as the evaluator', () => {
  const overloads = eachOverload().filter(({ overload }) => !overload.takes.includes('pattern'))
  test.each(overloads.map((each) => [overloadName(each.name, each.index), each] as const))(
    '%s',
    async (name, { overload }) => {
      const isPart = name.startsWith('v_get')
      const kinds = overload.takes.map((parameter) =>
        parameter === 'text' && isPart ? ZONE : ARGUMENTS[parameter as keyof typeof ARGUMENTS],
      )
      if (overload.zoned) kinds.push(ZONE)
      // These go through day after day.
      const count = /dates|working/.test(name) ? CALLS / 20 : CALLS
      const zoneOf = (call: readonly Value[]): string => (overload.zoned ? String(call.at(-1)) : 'UTC')
      const isHeld = (call: readonly Value[]): boolean => {
        try {
          overload.run(call, zoneOf(call))
          return true
        } catch (error) {
          return !(error instanceof TooLarge)
        }
      }
      const calls = fc.sample(fc.tuple(...kinds.map(([, arbitrary]) => arbitrary)), count).filter(isHeld)
      const found = await callEach(
        name,
        kinds.map(([type]) => type),
        calls,
      )
      for (const [index, call] of calls.entries()) same(call, found[index], overload.run(call, zoneOf(call)))
    },
  )

  test('dates that would be too many are an error, and not empty', async () => {
    const call = ['0001-01-01', '9999-12-31']
    await expect(callEach('v_dates_0', ['text', 'text'], [call])).rejects.toThrow('a list of dates')
    await expect(callEach('v_dates_3', ['text', 'text', 'bigint'], [[...call, 1]])).rejects.toThrow('a list of dates')
  })

  const decimal = (scale: number): Type => ({ kind: 'decimal', scale })
  const plain = (kind: 'integer' | 'number' | 'duration' | 'date' | 'timestamp'): Type => ({ kind })
  const OPERATIONS: readonly (readonly [string, Type, Type])[] = [
    ...[...'+-*/%'].map((sign) => [sign, plain('integer'), plain('integer')] as const),
    ...[...'+-*/'].map((sign) => [sign, plain('number'), plain('number')] as const),
    ...[...'+-*/'].flatMap((sign) => [0, 2, 6].map((scale) => [sign, decimal(scale), decimal(3)] as const)),
    ...[...'+-/'].map((sign) => [sign, plain('duration'), plain('duration')] as const),
    ...[...'*/'].map((sign) => [sign, plain('duration'), plain('number')] as const),
    ['*', plain('number'), plain('duration')],
    ...[...'+-'].flatMap((sign) => [
      [sign, plain('timestamp'), plain('duration')] as const,
      [sign, plain('date'), plain('duration')] as const,
      [sign, plain('date'), plain('integer')] as const,
    ]),
    ['+', plain('duration'), plain('timestamp')],
    ['+', plain('duration'), plain('date')],
    ['+', plain('integer'), plain('date')],
    ['-', plain('timestamp'), plain('timestamp')],
    ['-', plain('date'), plain('date')],
  ]
  test.each(OPERATIONS)('%s between %o and %o', async (sign, left, right) => {
    const kinds = [left, right].map(
      (type) => OPERANDS[type.kind === 'decimal' ? 'integer' : (type.kind as keyof typeof ARGUMENTS)],
    )
    const calls = fc.sample(fc.tuple(...kinds.map(([, arbitrary]) => arbitrary)), CALLS)
    const operate = arithmeticOf(sign as BinaryOperator, left, right)
    const isDecimal = left.kind === 'decimal' && right.kind === 'decimal'
    const types = isDecimal ? ['numeric', 'integer', 'numeric', 'integer'] : kinds.map(([type]) => type)
    const given = isDecimal ? calls.map(([a, b]) => [a, left.scale, b, right.scale]) : calls
    const found = await callEach(arithmeticName(sign as BinaryOperator, left, right), types, given)
    const value = (type: Type, each: Value | undefined): Value =>
      type.kind === 'decimal' ? makeDecimal(each as Whole, type.scale) : (each ?? null)
    for (const [index, [a, b]] of calls.entries()) {
      const wanted = operate?.(value(left, a), value(right, b)) ?? null
      same([a, sign, b], found[index], isDecimal ? wanted && (wanted as Decimal).units : wanted)
    }
  })
})
