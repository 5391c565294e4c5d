// What the storage can't do now, for lack of room or of time, as a refusal: whatever was to be written or read.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import { StorageBusy, StorageFull } from '../../storage/storage.ts'
import { Refused } from '../refused.ts'

/** Undefined: it is no refusal but a failure. */
export function refusedByStorage(model: Model, error: unknown): Refused | undefined {
  if (error instanceof StorageBusy) return new Refused(refusal(model, 'unavailable'), { retryAfter: 2 })
  if (!(error instanceof StorageFull)) return undefined
  return new Refused({
    code: 'storage_full',
    status: 507,
    message: 'There is no room left to write. Nothing was changed; reading goes on.',
    errors: [],
  })
}
