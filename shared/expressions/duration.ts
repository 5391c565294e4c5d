// Reads and writes durations.

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
export function printIsoDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  if (size === 0) return 'PT0S'
  const days = Math.floor(size / 86_400_000)
  const hours = Math.floor(size / 3_600_000) % 24
  const minutes = Math.floor(size / 60_000) % 60
  const seconds = (size % 60_000) / 1_000
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`
  return `${milliseconds < 0 ? '-' : ''}P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`
}
