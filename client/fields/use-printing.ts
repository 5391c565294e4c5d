// Makes the formats of the page's language, the browser's zone and the currency.
import { useMemo } from 'react'
import type { Printing } from '#shared/fields/printing.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { useModel } from '../data/spec.ts'
import { formatLocale } from '../words/language.ts'

export function usePrinting(): Printing {
  const { currency } = useModel().settings
  return useMemo(
    () => makePrinting(formatLocale, Intl.DateTimeFormat().resolvedOptions().timeZone, currency),
    [currency],
  )
}
