// Moments in seconds relative to the loading of the sample (negative: before it), and the desk's working hours.

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

/** The loading is thought of as a Thursday at 16:30; what falls into the desk's hours follows from that. */
const loadedAt = 4 * day + 16.5 * hour

/** The nearest later moment in working hours (Monday to Friday, 8 to 18), and a little into it. */
export function inWorkingHours(at: number, lag: number): number {
  const clock = loadedAt + at
  const time = modulo(clock, day)
  const weekday = modulo(Math.floor(clock / day), 7)
  const open = weekday >= 1 && weekday <= 5 && time >= 8 * hour && time < 18 * hour
  if (open) return at
  const tomorrow = time >= 8 * hour
  const next = weekday === 6 ? 2 : weekday === 0 ? 1 : weekday === 5 && tomorrow ? 3 : tomorrow ? 1 : 0
  return at - time + next * day + 8 * hour + lag
}

/** `-P12DT3H5M20S`, as the sample file has it. */
export function isoDuration(seconds: number): string {
  const left = Math.abs(Math.round(seconds))
  const days = Math.floor(left / day)
  const parts = [
    [Math.floor((left % day) / hour), 'H'],
    [Math.floor((left % hour) / minute), 'M'],
    [left % minute, 'S'],
  ] as const
  const time = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('')
  if (days === 0 && time === '') return 'PT0S'
  return `${seconds < 0 ? '-' : ''}P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
