// Keeps data of a simulated clock apart from data of the real one.
import type { Storage } from '../storage/storage.ts'

/** The row of the table `setting` that names the clock. */
const SETTING = 'clock'

/** A sentence where the data directory has run on the other clock. Under the real one nothing is written. */
export async function claimClock(storage: Storage, kind: 'real' | 'simulated'): Promise<string | undefined> {
  const { database } = storage
  const isSimulated = (await database.system('setting', SETTING))?.value['kind'] === 'simulated'
  if (kind === 'real')
    return isSimulated
      ? 'This data directory has run on a simulated clock. Start it with --clock, or use another one.'
      : undefined
  if (isSimulated) return undefined
  // Publishing its first document is all that a new one has seen.
  const isUsed = (await database.auditHead()).number > 1 || (await database.systemRows('account')).length > 0
  if (isUsed || (await database.newestId()) !== undefined)
    return 'This data directory has run on real time: a simulated clock needs one of its own (--data DIR).'
  const value = { kind: 'simulated' }
  await storage.write((transaction) =>
    transaction.putSystem('setting', { key: SETTING, person: null, expiresAt: null, value }),
  )
  return undefined
}
