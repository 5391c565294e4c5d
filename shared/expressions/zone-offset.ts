// Tells how far the clocks of a time zone are ahead of UTC, and looks it up once a day.

const DAY = 86_400_000

/** Making a formatter takes about 50 µs, using it 2 µs; a zone's rules never change while we run. */
const formatters = new Map<string, Intl.DateTimeFormat | null>()

function formatterFor(timeZone: string): Intl.DateTimeFormat | null {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    if (formatters.size >= 500) formatters.clear()
    try {
      formatter = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      formatter = null
    }
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Reports whether this is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  return formatterFor(name) !== null
}

/** Offsets met lately, by zone and day since 1970; null for a day on which the clocks change. */
const offsets = new Map<string, Map<number, number | null>>()
/** Days of all zones: more than those of two hundred years. */
const MOST_DAYS = 100_000
let days = 0
/** Since then clocks nowhere change twice on a day. */
const ONE_CHANGE_SINCE = Date.UTC(1973, 0, 1)

/** Tells how many milliseconds the zone's clocks are ahead of UTC at that moment; an unknown zone is UTC. */
export function zoneOffset(milliseconds: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  if (!(milliseconds >= ONE_CHANGE_SINCE)) return findOffset(milliseconds, timeZone)
  const day = Math.floor(milliseconds / DAY)
  let offset = offsets.get(timeZone)?.get(day)
  if (offset === undefined) offset = keepDay(day, timeZone)
  return offset ?? findOffset(milliseconds, timeZone)
}

function keepDay(day: number, timeZone: string): number | null {
  if (days >= MOST_DAYS) {
    offsets.clear()
    days = 0
  }
  days += 1
  const known = offsets.get(timeZone) ?? new Map<number, number | null>()
  offsets.set(timeZone, known)
  const [first, last] = [day * DAY, (day + 1) * DAY - 1].map((at) => findOffset(at, timeZone))
  const offset = first === last && first !== undefined ? first : null
  known.set(day, offset)
  return offset
}

function findOffset(milliseconds: number, timeZone: string): number {
  if (!(Math.abs(milliseconds) <= 8e15)) return 0
  const formatter = formatterFor(timeZone)
  if (!formatter) return 0
  const parts: { [type: string]: string } = {}
  for (const part of formatter.formatToParts(milliseconds)) parts[part.type] = part.value
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year'])
  const days = new Date(0).setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']))
  const wall =
    days + Number(parts['hour']) * 3_600_000 + Number(parts['minute']) * 60_000 + Number(parts['second']) * 1_000
  return wall - Math.floor(milliseconds / 1_000) * 1_000
}
