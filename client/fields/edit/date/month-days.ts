// Lays out the days of a month in weeks, and steps from day to day.

const DAY = 86_400_000

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Returns the same day of another month, or the last day of that month. */
export function addMonths(iso: string, months: number): string {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Days since the week began; `first`: 0 is Sunday. */
export function dayInWeek(iso: string, first: number): number {
  const weekday = new Date(`${iso}T00:00:00Z`).getUTCDay()
  return (weekday - first + 7) % 7
}

/** The weeks that the month of this day touches; days of other months stand in them. */
export function weeksOf(iso: string, first: number): readonly (readonly string[])[] {
  const begin = `${iso.slice(0, 7)}-01`
  const end = addDays(addMonths(begin, 1), -1)
  const weeks: string[][] = []
  for (let at = addDays(begin, -dayInWeek(begin, first)); at <= end; at = addDays(at, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(at, day)))
  return weeks
}
