// Keeps what reading a text needs to know of the person who types: language, zone, currency and today.
import { useState } from 'react'
import { dateOf } from '#shared/expressions/calendar.ts'
import type { Printing } from '#shared/fields/printing.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { currentMoment } from '../clock.ts'
import { usePrinting } from './use-printing.ts'

/** An input has the day on which it was opened. */
export function useReading(): Reading {
  const printing = usePrinting()
  const [reading] = useState(() => readToday(printing))
  return reading
}

function readToday(printing: Printing): Reading {
  return makeReading(printing, dateOf(currentMoment(), printing.timeZone) ?? '')
}
