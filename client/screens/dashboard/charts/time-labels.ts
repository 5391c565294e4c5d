// Names the days, weeks, months, quarters and years of a chart, each by its first day.
import { lazily } from '../../../words/lazily.ts'
import { formatLocale } from '../../../words/language.ts'
import type { Unit } from '../period.ts'
import { say } from '../../../words/say.ts'

const formatter = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(formatLocale, { ...options, timeZone: 'UTC' }))

const medium = formatter({ dateStyle: 'medium' })
const short = formatter({ day: 'numeric', month: 'short' })
const FORMATS: { readonly [unit in Exclude<Unit, 'quarter'>]: () => Intl.DateTimeFormat } = {
  day: medium,
  week: medium,
  month: formatter({ month: 'short', year: 'numeric' }),
  year: formatter({ year: 'numeric' }),
}

/** "24 Aug" */
export function shortDay(key: string): string {
  return short().format(startOf(key))
}

/** Names a period by its first day: "2026-11-01" is "Nov 2026" as a month. */
export function labelOfTime(key: string, unit: Unit): string {
  const moment = startOf(key)
  if (Number.isNaN(moment.getTime())) return key
  if (unit === 'quarter')
    return say('Q{quarter} {year}', { quarter: Math.floor(moment.getUTCMonth() / 3) + 1, year: key.slice(0, 4) })
  return FORMATS[unit]().format(moment)
}

function startOf(key: string): Date {
  return new Date(`${key}T00:00:00Z`)
}
