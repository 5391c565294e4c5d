// Declares what reading a text needs to know of the person or the file that wrote it.
import type { Printing } from '../printing.ts'

export type DateOrder = 'day first' | 'month first' | 'year first'

export type DecimalMark = '.' | ','

/** A reading has the language, time zone and currency of its reader, which `printing` has too. */
export interface Reading extends Printing {
  /** "2026-11-21", where the reader is: years that are not written, and "today", follow from it. */
  readonly today: string
  /** The mark before the places, where a whole column has decided it; absent: each text says it, or else the language. */
  readonly decimalMark?: DecimalMark
  /** The order of day and month, where a whole column has decided it; absent: the language, and days come first with points. */
  readonly dateOrder?: DateOrder
  /** "2026-11-21": the last day that the field may have; a year of two digits does not lie behind it. */
  readonly latest?: string
  /** The unit of a duration that is written as a number only; absent: hours. */
  readonly bareUnit?: DurationUnit
}

export type DurationUnit = 'day' | 'hour' | 'minute' | 'second'

/** Keep it as long as the day; `columns`: what a file or a column has decided. */
export function makeReading(
  printing: Printing,
  today: string,
  columns: Pick<Reading, 'decimalMark' | 'dateOrder'> = {},
): Reading {
  return { ...printing, today, ...columns }
}
