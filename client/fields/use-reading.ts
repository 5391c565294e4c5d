// Keeps what reading a text needs to know of the person who types: language, zone, currency and today.
import { dateOf } from '#shared/expressions/calendar.ts'
import type { Printing } from '#shared/fields/printing.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { usePrinting } from './use-printing.ts'

let last: { readonly printing: Printing; readonly reading: Reading } | undefined

/** All inputs of a page share one, until the day ends. */
export function useReading(): Reading {
  const printing = usePrinting()
  const today = dateOf(new Date().toISOString(), printing.timeZone) ?? ''
  if (last?.printing !== printing || last.reading.today !== today)
    last = { printing, reading: makeReading(printing, today) }
  return last.reading
}
