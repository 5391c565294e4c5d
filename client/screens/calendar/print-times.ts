// Prints the times of a calendar as the rest of the application prints them.
import type { VerboseFormattingArg } from '@fullcalendar/core/internal'
import { formatLocale } from '../../words/language.ts'
import { lazily } from '../../words/lazily.ts'

// The library's dates have the reader's own time as if it were that of UTC.
const time = lazily(() => new Intl.DateTimeFormat(formatLocale, { timeStyle: 'short', timeZone: 'UTC' }))
/** "7 AM", but "07:00". */
const hour = lazily(() => {
  const format = new Intl.DateTimeFormat(formatLocale, { hour: 'numeric', timeZone: 'UTC' })
  return format.resolvedOptions().hour12 === true ? format : time()
})

export function printTimes({ start, date, end }: VerboseFormattingArg): string {
  return [start ?? date, ...(end ? [end] : [])].map(({ marker }) => time().format(marker)).join(' – ')
}

export function printHour({ date }: VerboseFormattingArg): string {
  return hour().format(date.marker)
}
