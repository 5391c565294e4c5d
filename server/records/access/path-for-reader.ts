// Finds the address of a record's page for a reader who may not read all of it.
import { pathOfRecord } from '#shared/decisions/2-screens.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Screen } from '#shared/model/model.ts'

/** Returns the address of the record's page, which tells of the record no more than its reader may read. */
export function pathForReader(
  screens: readonly Screen[],
  entity: string,
  record: RecordValue,
  readable: ReadonlySet<string>,
): string | undefined {
  const known = Object.entries(record).filter(([field]) => field === 'id' || readable.has(field))
  return pathOfRecord(screens, entity, Object.fromEntries(known))
}
