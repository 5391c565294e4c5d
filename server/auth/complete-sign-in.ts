// What every way of signing in ends with: a session, or a second step for whoever has a second factor.
import { appendAudit } from '../records/audit/append-audit.ts'
import type { Transaction } from '../storage/storage.ts'
import { addressKey } from './attempts.ts'
import type { AuthDependencies } from './dependencies.ts'
import type { From } from './from.ts'
import { beginChallenge } from './second-factor/challenge.ts'
import type { SecondFactorNeeded } from './second-factor/challenge.ts'
import { secondFactorOf } from './second-factor/second-factor.ts'
import { signInRefused } from './sign-in-refused.ts'
import type { SessionStart } from './sessions.ts'
import { beginSession } from './sessions.ts'

export type SignInWay = 'password' | 'passkey' | 'provider' | 'link'

export interface FirstStep {
  /** Id of the person who has proven to be it. */
  readonly person: string
  readonly by: SignInWay
  readonly from: From
  readonly now: string
}

export type SignInOutcome =
  | { readonly session: SessionStart & { readonly person: string } }
  | { readonly secondFactor: SecondFactorNeeded }

/**
 * To be called in the transaction that uses up what was shown (a link, a passkey's counter), so that both happen or none.
 * A passkey is two factors in itself. Whoever is not, or no longer, active is refused like whoever is unknown.
 */
export async function completeSignIn(
  transaction: Transaction,
  dependencies: AuthDependencies,
  { person, by, from, now }: FirstStep,
): Promise<SignInOutcome> {
  const record = await transaction.record('Person', person)
  if (record === undefined || record['active'] === false) throw signInRefused(by)
  if (by !== 'passkey' && (await secondFactorOf(transaction, person)) !== undefined)
    return { secondFactor: await beginChallenge(transaction, person, by, now) }
  const isStrong = by === 'passkey'
  const session = await beginSession(transaction, dependencies, person, now, from.client, isStrong)
  const { revision } = dependencies.current.running
  const note = { at: now, by: person, address: addressKey(from.address), revision }
  await appendAudit(transaction, { event: 'sign_in', detail: { way: by }, ...note })
  return { session: { ...session, person } }
}
