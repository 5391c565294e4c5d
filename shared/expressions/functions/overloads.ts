// Lists the functions of single values with their signatures and implementations.
import {
  dateOf,
  dateToDays,
  laterDate,
  laterMoment,
  momentAt,
  momentToMilliseconds,
  readDate,
  readMoment,
  startOfDate,
  startOfMoment,
  timeOf,
  WEEKDAYS,
  wallClock,
  weekdayOf,
  yearsBetween,
} from '../calendar.ts'
import { durationOfDays, makeDuration, millisecondsIn, readIsoDuration } from '../duration.ts'
import { matchesPattern, replacePattern } from './pattern.ts'
import type { Spend } from './pattern.ts'
import { recurringDates } from './recurring-dates.ts'
import { countCharacters, domainOf, partOfText, slugOf } from './text-functions.ts'
import { BOOLEAN, INTEGER, NUMBER, TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'
import type { Value } from '../value.ts'
import { checkNumber } from '../operators.ts'
import type { Whole } from './whole.ts'
import { makeWhole, wholeFromNumber } from './whole.ts'
import { laterWorkingDay, laterWorkingMoment, nextOpen } from './opening-hours.ts'
import { addWorkingTime, workingDays, workingLengthOf, workingTime } from './working-time.ts'

/** Kinds whose value is the same in memory and in storage. `unit` is one of the calendar's units, written out; `weekdays` a list of them. */
export type FunctionParameter =
  | 'text'
  | 'integer'
  | 'number'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'duration'
  | 'unit'
  | 'pattern'
  | 'weekdays'
  | 'calendar'

export interface FunctionOverload {
  readonly takes: readonly FunctionParameter[]
  readonly gives: Type
  /** Given only values that are there, in the order of `takes`; null where there is no answer. Long work is reported as it is done. */
  readonly run: (values: readonly Value[], timeZone: string, spend?: Spend) => Value
  /** Does the answer depend on the application's time zone? */
  readonly zoned: boolean
}

const DATE: Type = { kind: 'date' }
const TIME: Type = { kind: 'time' }
const TIMESTAMP: Type = { kind: 'timestamp' }
const DURATION: Type = { kind: 'duration' }
const DAY = 86_400_000
const DATES: Type = { kind: 'list', of: DATE }
const WEEKDAY: Type = { kind: 'choice', words: WEEKDAYS }

type Text = string

function plain<V extends readonly Value[]>(
  takes: readonly FunctionParameter[],
  gives: Type,
  run: (...values: V) => Value,
): FunctionOverload {
  return { takes, gives, run: (values) => run(...(values as unknown as V)), zoned: false }
}

function zoned<V extends readonly Value[]>(
  takes: readonly FunctionParameter[],
  gives: Type,
  run: (zone: string, ...values: V) => Value,
): FunctionOverload {
  return { takes, gives, run: (values, zone) => run(zone, ...(values as unknown as V)), zoned: true }
}

function spans(milliseconds: number): readonly FunctionOverload[] {
  return [
    plain(['number'], DURATION, (count: number) =>
      makeDuration(wholeFromNumber(Math.round(checkNumber(count * milliseconds)))),
    ),
  ]
}

function between(milliseconds: number): FunctionOverload {
  return plain(
    ['timestamp', 'timestamp'],
    NUMBER,
    (from: Text, to: Text) => (momentToMilliseconds(to) - momentToMilliseconds(from)) / milliseconds,
  )
}

/** CEL's readers of a moment's parts: in UTC, or in the named zone. */
function part(read: (wall: Date) => number): readonly FunctionOverload[] {
  const readIn = (moment: Text, zone: Text): number => read(new Date(wallClock(moment, zone)))
  return [
    plain(['timestamp'], INTEGER, (moment: Text) => readIn(moment, 'UTC')),
    plain(['timestamp', 'text'], INTEGER, readIn),
    plain(['date'], INTEGER, (date: Text) => read(new Date(dateToDays(date) * DAY))),
  ]
}

/** More characters than any engine's number could still be read from. */
export const LONGEST_DURATION = 300

/** ISO 8601, or CEL's `1h30m`, `90s`, `500ms`; null for what is longer than any duration is written. */
export function readDurationLiteral(text: string): Whole | null {
  if (text.length > LONGEST_DURATION) return null
  const iso = readIsoDuration(text)
  if (iso !== null) return iso
  if (!/^-?(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) return null
  const sizes: { readonly [unit: string]: number } = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }
  let total = 0
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g))
    total += Number(count) * (sizes[unit ?? ''] ?? 0)
  return makeDuration(wholeFromNumber(Math.round(text.startsWith('-') ? -total : total)))
}

function readInteger(text: string): Whole | null {
  return /^[+-]?\d{1,400}$/.test(text) ? makeWhole(BigInt(text.replace('+', ''))) : null
}

function readNumber(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) + 0 : null
}

/** CEL's length of a duration in whole units. */
function lengthIn(milliseconds: number): FunctionOverload {
  return plain(['duration'], INTEGER, (span: Whole) => Math.trunc(millisecondsIn(span) / milliseconds) + 0)
}

