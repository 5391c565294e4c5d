// Calculates with exact decimal numbers.
import type { Decimal } from './value.ts'
import type { Whole } from './functions/whole.ts'
import { addWhole, makeWhole, MOST_DIGITS, multiplyWhole, subtractWhole, wholeFromNumber } from './functions/whole.ts'

class ExactDecimal implements Decimal {
  readonly units: Whole
  readonly scale: number

  constructor(units: Whole, scale: number) {
    this.units = units
    this.scale = scale
  }
}

export function makeDecimal(units: Whole, scale: number): Decimal {
  return new ExactDecimal(units, scale)
}

/** Is it a decimal, and not an object that has the same names? */
export function isDecimal(value: unknown): value is Decimal {
  return value instanceof ExactDecimal
}

/** Products and quotients have no more places than this, unless a factor has. */
const WORKING_SCALE = 6

/** The scale of a product: that of both together, as far as the working scale goes. */
export function productScale(left: number, right: number): number {
  return Math.min(left + right, Math.max(left, right, WORKING_SCALE))
}

export function quotientScale(left: number, right: number): number {
  return Math.max(left, right, WORKING_SCALE)
}

/** Powers of ten that a number holds exactly. */
const POWERS: readonly number[] = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)

function powerOfTen(exponent: number): Whole {
  return POWERS[exponent] ?? makeWhole(10n ** BigInt(exponent))
}

/** The units at another scale, rounded half away from zero, as invoices do. */
export function rescaleUnits(units: Whole, from: number, to: number): Whole {
  if (from === to) return units
  return to > from ? multiplyWhole(units, powerOfTen(to - from)) : divideRounded(units, powerOfTen(from - to))
}

function divideRounded(dividend: Whole, divisor: Whole): Whole {
  if (typeof dividend !== 'number' || typeof divisor !== 'number')
    return makeWhole(divideBig(BigInt(dividend), BigInt(divisor)))
  const rest = dividend % divisor
  const quotient = (dividend - rest) / divisor + 0
  if (Math.abs(rest) * 2 < Math.abs(divisor)) return quotient
  return dividend < 0 === divisor < 0 ? quotient + 1 : quotient - 1
}

function divideBig(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice < (divisor < 0n ? -divisor : divisor)) return quotient
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n
}

/** The product of units at the scale `drop` below that of both together, without a limit on the way there. */
export function multiplyUnits(left: Whole, right: Whole, drop: number): Whole {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right
    if (Number.isSafeInteger(product)) return drop === 0 ? product + 0 : divideRounded(product, powerOfTen(drop))
  }
  const product = BigInt(left) * BigInt(right)
  return makeWhole(drop === 0 ? product : divideBig(product, 10n ** BigInt(drop)))
}

/** The quotient of units with `raise` places more; null for a division by zero. */
export function divideUnits(left: Whole, right: Whole, raise: number): Whole | null {
  if (right === 0) return null
  if (typeof left === 'number' && typeof right === 'number') {
    const dividend = left * (POWERS[raise] ?? Infinity)
    if (Number.isSafeInteger(dividend)) return divideRounded(dividend, right)
  }
  return makeWhole(divideBig(BigInt(left) * 10n ** BigInt(raise), BigInt(right)))
}

export function toScale(value: Decimal, scale: number): Decimal {
  return value.scale === scale ? value : makeDecimal(rescaleUnits(value.units, value.scale, scale), scale)
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  const units = addWhole(rescaleUnits(left.units, left.scale, scale), rescaleUnits(right.units, right.scale, scale))
  return makeDecimal(units, scale)
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  const [a, b] = [rescaleUnits(left.units, left.scale, scale), rescaleUnits(right.units, right.scale, scale)]
  return makeDecimal(subtractWhole(a, b), scale)
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = productScale(left.scale, right.scale)
  return makeDecimal(multiplyUnits(left.units, right.units, left.scale + right.scale - scale), scale)
}

/** null for a division by zero. */
export function divideDecimals(left: Decimal, right: Decimal): Decimal | null {
  const scale = quotientScale(left.scale, right.scale)
  const units = divideUnits(left.units, right.units, scale + right.scale - left.scale)
  return units === null ? null : makeDecimal(units, scale)
}

/** Negative, 0 or positive. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale)
  const a = rescaleUnits(left.units, left.scale, scale)
  const b = rescaleUnits(right.units, right.scale, scale)
  return a < b ? -1 : a > b ? 1 : 0
}

/** `"12.5"` and `1.5e3` as a decimal of that scale, rounded; null if it is no number. */
export function readDecimal(text: string, scale: number): Decimal | null {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  const digits = (found?.[2] ?? '') + (found?.[3] ?? '')
  if (!found || digits === '' || digits.length > MOST_DIGITS) return null
  const places = (found[3] ?? '').length - Number(found[4] ?? 0)
  const read = digits.length <= 15 ? Number(digits) : makeWhole(BigInt(digits))
  const units = rescaleUnits(multiplyWhole(read, powerOfTen(Math.max(-places, 0))), Math.max(places, 0), scale)
  return makeDecimal(found[1] === '-' ? subtractWhole(0, units) : units, scale)
}

/** The shortest decimal that names a double; of an endless one the limit. */
export function decimalFromNumber(value: Whole, scale: number): Decimal {
  if (Number.isSafeInteger(value) || typeof value === 'bigint') return makeDecimal(rescaleUnits(value, 0, scale), scale)
  return readDecimal(String(value), scale) ?? makeDecimal(wholeFromNumber(value), scale)
}

export function decimalToNumber({ units, scale }: Decimal): number {
  return Number(units) / 10 ** scale
}

/** `"12.50"`: always all places. */
export function printDecimal({ units, scale }: Decimal): string {
  const written = String(units)
  const sign = written.startsWith('-') ? '-' : ''
  const digits = written.slice(sign.length).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${sign}${whole}${scale > 0 ? `.${digits.slice(digits.length - scale)}` : ''}`
}
