// Removes one of a person's sign-in methods; at least one must be left.
import type { AuditDetails } from '../../records/audit/audit-event.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { addressKey } from '../address-key.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import type { ClientInfo } from '../client-info.ts'
import { requireReauthenticationForPasskeys } from './require-reauthentication-for-passkeys.ts'
import { requireMethodLeft } from '../sign-in-methods.ts'

type RemovedSignInMethod = {
  readonly [event in 'passkey_removed' | 'identity_unlinked']: {
    readonly event: event
    readonly detail: AuditDetails[event]
  }
}['passkey_removed' | 'identity_unlinked']

/**
 * Asks for proof, and that another way is left. A person who takes one away may have lost it: all else that is open ends, sessions, tokens,
 * links. `take`: removes it, and tells what it was; undefined: the person has none such. Then false comes back, and nothing is changed.
 */
export async function removeSignInMethod(
  { storage, current }: AuthDependencies,
  { actor, now }: ActorContext,
  { session, client }: { readonly session: string | undefined; readonly client: ClientInfo },
  take: (transaction: Transaction, person: string) => Promise<RemovedSignInMethod | undefined>,
): Promise<boolean> {
  const { model, revision } = current.running
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    await requireReauthenticationForPasskeys(transaction, model, actor, session, now)
    const removed = await take(transaction, person)
    if (removed === undefined) return false
    await requireMethodLeft(transaction, model, person)
    await revokeAccess(transaction, person, session)
    await appendAudit(transaction, { ...removed, at: now, by: person, address: addressKey(client.address), revision })
    return true
  })
}
