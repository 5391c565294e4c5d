// A person takes away one of his own ways to sign in: a passkey, a link with a provider.
import type { AuditDetails } from '../records/audit/audit-event.ts'
import { appendAudit } from '../records/audit/append-audit.ts'
import type { Acting } from '../records/dependencies.ts'
import type { Transaction } from '../storage/storage.ts'
import { addressKey } from './attempts.ts'
import type { AuthDependencies } from './dependencies.ts'
import { endAccess } from './end-access.ts'
import type { From } from './from.ts'
import { requireProofForPasskeys } from './proof/require-proof.ts'
import { requireWayLeft } from './ways.ts'

type Removed = {
  readonly [event in 'passkey_removed' | 'identity_unlinked']: {
    readonly event: event
    readonly detail: AuditDetails[event]
  }
}['passkey_removed' | 'identity_unlinked']

/**
 * Asks for proof, and that another way is left. Whoever takes one away may have lost it: all else that is open ends, sessions, tokens,
 * links. `take`: removes it, and tells what it was; undefined: the person has none such. Then false comes back, and nothing is changed.
 */
export async function removeWay(
  { storage, current }: AuthDependencies,
  { actor, now }: Acting,
  { session, from }: { readonly session: string | undefined; readonly from: From },
  take: (transaction: Transaction, person: string) => Promise<Removed | undefined>,
): Promise<boolean> {
  const { model, revision } = current.running
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    await requireProofForPasskeys(transaction, model, actor, session, now)
    const removed = await take(transaction, person)
    if (removed === undefined) return false
    await requireWayLeft(transaction, model, person)
    await endAccess(transaction, person, session)
    await appendAudit(transaction, { ...removed, at: now, by: person, address: addressKey(from.address), revision })
    return true
  })
}
