// Calculates with whole numbers of any size: as numbers where these are exact, else as BigInt.

/** A number within ±(2^53 − 1), or a BigInt beyond: one value has one form, so that `===` and `<` compare them. */
export type Whole = number | bigint

/** Digits of a number while it is worked with. One that would have more stays at this limit, which no field can hold. */
export const MOST_DIGITS = 400
const MOST = 10n ** BigInt(MOST_DIGITS)
/** Just beyond what a number holds exactly. */
const BEYOND = 2 ** 53

export function makeWhole(value: bigint): Whole {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  return value > MOST ? MOST : value < -MOST ? -MOST : value
}

/** A double that is whole, or endless; beyond what is exact it counts as the shortest decimal that names it. */
export function wholeFromNumber(value: number): Whole {
  if (Number.isSafeInteger(value)) return value + 0
  if (!Number.isFinite(value)) return value < 0 ? -MOST : MOST
  const [digits = '0', exponent = '0'] = String(value).split('e+')
  const [whole = '', places = ''] = digits.split('.')
  return makeWhole(BigInt(whole + places.padEnd(Number(exponent), '0')))
}

export function addWhole(left: Whole, right: Whole): Whole {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right
    if (Number.isSafeInteger(sum)) return sum + 0
  }
  return makeWhole(BigInt(left) + BigInt(right))
}

export function subtractWhole(left: Whole, right: Whole): Whole {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right
    if (Number.isSafeInteger(difference)) return difference + 0
  }
  return makeWhole(BigInt(left) - BigInt(right))
}

export function multiplyWhole(left: Whole, right: Whole): Whole {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right
    if (Number.isSafeInteger(product)) return product + 0
  }
  return makeWhole(BigInt(left) * BigInt(right))
}

/** The whole part, towards 0; null for a division by zero. */
export function divideWhole(left: Whole, right: Whole): Whole | null {
  if (right === 0) return null
  if (typeof left === 'number' && typeof right === 'number') return (left - (left % right)) / right + 0
  return makeWhole(BigInt(left) / BigInt(right))
}

/** Computes the remainder of a division, with the sign of the dividend, or null for a division by zero. */
export function moduloWhole(left: Whole, right: Whole): Whole | null {
  if (right === 0) return null
  if (typeof left === 'number' && typeof right === 'number') return (left % right) + 0
  return makeWhole(BigInt(left) % BigInt(right))
}

export function absoluteWhole(value: Whole): Whole {
  if (typeof value === 'number') return Math.abs(value)
  return value < 0n ? -value : value
}

/** The sum of nothing is 0. */
export function sumWhole(values: readonly Whole[]): Whole {
  let sum: Whole = 0
  for (const value of values) sum = addWhole(sum, value)
  return sum
}

/** The value, or a number just beyond what is exact: a function of dates or texts has no use for more. */
export function toBoundedNumber(value: Whole): number {
  return typeof value === 'number' ? value : value < 0n ? -BEYOND : BEYOND
}
