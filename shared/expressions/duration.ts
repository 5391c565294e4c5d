// Keeps the days of a duration apart from its hours in one whole number, and reads and writes it.
import type { Whole } from './functions/whole.ts'
import { makeWhole, wholeFromNumber } from './functions/whole.ts'

const DAY = 86_400_000
/**
 * A duration is its length in milliseconds times this, plus its days: sums, differences and negatives of durations are those of
 * whole numbers and keep both parts, and the longer one is the larger one. More days than half of this there are in no sum.
 */
export const DURATION_UNIT = 2n ** 64n
const HALF = DURATION_UNIT / 2n

const PARTS =
  /^([+-])?P(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?(?:T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{1,3}))?S)?)?$/

/** A duration of this length in milliseconds, of which so many days of 24 hours are days. */
export function makeDuration(length: Whole, days = 0): Whole {
  return length === 0 && days === 0 ? 0 : makeWhole(BigInt(length) * DURATION_UNIT + BigInt(days))
}

/** The whole length in milliseconds, where a day has 24 hours: durations are compared by it. */
export function lengthOf(duration: Whole): Whole {
  return duration === 0 ? 0 : makeWhole((BigInt(duration) + HALF) >> 64n)
}

/** The length as a number, at most just beyond what a number holds exactly. */
export function millisecondsIn(duration: Whole): number {
  return Math.max(-BEYOND, Math.min(Number(lengthOf(duration)), BEYOND))
}

const BEYOND = 2 ** 53

/** The days, which in a calendar are days of it, and the milliseconds besides. */
export function partsOf(duration: Whole): { readonly days: number; readonly rest: Whole } {
  const length = BigInt(lengthOf(duration))
  const days = BigInt(duration) - length * DURATION_UNIT
  return { days: Number(days), rest: makeWhole(length - days * BigInt(DAY)) }
}

/** A number of days, a part of a day as hours; `length` in milliseconds. */
export function durationOfDays(days: number, length: number): Whole {
  const whole = Math.trunc(days)
  return makeDuration(wholeFromNumber(Math.round(length)), Number.isSafeInteger(whole) ? whole : 0)
}

/** Multiplies a duration; what is left of a day becomes hours. `times` multiplies a number. */
export function scaleDuration(duration: Whole, times: (value: number) => number): Whole {
  return durationOfDays(times(partsOf(duration).days), times(Number(lengthOf(duration))))
}

/** The time that passes between two moments: days of 24 hours, and hours. */
export function durationBetween(milliseconds: number): Whole {
  return makeDuration(milliseconds, Math.trunc(milliseconds / DAY))
}

/** The duration, or null if it is no ISO 8601 duration of weeks, days, hours, minutes and seconds. */
export function readIsoDuration(text: string): Whole | null {
  const found = PARTS.exec(text)
  if (!found || !/\d/.test(text) || text.endsWith('T')) return null
  const [, sign, weeks, written, hours, minutes, seconds, fraction] = found
  const days = Number(weeks ?? 0) * 7 + Number(written ?? 0)
  const part = Number((fraction ?? '0').padEnd(3, '0'))
  const value =
    days * DAY +
    Number(hours ?? 0) * 3_600_000 +
    Number(minutes ?? 0) * 60_000 +
    Number(seconds ?? 0) * 1_000 +
    (seconds?.startsWith('-') === true ? -part : part)
  if (!Number.isSafeInteger(value)) return null
  return sign === '-' ? makeDuration(-value + 0, -days + 0) : makeDuration(value, days)
}

/** `PT8H`, `P7D`, `PT720H`, `-PT1.5S`; nothing is `PT0S`. A day less two hours is `P1DT-2H`. */
export function printIsoDuration(duration: Whole): string {
  const { days, rest } = partsOf(duration)
  if (days === 0 && rest === 0) return 'PT0S'
  // One sign for the whole where both parts have it.
  const isNegative = days <= 0 && rest <= 0
  const [ownDays, ownRest] = isNegative ? [-days, -BigInt(rest)] : [days, BigInt(rest)]
  const sign = ownRest < 0n ? '-' : ''
  const size = ownRest < 0n ? -ownRest : ownRest
  const [hours, minutes] = [size / 3_600_000n, (size / 60_000n) % 60n]
  const seconds = Number(size % 60_000n) / 1_000
  const part = (value: bigint | number, unit: string): string => (Number(value) === 0 ? '' : `${sign}${value}${unit}`)
  const time = `${part(hours, 'H')}${part(minutes, 'M')}${part(seconds, 'S')}`
  return `${isNegative ? '-' : ''}P${ownDays === 0 ? '' : `${ownDays}D`}${time === '' ? '' : `T${time}`}`
}
