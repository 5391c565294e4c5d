// What changes how somebody gets in asks for proof that is not older than an hour: that it is still the person at the keyboard.
import { Refused } from '../../records/refused.ts'
import type { Reader } from '../../storage/storage.ts'

const GOOD_FOR_MILLISECONDS = 60 * 60 * 1000

/** Throws when whoever holds the session signed in, or gave the password again, too long ago. `session`: its key. */
export async function requireProof(reader: Reader, session: string | undefined, now: string): Promise<void> {
  const row = session === undefined ? undefined : await reader.system('session', session)
  const provenAt = Date.parse(String(row?.value['proven_at'] ?? ''))
  if (Date.parse(now) - provenAt <= GOOD_FOR_MILLISECONDS) return
  throw new Refused({
    code: 'proof_needed',
    status: 403,
    message: 'You signed in a while ago. Give your password again to go on.',
    errors: [],
    remedy: 'Give your password at /api/auth/proof, or sign in again.',
  })
}
