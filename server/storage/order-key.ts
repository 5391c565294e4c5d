// Makes texts of whole numbers of any size, in the order of the numbers: the engine's own numbers end before.
import type { Whole } from '#shared/expressions/functions/whole.ts'

/** A text by whose order numbers of any size are sorted: sign, number of digits, and these; of negative ones turned round. */
export function orderKeyOf(value: Whole): string {
  const written = String(value)
  if (!written.startsWith('-')) return `1${String(written.length).padStart(3, '0')}${written}`
  const digits = [...written.slice(1)].map((digit) => 9 - Number(digit)).join('')
  return `0${String(999 - digits.length).padStart(3, '0')}${digits}`
}

/** The function of SQL that is the order of a duration; it stands in a schema. */
export const DURATION_ORDER_FUNCTION = 'v_duration_order'

/** Stands in the definition of each index, so that all are made anew where a duration may get another key. */
const RULE = `'1'`

/** Builds the sort key of a column that holds durations, the same for a query and its index. */
export function durationOrderOfColumn(column: string): string {
  return `${DURATION_ORDER_FUNCTION}(${column}, ${RULE})`
}
