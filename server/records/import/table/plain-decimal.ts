// Moves and rounds the places of decimals that are written without an exponent.

/** "1.25" by 2 → "125"; without noughts that say nothing. */
export function shiftPlaces(plain: string, by: number): string {
  const sign = plain.startsWith('-') ? '-' : ''
  const [whole = '', places = ''] = plain.replace('-', '').split('.')
  const digits = whole + places
  const point = whole.length + by
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const after = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  const left = before.replace(/^0+(?=\d)/, '')
  const right = after.replace(/0+$/, '')
  const size = right === '' ? left : `${left}.${right}`
  return size === '0' ? '0' : sign + size
}

/** Half away from zero, as sheets show it. */
export function roundPlaces(plain: string, places: number): string {
  const [whole = '', own = ''] = plain.replace('-', '').split('.')
  if (own.length <= places) return plain
  const units = BigInt(whole + own.slice(0, places)) + (own.charAt(places) >= '5' ? 1n : 0n)
  return shiftPlaces(`${plain.startsWith('-') ? '-' : ''}${units}`, -places)
}
