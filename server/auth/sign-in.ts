// Signing in with e-mail and password: as slow for an unknown address as for a known one, and limited by account and by address.
import { accountKey, hashOf } from './account.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { SignInOutcome } from './complete-sign-in.ts'
import { countTry } from './count-try.ts'
import type { AuthDependencies } from './dependencies.ts'
import type { From } from './from.ts'
import { noteFailedSignIn } from './note-failed-sign-in.ts'
import { signInRefused } from './sign-in-refused.ts'
import { requireOffered } from './ways.ts'
import { whileBusy } from './passwords/while-busy.ts'

export async function signIn(
  dependencies: AuthDependencies,
  given: { readonly email: string; readonly password: string },
  from: From,
  now: string,
): Promise<SignInOutcome> {
  const { storage, passwords, current } = dependencies
  requireOffered(current.running.model, 'password')
  const email = accountKey(given.email)
  const counted = countTry(dependencies, 'sign-in', email, from, now)
  const account = await storage.reader.system('account', email)
  const isRight = await whileBusy(dependencies, () => passwords.verify(hashOf(account), given.password))
  const person = account?.person ?? undefined
  if (!isRight || person === undefined) {
    await noteFailedSignIn(dependencies, 'password', person ?? null, from, now)
    throw signInRefused('password')
  }
  const outcome = await storage.write(
    (transaction) => completeSignIn(transaction, dependencies, { person, by: 'password', from, now }),
    { fromReserve: true },
  )
  counted.succeed()
  return outcome
}
