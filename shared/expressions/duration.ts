// Reads and writes durations.
import type { Whole } from './functions/whole.ts'
import { absoluteWhole, divideWhole, moduloWhole } from './functions/whole.ts'

const DAY = 86_400_000

const PARTS = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,3}))?S)?)?$/

/** Milliseconds, or null if it is no ISO 8601 duration of weeks, days, hours, minutes and seconds. A day is 24 hours. */
export function readIsoDuration(text: string): number | null {
  const found = PARTS.exec(text)
  if (!found || !/\d/.test(text) || text.endsWith('T')) return null
  const [, sign, weeks, days, hours, minutes, seconds, fraction] = found
  const value =
    Number(weeks ?? 0) * 604_800_000 +
    Number(days ?? 0) * 86_400_000 +
    Number(hours ?? 0) * 3_600_000 +
    Number(minutes ?? 0) * 60_000 +
    Number(seconds ?? 0) * 1_000 +
    Number((fraction ?? '0').padEnd(3, '0'))
  if (!Number.isSafeInteger(value)) return null
  return sign === '-' && value !== 0 ? -value : value
}

/** `PT8H`, `P7D`, `-PT1.5S`; nothing is `PT0S`. */
export function printIsoDuration(milliseconds: Whole): string {
  const size = absoluteWhole(milliseconds)
  if (size === 0) return 'PT0S'
  const days = divideWhole(size, DAY)
  const rest = Number(moduloWhole(size, DAY))
  const hours = Math.floor(rest / 3_600_000)
  const minutes = Math.floor(rest / 60_000) % 60
  const seconds = (rest % 60_000) / 1_000
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`
  return `${milliseconds < 0 ? '-' : ''}P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`
}
