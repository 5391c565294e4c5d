// Records when an API token or the address of a calendar was last used.
import type { RecordsDependencies } from '../../records/records-dependencies.ts'
import { StorageFull } from '../../storage/storage-error.ts'

/** Last used is exact to the hour: one write an hour at most. */
const NOTED_EVERY_MILLISECONDS = 60 * 60 * 1000

interface UsedRow {
  readonly key: string
  /** Milliseconds since 1970; 0: never. */
  lastUsed: number
}

export async function recordUse(
  { storage }: RecordsDependencies,
  table: 'token' | 'calendar',
  used: UsedRow,
  now: string,
): Promise<void> {
  if (Date.parse(now) - used.lastUsed < NOTED_EVERY_MILLISECONDS) return
  used.lastUsed = Date.parse(now)
  try {
    await storage.write(async (transaction) => {
      const present = await transaction.system(table, used.key)
      if (present !== undefined)
        await transaction.putSystem(table, { ...present, value: { ...present.value, last_used_at: now } })
    })
  } catch (error) {
    // A full disk is no reason to refuse a read: it is noted in an hour.
    if (!(error instanceof StorageFull)) throw error
  }
}
