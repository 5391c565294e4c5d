// Keeps the formats of the page's language, the browser's zone and the currency.
import type { Printing } from '#shared/fields/printing.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { useModel } from '../data/spec.ts'
import { formatLocale } from '../words/language.ts'

/**
 * Formats by currency. A page prints hundreds of values, and making formats for each takes longer than printing them
 * all.
 */
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
