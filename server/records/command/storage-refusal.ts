// Translates errors of storage (full, busy, too slow) into refusals.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import {
  MeasureTooLarge,
  ReadingTooLong,
  StorageBusy,
  StorageDamaged,
  StorageFull,
} from '../../storage/storage-error.ts'
import { Refused } from '../../policy/refused.ts'

/** Undefined: it is no refusal but a failure. */
export function storageRefusal(model: Model, error: unknown): Refused | undefined {
  if (error instanceof StorageBusy) return new Refused(makeRefusal(model, 'unavailable'), { retryAfter: 2 })
  if (error instanceof ReadingTooLong)
    return new Refused({ code: 'too_costly', status: 400, message: TOO_COSTLY, errors: [] })
  if (error instanceof StorageDamaged) return new Refused(makeRefusal(model, 'unavailable', { remedy: DAMAGED }))
  if (error instanceof MeasureTooLarge) return measureTooLarge(error.field)
  if (!(error instanceof StorageFull)) return undefined
  return new Refused({
    code: 'storage_full',
    status: 507,
    message: 'There is no room left to write. Nothing was changed; reading and deleting go on.',
    errors: [],
  })
}

const DAMAGED =
  'The database is damaged: nothing is written any more, and what is not damaged can be read. The operator has to restore a backup.'
function measureTooLarge(field: string): Refused {
  const code = 'measure_too_large'
  const message = `This measure of ${field} is larger than a number here can be. Measure fewer records, by a filter or in groups.`
  return new Refused({ code, status: 422, message, errors: [{ field, code, message }] })
}

const TOO_COSTLY =
  'This takes so much work that it was ended, after a second of it. Ask of fewer records: filter by a relation, a key or an indexed field, leave out conditions over other records and large patterns, or search for a longer word.'
