// Reads a value written outside of code: `20`, `12 %`, `7 days`, `100 per minute` …
import { isDate } from '../fields/date.ts'
import type { Fragment } from '../text/fragment.ts'
import { splitFragment } from '../text/split.ts'
import {
  readDuration,
  readWrittenNumber,
  readWrittenPercent,
  readQuoted,
  readRate,
  readSize,
  readYesNo,
} from '../text/written-values.ts'
import type { Literal } from './literal.ts'

export function readLiteral(text: Fragment): Literal {
  const written = text.value.trim()
  const quoted = readQuoted(text)
  if (quoted) return { kind: 'text', value: quoted.value }
  const truth = readYesNo(written)
  if (truth !== undefined) return { kind: 'boolean', value: truth }
  const number = readWrittenNumber(written)
  if (number !== undefined)
    return Number.isSafeInteger(number) && !written.includes('.')
      ? { kind: 'integer', value: number }
      : { kind: 'decimal', value: digits(written) }
  if (readWrittenPercent(written) !== undefined)
    return { kind: 'decimal', value: hundredth(digits(written.replace(/\s*%$/, ''))), isPercent: true }
  const money = readMoney(written)
  if (money) return money
  const bytes = readSize(written)
  if (bytes !== undefined) return { kind: 'size', bytes }
  const duration = readDuration(written)
  if (duration) return { kind: 'duration', ...duration }
  const rate = readRate(written)
  if (rate) return { kind: 'rate', count: rate.count, milliseconds: rate.per }
  if (isDate(written)) return { kind: 'date', value: written }
  const items = splitFragment(text)
  return items.length > 1 ? { kind: 'list', items: items.map(readLiteral) } : { kind: 'text', value: written }
}

/** A currency stands before its amount or behind it. Small letters are units: `10 kg`. */
function readMoney(written: string): Literal | undefined {
  const currency = /^(-?)([A-Z]{3}|\p{Sc})\s?([\d.,]+)$|^(-?[\d.,]+)\s?([A-Z]{3}|\p{Sc})$/u.exec(written)
  if (!currency) return undefined
  const amount = currency[4] ?? `${currency[1]}${currency[3]}`
  if (readWrittenNumber(amount) === undefined) return undefined
  const [whole = '', places = ''] = digits(amount).split('.')
  if (places.length > 2) return undefined
  return { kind: 'decimal', value: `${whole}.${places.padEnd(2, '0')}`, currency: currency[2] ?? currency[5] ?? '' }
}

function digits(number: string): string {
  return number.replaceAll(',', '').replace(/^\+/, '')
}

/** Moves the point two places to the left, exactly: "12" → "0.12", "2.5" → "0.025". */
function hundredth(number: string): string {
  const [, sign = '', whole = '', places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? []
  const padded = whole.padStart(3, '0')
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}${places}`
}
