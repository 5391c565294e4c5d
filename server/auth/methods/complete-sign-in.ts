// Completes the first step of every sign-in method: begins a session, or asks for the second factor.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { addressKey } from '../address-key.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { beginChallenge } from '../second-factor/second-factor-challenge.ts'
import type { SecondFactorChallenge } from '../second-factor/second-factor-challenge.ts'
import { secondFactorOf } from '../second-factor/second-factor.ts'
import type { SignInMethod } from '../sign-in-methods.ts'
import { signInRefused } from '../sign-in-refused.ts'
import type { SessionStart } from '../sessions/sessions.ts'
import { beginSession } from '../sessions/sessions.ts'

export interface CompletedFirstStep {
  /** Id of the person who has proven to be it. */
  readonly person: string
  readonly by: SignInMethod
  readonly client: ClientInfo
  readonly now: string
}

export type SignInOutcome =
  | { readonly session: SessionStart & { readonly person: string } }
  | { readonly secondFactor: SecondFactorChallenge }

/**
 * To be called in the transaction that uses up what was shown (a link, a passkey's counter), so that both happen or none.
 * A passkey is two factors in itself. A person who is not, or no longer, active is refused like a person who is unknown.
 */
export async function completeSignIn(
  transaction: Transaction,
  dependencies: AuthDependencies,
  { person, by, client, now }: CompletedFirstStep,
): Promise<SignInOutcome> {
  const record = await transaction.record('Person', person)
  if (record === undefined || record['active'] === false) throw signInRefused(by)
  if (by !== 'passkey' && (await secondFactorOf(transaction, person)) !== undefined)
    return { secondFactor: await beginChallenge(transaction, person, by, now) }
  const isStrong = by === 'passkey'
  const session = await beginSession(transaction, dependencies, person, now, client.userAgent, isStrong)
  const { revision } = dependencies.current.running
  const note = { at: now, by: person, address: addressKey(client.address), revision }
  await appendAudit(transaction, { event: 'sign_in', detail: { way: by }, ...note })
  return { session: { ...session, person } }
}
