// Reads and writes spans of time in addresses: `7d`, `3w`, `12h`.
import { sayCount } from '../../words/say.ts'

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
  return SAID[unit](count)
}

const SAID: { readonly [Unit in SpanUnit]: (count: number) => string } = {
  minute: (count) => sayCount(count, '{count} minute', '{count} minutes'),
  hour: (count) => sayCount(count, '{count} hour', '{count} hours'),
  day: (count) => sayCount(count, '{count} day', '{count} days'),
  week: (count) => sayCount(count, '{count} week', '{count} weeks'),
  month: (count) => sayCount(count, '{count} month', '{count} months'),
}
