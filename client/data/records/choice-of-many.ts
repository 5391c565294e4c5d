// Makes the filter of the records that may be chosen for each of several records at once.
import { joinConditions } from '#shared/decisions/2-screens.ts'

/** More conditions than these make a request too long; what they leave out the server decides for each record. */
const MOST_CONDITIONS = 12

/** `filterOf`: what may be chosen for one of them. The same condition stands once. */
export function choiceOfMany<Of>(
  records: readonly Of[],
  filterOf: (record: Of) => string | undefined,
): string | undefined {
  const filters = new Set(records.map(filterOf))
  return joinConditions(...[...filters].slice(0, MOST_CONDITIONS))
}
