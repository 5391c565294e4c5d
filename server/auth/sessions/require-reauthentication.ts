// Requires re-authentication within the last hour, or both factors just now.
// Then neither a guessed password nor a borrowed phone is enough.
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import { refused } from '../../policy/refused.ts'

const GOOD_FOR_MILLISECONDS = 60 * 60 * 1000
const JUST_NOW_MILLISECONDS = 2 * 60 * 1000

/** Throws when a person who holds the session signed in, or proved it, too long ago. `session`: its key. */
export async function requireReauthentication(
  database: DatabaseHandle,
  session: string | undefined,
  now: string,
): Promise<void> {
  const { first, second } = await authenticationTimesOf(database, session)
  if (Date.parse(now) - Math.max(first, second) <= GOOD_FOR_MILLISECONDS) return
  throw refused('proof_needed')
}

/** Throws unless both factors were shown in this session just now. */
export async function requireBothFactors(
  database: DatabaseHandle,
  session: string | undefined,
  now: string,
): Promise<void> {
  const shown = await recentFactorsOf(database, session, now)
  if (shown.first && shown.second) return
  throw refused('second_proof_needed')
}

/** Returns which factors were shown so recently that they need not be shown again. */
export async function recentFactorsOf(
  database: DatabaseHandle,
  session: string | undefined,
  now: string,
): Promise<{ readonly first: boolean; readonly second: boolean }> {
  const { first, second } = await authenticationTimesOf(database, session)
  const isNow = (at: number) => Date.parse(now) - at <= JUST_NOW_MILLISECONDS
  return { first: isNow(first), second: isNow(second) }
}

/** When each factor was shown last, in milliseconds since 1970; never: long ago. */
async function authenticationTimesOf(database: DatabaseHandle, session: string | undefined) {
  const row = session === undefined ? undefined : await database.system('session', session)
  return { first: momentIn(row, 'proven_at'), second: momentIn(row, 'second_proven_at') }
}

function momentIn(row: SystemRow | undefined, name: string): number {
  const at = row?.value[name]
  return typeof at === 'string' ? Date.parse(at) : Number.NEGATIVE_INFINITY
}
