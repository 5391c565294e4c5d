// Calculates with exact decimal numbers.
import type { Decimal } from './value.ts'

/** Units beyond ±(2^53 − 1) are unknown everywhere, so that every engine can hold them. */
const MOST_UNITS = 9_007_199_254_740_991n
/** Products and quotients have no more places than this, unless a factor has. */
const WORKING_SCALE = 6

/** The scale of a product: that of both together, as far as the working scale goes. */
export function productScale(left: number, right: number): number {
  return Math.min(left + right, Math.max(left, right, WORKING_SCALE))
}

export function quotientScale(left: number, right: number): number {
  return Math.max(left, right, WORKING_SCALE)
}

/** null where it can't be held. */
export function makeDecimal(units: bigint, scale: number): Decimal | null {
  return units > MOST_UNITS || units < -MOST_UNITS ? null : { units, scale }
}

/** Rounds half away from zero, as invoices do. */
export function rescaleUnits(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : divideRounded(units, 10n ** BigInt(from - to))
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice < (divisor < 0n ? -divisor : divisor)) return quotient
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n
}

export function toScale(value: Decimal, scale: number): Decimal | null {
  return value.scale === scale ? value : makeDecimal(rescaleUnits(value.units, value.scale, scale), scale)
}

export function addDecimals(left: Decimal, right: Decimal): Decimal | null {
  const scale = Math.max(left.scale, right.scale)
  return makeDecimal(rescaleUnits(left.units, left.scale, scale) + rescaleUnits(right.units, right.scale, scale), scale)
}

export function negateDecimal(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale }
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal | null {
  const scale = productScale(left.scale, right.scale)
  return makeDecimal(rescaleUnits(left.units * right.units, left.scale + right.scale, scale), scale)
}

/** null for a division by zero. */
export function divideDecimals(left: Decimal, right: Decimal): Decimal | null {
  if (right.units === 0n) return null
  const scale = quotientScale(left.scale, right.scale)
  return makeDecimal(divideRounded(left.units * 10n ** BigInt(scale + right.scale - left.scale), right.units), scale)
}

/** Negative, 0 or positive. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale)
  const a = rescaleUnits(left.units, left.scale, scale)
  const b = rescaleUnits(right.units, right.scale, scale)
  return a < b ? -1 : a > b ? 1 : 0
}

/** `"12.5"` and `1.5e3` as a decimal of that scale, rounded; null if it is no number or can't be held. */
export function readDecimal(text: string, scale: number): Decimal | null {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  const digits = (found?.[2] ?? '') + (found?.[3] ?? '')
  if (!found || digits === '' || digits.length > 400) return null
  const places = (found[3] ?? '').length - Number(found[4] ?? 0)
  const units = rescaleUnits(BigInt(digits), Math.max(places, 0), scale) * (places < 0 ? 10n ** BigInt(-places) : 1n)
  return makeDecimal(found[1] === '-' ? -units : units, scale)
}

export function decimalFromNumber(value: number, scale: number): Decimal | null {
  return Number.isSafeInteger(value)
    ? makeDecimal(rescaleUnits(BigInt(value), 0, scale), scale)
    : readDecimal(String(value), scale)
}

export function decimalToNumber(value: Decimal): number {
  return Number(value.units) / 10 ** value.scale
}

/** `"12.50"`: always all places. */
export function printDecimal(value: Decimal): string {
  const digits = (value.units < 0n ? -value.units : value.units).toString().padStart(value.scale + 1, '0')
  const whole = digits.slice(0, digits.length - value.scale)
  return `${value.units < 0n ? '-' : ''}${whole}${value.scale > 0 ? `.${digits.slice(digits.length - value.scale)}` : ''}`
}
