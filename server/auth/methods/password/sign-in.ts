// Signs a person in with email and password; an unknown address takes as long as a known one.
import { accountKey, hashOf } from '../../account.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { CountedAttempt } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { auditFailedSignIn } from '../../audit-failed-sign-in.ts'
import { signInRefused } from '../../sign-in-refused.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { refuseWhenBusy } from '../../../policy/refuse-when-busy.ts'
import { refused } from '../../../policy/refused.ts'
import { hasPublishedPassword } from './published-password.ts'

export async function signInWithPassword(
  dependencies: AuthDependencies,
  given: { readonly email: string; readonly password: string },
  client: ClientInfo,
  now: string,
): Promise<SignInOutcome> {
  const { person, counted } = await verifyPassword(dependencies, given, client, now)
  const outcome = await dependencies.storage.write(
    (transaction) => completeSignIn(transaction, dependencies, { person, by: 'password', client, now }),
    { fromReserve: true },
  )
  await counted.succeed()
  return outcome
}

/** Whose password it is; `counted` is called when they have signed in. */
export async function verifyPassword(
  dependencies: AuthDependencies,
  given: { readonly email: string; readonly password: string },
  client: ClientInfo,
  now: string,
): Promise<{ readonly person: string; readonly counted: CountedAttempt }> {
  const { storage, passwords, current } = dependencies
  requireOffered(current.running.model, 'password')
  const email = accountKey(given.email)
  const counted = await limitAttempts(dependencies, 'sign-in', email, client, now)
  const account = await storage.database.system('account', email)
  const isRight = await refuseWhenBusy(() => passwords.verify(hashOf(account), given.password))
  const person = account?.person ?? undefined
  if (!isRight || person === undefined) {
    await auditFailedSignIn(dependencies, 'password', person ?? null, client, now)
    throw signInRefused('password')
  }
  if (!client.isLocal && (await hasPublishedPassword(storage.database, account))) {
    await auditFailedSignIn(dependencies, 'password', person, client, now)
    throw refused('sample_elsewhere')
  }
  return { person, counted }
}
