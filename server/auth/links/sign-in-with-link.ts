// Signing in with a link that was sent to the person's address.
import { addressKey } from '../attempts.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { requireOffered } from '../ways.ts'
import { useLink } from './one-time-link.ts'

/** What was shown is used up with the session, or with the beginning of the second step. */
export async function signInWithLink(
  dependencies: AuthDependencies,
  link: string,
  from: From,
  now: string,
): Promise<SignInOutcome> {
  requireOffered(dependencies.current.running.model, 'link')
  const counted = countTry(dependencies, 'link', `used from ${addressKey(from.address)}`, from, now)
  const outcome = await dependencies.storage.write(async (transaction) => {
    const person = await useLink(transaction, 'sign-in', link, now)
    return completeSignIn(transaction, dependencies, { person, by: 'link', from, now })
  })
  counted.succeed()
  return outcome
}
