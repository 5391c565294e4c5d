// What the storage can't keep for lack of room, as a refusal: whatever was to be written, a record, a session or a link.
import { StorageFull } from '../../storage/storage.ts'
import { Refused } from '../refused.ts'

/** Undefined: it is no refusal but a failure. */
export function refusedByStorage(error: unknown): Refused | undefined {
  if (!(error instanceof StorageFull)) return undefined
  return new Refused({
    code: 'storage_full',
    status: 507,
    message: 'There is no room left to write. Nothing was changed; reading goes on.',
    errors: [],
  })
}
