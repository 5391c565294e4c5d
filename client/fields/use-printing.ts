// Makes the formats of the browser's language, its zone and the currency.
import { useMemo } from 'react'
import type { Printing } from '#shared/fields/printing.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { useModel } from '../data/spec.ts'

export function usePrinting(): Printing {
  const { currency } = useModel().settings
  return useMemo(
    () => makePrinting(navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, currency),
    [currency],
  )
}