function readTruth(text: Text): boolean | null {
  if (/^(?:1|t|true|TRUE|True)$/.test(text)) return true
  return /^(?:0|f|false|FALSE|False)$/.test(text) ? false : null
}

const moment = zoned(['text'], TIMESTAMP, (zone, text: Text) => readMoment(text, zone))

/** Makes the overloads that extract a part of a date, and of a moment in the application's time zone. */
function partOfDate(from: number, to: number): readonly FunctionOverload[] {
  return [
    plain(['date'], INTEGER, (date: Text) => Number(date.slice(from, to))),
    zoned(['timestamp'], INTEGER, (zone, value: Text) => {
      const date = dateOf(value, zone)
      return date === null ? null : Number(date.slice(from, to))
    }),
  ]
}

const replace: FunctionOverload = {
  takes: ['text', 'pattern', 'text'],
  gives: TEXT,
  run: ([text, pattern, by], _zone, spend) => replacePattern(pattern as Text, text as Text, by as Text, spend),
  zoned: false,
}

const matches: FunctionOverload = {
  takes: ['text', 'pattern'],
  gives: BOOLEAN,
  run: ([text, pattern], _zone, spend) => matchesPattern(pattern as Text, text as Text, spend),
  zoned: false,
}

const CATALOGUE: { readonly [name: string]: readonly FunctionOverload[] } = {
  // Texts
  size: [plain(['text'], INTEGER, (text: Text) => countCharacters(text))],
  startsWith: [plain(['text', 'text'], BOOLEAN, (text: Text, start: Text) => text.startsWith(start))],
  endsWith: [plain(['text', 'text'], BOOLEAN, (text: Text, end: Text) => text.endsWith(end))],
  contains: [plain(['text', 'text'], BOOLEAN, (text: Text, inside: Text) => text.includes(inside))],
  matches: [matches],
  lower: [plain(['text'], TEXT, (text: Text) => text.toLowerCase())],
  upper: [plain(['text'], TEXT, (text: Text) => text.toUpperCase())],
  trim: [plain(['text'], TEXT, (text: Text) => text.trim())],
  slug: [plain(['text'], TEXT, slugOf)],
  part: [
    plain(['text', 'integer', 'integer'], TEXT, partOfText),
    plain(['text', 'integer'], TEXT, (text: Text, from: number) => partOfText(text, from, Infinity)),
  ],
  replace: [replace],
  domain_of: [plain(['text'], TEXT, domainOf)],
  // Numbers
  floor: [plain(['number'], INTEGER, (value: number) => wholeFromNumber(Math.floor(value)))],
  ceil: [plain(['number'], INTEGER, (value: number) => wholeFromNumber(Math.ceil(value)))],
  int: [
    plain(['number'], INTEGER, (value: number) => wholeFromNumber(Math.trunc(value))),
    plain(['text'], INTEGER, readInteger),
    plain(['timestamp'], INTEGER, (value: Text) => Math.floor(momentToMilliseconds(value) / 1_000)),
  ],
  bool: [plain(['text'], BOOLEAN, readTruth)],
  double: [plain(['number'], NUMBER, (value: number) => value), plain(['text'], NUMBER, readNumber)],
  // Spans
  days: [plain(['number'], DURATION, (count: number) => durationOfDays(count, checkNumber(count * DAY)))],
  hours: spans(3_600_000),
  minutes: spans(60_000),
  duration: [plain(['text'], DURATION, readDurationLiteral)],
  hours_between: [between(3_600_000)],
  days_between: [
    plain(['date', 'date'], INTEGER, (from: Text, to: Text) => dateToDays(to) - dateToDays(from)),
    between(86_400_000),
  ],
  // Days and moments
  date: [plain(['text'], DATE, readDate)],
  moment: [moment, zoned(['date', 'time'], TIMESTAMP, (zone, date: Text, time: Text) => momentAt(date, time, zone))],
  timestamp: [moment],
  date_of: [zoned(['timestamp'], DATE, (zone, value: Text) => dateOf(value, zone))],
  time_of: [zoned(['timestamp'], TIME, (zone, value: Text) => timeOf(value, zone))],
  weekday: [
    plain(['date'], WEEKDAY, weekdayOf),
    zoned(['timestamp'], WEEKDAY, (zone, value: Text) => {
      const date = dateOf(value, zone)
      return date === null ? null : weekdayOf(date)
    }),
  ],
  start_of: [
    plain(['unit', 'date'], DATE, startOfDate),
    zoned(['unit', 'timestamp'], TIMESTAMP, (zone, unit: Text, value: Text) => startOfMoment(unit, value, zone)),
  ],
  later: [
    plain(['date', 'integer', 'unit'], DATE, laterDate),
    zoned(['timestamp', 'integer', 'unit'], TIMESTAMP, (zone, value: Text, count: number, unit: Text) =>
      laterMoment(value, count, unit, zone),
    ),
    plain(['date', 'integer', 'unit', 'calendar'], DATE, (date: Text, count: number, _unit: Text, hours: Text) =>
      laterWorkingDay(date, count, hours),
    ),
    zoned(
      ['timestamp', 'integer', 'unit', 'calendar'],
      TIMESTAMP,
      (zone, value: Text, count: number, _unit: Text, hours: Text) => laterWorkingMoment(value, count, hours, zone),
    ),
    zoned(['timestamp', 'duration', 'calendar'], TIMESTAMP, (zone, value: Text, span: Whole, hours: Text) =>
      addWorkingTime(value, workingLengthOf(span, hours), hours, zone),
    ),
  ],
  dates: [
    plain(['date', 'date'], DATES, (from: Text, to: Text) => recurringDates(from, to, 'day', [])),
    plain(['date', 'date', 'unit'], DATES, (from: Text, to: Text, unit: Text) => recurringDates(from, to, unit, [])),
    plain(['date', 'date', 'unit', 'weekdays'], DATES, recurringDates),
    plain(['date', 'date', 'integer'], DATES, (from: Text, to: Text, weeks: number) =>
      recurringDates(from, to, weeks, []),
    ),
    plain(['date', 'date', 'integer', 'weekdays'], DATES, recurringDates),
  ],
  working_time: [
    zoned(['timestamp', 'timestamp', 'calendar'], DURATION, (zone, from: Text, to: Text, hours: Text) => {
      const worked = workingTime(from, to, hours, zone)
      return worked === null ? null : makeDuration(worked)
    }),
  ],
  working_days: [plain(['date', 'date', 'calendar'], INTEGER, workingDays)],
  next_open: [
    zoned(['timestamp', 'calendar'], TIMESTAMP, (zone, value: Text, hours: Text) => nextOpen(value, hours, zone)),
  ],
  year: partOfDate(0, 4),
  month: partOfDate(5, 7),
  day: partOfDate(8, 10),
  years_between: [plain(['date', 'date'], INTEGER, yearsBetween)],
  getFullYear: part((wall) => wall.getUTCFullYear()),
  getMonth: part((wall) => wall.getUTCMonth()),
  getDate: part((wall) => wall.getUTCDate()),
  getDayOfMonth: part((wall) => wall.getUTCDate() - 1),
  getDayOfWeek: part((wall) => wall.getUTCDay()),
  getDayOfYear: part((wall) => Math.floor((wall.getTime() - new Date(wall).setUTCMonth(0, 1)) / 86_400_000)),
  getHours: [...part((wall) => wall.getUTCHours()), lengthIn(3_600_000)],
  getMinutes: [...part((wall) => wall.getUTCMinutes()), lengthIn(60_000)],
  getSeconds: [...part((wall) => wall.getUTCSeconds()), lengthIn(1_000)],
  getMilliseconds: [
    ...part((wall) => wall.getUTCMilliseconds()),
    plain(['duration'], INTEGER, (span: Whole) => (millisecondsIn(span) % 1_000) + 0),
  ],
}

