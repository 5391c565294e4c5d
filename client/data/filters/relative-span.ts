// Reads and writes spans of time in addresses: `7d`, `3w`, `12h`.
export type SpanUnit = 'minute' | 'hour' | 'day' | 'week' | 'month'

export interface RelativeSpan {
  readonly count: number
  readonly unit: SpanUnit
}

const LETTERS: { readonly [letter: string]: SpanUnit } = { i: 'minute', h: 'hour', d: 'day', w: 'week', m: 'month' }

export function readSpan(text: string): RelativeSpan | undefined {
  const [, count, letter = ''] = /^(\d{1,4})([ihdwm])$/.exec(text) ?? []
  const unit = LETTERS[letter]
  return count === undefined || unit === undefined || Number(count) === 0 ? undefined : { count: Number(count), unit }
}

export function writeSpan({ count, unit }: RelativeSpan): string {
  const letter = Object.keys(LETTERS).find((each) => LETTERS[each] === unit) ?? 'd'
  return `${count}${letter}`
}

/** "7 days", "1 week". */
export function describeSpan({ count, unit }: RelativeSpan): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
