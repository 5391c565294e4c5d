// Audits a failed sign-in, whichever method it used.
import { appendAudit } from '../records/audit/append-audit.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { addressKey } from './address-key.ts'
import type { SignInMethod } from './sign-in-methods.ts'
import type { ClientInfo } from './client-info.ts'

/** `subject`: id of the person whose account it was, as far as that is known. */
export async function auditFailedSignIn(
  { storage, current }: Pick<RecordsDependencies, 'storage' | 'current'>,
  way: SignInMethod,
  subject: string | null,
  client: ClientInfo,
  now: string,
): Promise<void> {
  const { revision } = current.running
  const note = { at: now, by: null, subject, address: addressKey(client.address), revision }
  await storage.write((transaction) => appendAudit(transaction, { event: 'sign_in_failed', detail: { way }, ...note }))
}
