// Notes in the audit that somebody could not sign in, whichever way it was tried.
import { appendAudit } from '../records/audit/append-audit.ts'
import type { RecordsDependencies } from '../records/dependencies.ts'
import { addressKey } from './attempts.ts'
import type { SignInWay } from './complete-sign-in.ts'
import type { From } from './from.ts'

/** `subject`: id of the person whose account it was, as far as that is known. */
export async function noteFailedSignIn(
  { storage, current }: Pick<RecordsDependencies, 'storage' | 'current'>,
  way: SignInWay,
  subject: string | null,
  from: From,
  now: string,
): Promise<void> {
  const { revision } = current.running
  const note = { at: now, by: null, subject, address: addressKey(from.address), revision }
  await storage.write((transaction) => appendAudit(transaction, { event: 'sign_in_failed', detail: { way }, ...note }))
}
