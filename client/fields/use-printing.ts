// Keeps the formats of the page's language, the browser's zone and the currency.
import type { Printing } from '#shared/fields/printing.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { useModel } from '../data/spec.ts'
import { formatLocale } from '../words/language.ts'

/** By currency. A page prints hundreds of values; to make formats for each of them takes longer than to print them all. */
const made = new Map<string, Printing>()

export function usePrinting(): Printing {
  const { currency } = useModel().settings
  let printing = made.get(currency)
  if (!printing) {
    printing = makePrinting(formatLocale, Intl.DateTimeFormat().resolvedOptions().timeZone, currency)
    made.set(currency, printing)
  }
  return printing
}
