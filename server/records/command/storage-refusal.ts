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
import { Refused, refused, refusedField } from '../../policy/refused.ts'

/** Undefined: it is no refusal but a failure. */
export function storageRefusal(model: Model, error: unknown): Refused | undefined {
  if (error instanceof StorageBusy) return new Refused(makeRefusal(model, 'unavailable'), { retryAfter: 2 })
  if (error instanceof ReadingTooLong) return refused('too_costly')
  if (error instanceof StorageDamaged) return refused('storage_damaged')
  if (error instanceof MeasureTooLarge) return refusedField(error.field, 'measure_too_large', { field: error.field })
  if (!(error instanceof StorageFull)) return undefined
  return refused('storage_full')
}
