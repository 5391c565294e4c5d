// Signs a person in with a link that was sent to their address.
import { addressKey } from '../../address-key.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { limitAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { redeemLink } from './one-time-link.ts'

/** Signs a person in with a link. The link is used up when the session starts, or when the second step begins. */
export async function signInWithLink(
  dependencies: AuthDependencies,
  link: string,
  client: ClientInfo,
  now: string,
): Promise<SignInOutcome> {
  requireOffered(dependencies.current.running.model, 'link')
  const counted = await limitAttempts(dependencies, 'link', `used from ${addressKey(client.address)}`, client, now)
  const outcome = await dependencies.storage.write(async (transaction) => {
    const person = await redeemLink(transaction, 'sign-in', link, now)
    return completeSignIn(transaction, dependencies, { person, by: 'link', client, now })
  })
  await counted.succeed()
  return outcome
}
