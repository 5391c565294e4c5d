// Reads numbers, sizes, durations, rates, quoted texts, yes and no.
import type { Fragment } from './fragment.ts'
import { sliceFragment, trimFragment } from './fragment.ts'
import { stepInQuotes } from './scan.ts'

/** So often in so many milliseconds. */
export interface WrittenRate {
  readonly count: number
  readonly per: number
}

/** `milliseconds`: the whole length, where a day has 24 hours. `days`: how many days are written as such. */
export interface WrittenDuration {
  readonly milliseconds: number
  readonly days: number
}

const DAY = 86_400_000
const NUMBER = String.raw`[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`
const UNITS: { readonly [unit: string]: number } = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}
const UNIT = '(millisecond|second|minute|hour|day|week)s?'
const IS_NUMBER = new RegExp(`^${NUMBER}$`)
const IS_SIZE = new RegExp(`^(${NUMBER})\\s*(?:([KMGT]?)i?B|(bytes?))$`, 'i')
const IS_DURATION = new RegExp(`^(?:${NUMBER}\\s*${UNIT}(?:\\s*(?:,|and)?\\s+|$))+$`, 'i')
const PARTS_OF_DURATION = new RegExp(`(${NUMBER})\\s*${UNIT}`, 'gi')
const IS_RATE = new RegExp(`^(${NUMBER})\\s*(?:per|an?|each|every|/)\\s*(\\d+\\s+)?${UNIT}$`, 'i')
const SIZES: { readonly [unit: string]: number } = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

/** `not shown`, `unknown`, `to be decided`, `tbd`: the value is an unknown, and is not guessed. */
export function isNotShown(text: string): boolean {
  return /^[*_]{0,2}(?:not shown|unknown|to be decided|tbd)\.?[*_]{0,2}\.?$/i.test(text.trim())
}

/** `none`: there is none, and that is known. */
export function isNone(text: string): boolean {
  return /^none\.?$/i.test(text.trim())
}

/** A cell without a value: nothing, or a dash. */
export function isEmptyCell(text: string): boolean {
  return /^[-–—]?$/.test(text.trim())
}

export function readYesNo(text: string): boolean | undefined {
  if (/^yes\.?$/i.test(text.trim())) return true
  if (/^no\.?$/i.test(text.trim())) return false
  return undefined
}

/** `20`, `1,000`, `2.5`; `12 %` is 0.12 only for who asks by `readWrittenPercent`. */
export function readWrittenNumber(text: string): number | undefined {
  return IS_NUMBER.test(text.trim()) ? Number(text.trim().replaceAll(',', '')) : undefined
}

/** `12 %` → 12. */
export function readWrittenPercent(text: string): number | undefined {
  const found = /^(.*?)\s*%$/s.exec(text.trim())
  return found ? readWrittenNumber(found[1] ?? '') : undefined
}

/** `10 MB` → bytes; a kilobyte has 1,024, so that whatever anybody calls 10 MB fits. */
export function readSize(text: string): number | undefined {
  const found = IS_SIZE.exec(text.trim())
  const amount = found ? readWrittenNumber(found[1] ?? '') : undefined
  if (!found || amount === undefined || amount < 0) return undefined
  return Math.round(amount * (SIZES[(found[2] ?? '').toUpperCase()] ?? 1))
}

/** `90 minutes`, `2 weeks`, `1 day 4 hours`, `PT8H`. */
export function readDuration(text: string): WrittenDuration | undefined {
  const trimmed = text.trim()
  const iso = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(trimmed)
  if (iso && /\d/.test(trimmed) && !/T$/i.test(trimmed)) {
    const sign = iso[1] ? -1 : 1
    const [weeks = 0, written = 0, hours = 0, minutes = 0, seconds = 0] = iso.slice(2).map((part) => Number(part ?? 0))
    const days = weeks * 7 + written
    const time = hours * 3_600_000 + minutes * 60_000 + Math.round(seconds * 1_000)
    return { milliseconds: sign * (days * DAY + time) + 0, days: sign * days + 0 }
  }
  if (!IS_DURATION.test(trimmed)) return undefined
  let [milliseconds, days] = [0, 0]
  for (const [, written, unit] of trimmed.matchAll(PARTS_OF_DURATION)) {
    const size = UNITS[(unit ?? '').toLowerCase()] ?? 0
    const amount = (readWrittenNumber(written ?? '') ?? 0) * size
    milliseconds += amount
    if (size >= DAY) days += Math.trunc(amount / DAY)
  }
  return { milliseconds: Math.round(milliseconds), days }
}

/** `30 days`, `2 weeks` → days, where there are that many and no hours besides. */
export function wholeDays(text: string): number | undefined {
  const days = (readDuration(text)?.milliseconds ?? NaN) / DAY
  return Number.isInteger(days) && days >= 1 ? days : undefined
}

/** `300 per minute`, `5 per 15 minutes`. */
export function readRate(text: string): WrittenRate | undefined {
  const found = IS_RATE.exec(text.trim())
  const count = found ? readWrittenNumber(found[1] ?? '') : undefined
  const unit = UNITS[(found?.[3] ?? '').toLowerCase()]
  if (!found || count === undefined || unit === undefined) return undefined
  return { count, per: Number(found[2] ?? 1) * unit }
}

/** Returns the text between the quotes if the whole text is one quoted text. Typographic quotes count as quotes. */
export function readQuoted(text: Fragment): Fragment | undefined {
  const trimmed = trimFragment(text)
  const { value } = trimmed
  if (value.length < 2 || !/^["“„]/.test(value) || !/["”“]$/.test(value)) return undefined
  const inside = sliceFragment(trimmed, 1, value.length - 1)
  for (let at = 0; at < inside.value.length; at = stepInQuotes(inside.value, at))
    if (/["“”„]/.test(inside.value[at] ?? '')) return undefined
  return inside
}

/** Returns the text between the backticks if the whole text is one piece of code. */
export function readCode(text: Fragment): Fragment | undefined {
  const trimmed = trimFragment(text)
  const found = /^(`+)(?!`)(.*[^`])\1$/s.exec(trimmed.value)
  if (!found) return undefined
  const [, fence = '', inside = ''] = found
  if (inside.match(/`+/g)?.some((run) => run.length === fence.length)) return undefined
  return trimFragment(sliceFragment(trimmed, fence.length, trimmed.value.length - fence.length))
}

/** Backticks around the whole are dress where no literal could stand: what stands between them, or the text as it is. */
export function bare(text: Fragment): Fragment {
  return readCode(text) ?? text
}

/** Writes a name of several words as its identifier, which is as long: `open times` is `open_times`. Other texts stay as they are. */
export function nameAsIdentifier(text: Fragment): Fragment {
  const isName = /^[a-z]\w*(?: \w+)+$/i.test(text.value) && !OPERATOR.test(text.value)
  return isName ? { ...text, value: text.value.toLowerCase().replaceAll(' ', '_') } : text
}

/** Matches a word between others that makes them more than a name. */
const OPERATOR = /(?:^| )(?:in|or|and|not|where)(?: |$)/i
