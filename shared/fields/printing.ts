// Prints values for people by language, time zone and currency.
import type { Formatters } from '../expressions/functions/formatters.ts'
import { knownLocale, makeFormatters } from '../expressions/functions/formatters.ts'

/** Settings of a reader that printing needs. */
export interface Printing {
  /** BCP 47: "en", "de-CH". */
  readonly locale: string
  /** IANA name. */
  readonly timeZone: string
  /** ISO 4217. */
  readonly currency: string
  /** A record's title, as far as the reader may know it. */
  readonly title?: (entity: string, id: string) => string | undefined
  readonly formatters: Formatters
}

/** Makes a printing; keep it as long as language and zone stay the same. An unknown language or zone falls back to English and UTC. */
export function makePrinting(
  locale: string,
  timeZone: string,
  currency = 'EUR',
  title?: (entity: string, id: string) => string | undefined,
): Printing {
  const known = knownLocale({ locale, timeZone, currency })
  return { ...known, ...(title ? { title } : {}), formatters: makeFormatters(known) }
}
