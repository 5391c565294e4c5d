// Knows how far the clocks of a time zone are ahead of UTC, and looks that up once for each day.

const DAY = 86_400_000
const MINUTE = 60_000

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

/** Is this the name of a time zone? */
export function isTimeZone(name: string): boolean {
  return formatterFor(name) !== null
}

/** A day on which the clocks change: until then they were ahead by `before`. */
interface Change {
  readonly before: number
  readonly at: number
  readonly after: number
}

/** Offsets met lately, by zone and day since 1970. */
const offsets = new Map<string, Map<number, number | Change>>()
/** Days of all zones: more than those of two hundred years. */
const MOST_DAYS = 100_000
let days = 0
/** Clocks everywhere change on full minutes since then, and not twice on a day. */
const FULL_MINUTES_SINCE = Date.UTC(1973, 0, 1)

/** How many milliseconds the zone's clocks are ahead of UTC at that moment; an unknown zone is UTC. */
export function zoneOffset(milliseconds: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  if (!(milliseconds >= FULL_MINUTES_SINCE && milliseconds <= 8e15)) return findOffset(milliseconds, timeZone)
  const day = Math.floor(milliseconds / DAY)
  const offset = offsets.get(timeZone)?.get(day) ?? keepDay(day, timeZone)
  if (typeof offset === 'number') return offset
  return milliseconds < offset.at ? offset.before : offset.after
}

function keepDay(day: number, timeZone: string): number | Change {
  if (days >= MOST_DAYS) {
    offsets.clear()
    days = 0
  }
  days += 1
  const known = offsets.get(timeZone) ?? new Map<number, number | Change>()
  offsets.set(timeZone, known)
  const found = findDay(day, timeZone)
  known.set(day, found)
  return found
}

function findDay(day: number, timeZone: string): number | Change {
  let [from, to] = [day * DAY, (day + 1) * DAY]
  const [before, after] = [findOffset(from, timeZone), findOffset(to - 1, timeZone)]
  if (before === after) return before
  while (to - from > MINUTE) {
    const middle = from + Math.floor((to - from) / MINUTE / 2) * MINUTE
    if (findOffset(middle, timeZone) === before) from = middle
    else to = middle
  }
  return { before, at: to, after }
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