export const SET_OPERATIONS = [
  'exists',
  'exists_one',
  'all',
  'filter',
  'map',
  'sum',
  'avg',
  'min',
  'max',
  'sort',
  'sort_down',
] as const

export const functionNames: readonly string[] = [
  ...Object.keys(CATALOGUE),
  ...SET_OPERATIONS,
  'count',
  'first',
  'page',
  'distinct',
  'object',
  'is',
  'overlaps',
  'ancestors',
  'descendants',
  'abs',
  'join',
  'format',
  'label',
  'coalesce',
  'text',
  'string',
  'round',
  'div',
  'has',
]

/** The signatures of a function, tried in order. */
export function overloadsOf(name: string): readonly FunctionOverload[] {
  return Object.hasOwn(CATALOGUE, name) ? (CATALOGUE[name] ?? []) : []
}

/** All functions of the catalogue, for a database that registers them. */
export function eachOverload(): readonly {
  readonly name: string
  readonly index: number
  readonly overload: FunctionOverload
}[] {
  return Object.entries(CATALOGUE).flatMap(([name, overloads]) =>
    overloads.map((overload, index) => ({ name, index, overload })),
  )
}

/** Finds the index of the signature that fits arguments of these types, or −1 if none fits. */
export function findOverload(name: string, types: readonly Type[]): number {
  return overloadsOf(name).findIndex(
    ({ takes }) =>
      takes.length === types.length && takes.every((parameter, index) => fits(types[index] as Type, parameter)),
  )
}

function fits(type: Type, parameter: FunctionParameter): boolean {
  if (type.kind === 'null') return true
  switch (parameter) {
    case 'text':
    case 'unit':
    case 'pattern':
      return type.kind === 'text' || type.kind === 'choice'
    case 'number':
      return type.kind === 'number' || type.kind === 'integer' || type.kind === 'decimal'
    case 'weekdays':
      return type.kind === 'list' && ['text', 'choice', 'null'].includes(type.of.kind)
    default:
      return type.kind === parameter
  }
}
