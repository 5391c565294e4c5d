// Limits attempts to sign in, to enter codes and to request links, by account and by address.
import { limitCitation } from '#shared/policy/account-citations.ts'
import type { Model } from '#shared/model/model.ts'
import type { Refused } from '../../policy/refused.ts'
import { addressKey } from '../address-key.ts'
import type { RecordsDependencies } from '../../records/records-dependencies.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { refused } from '../../policy/refused.ts'
import type { ClientInfo } from '../client-info.ts'

export interface CountedAttempt {
  /**
   * Records that the attempt was no guess: withdraws it from the count, and remembers that the account was used from
   * this network.
   */
  succeed(): Promise<void>
}

interface LimitDependencies extends Pick<RecordsDependencies, 'current'> {
  readonly rateLimiter: RateLimiter
  readonly knownNetworks: KnownNetworks
  readonly refuseUntried?: ((what: 'secret') => never) | undefined
}

/**
 * Counted before anything is looked at, so that guesses sent at once are all counted; throws 429 when there were too many.
 * `given`: an address or the id of a person, whether or not there is such a one. Where a person has succeeded before,
 * neither others' tries against the account nor others' tries from there lock them out.
 */
export async function limitAttempts(
  { rateLimiter, knownNetworks, current, refuseUntried }: LimitDependencies,
  kind: 'sign-in' | 'link' | 'second factor',
  given: string,
  { address }: ClientInfo,
  now: string,
): Promise<CountedAttempt> {
  const rate = current.running.model.settings.signInAttempts
  const moment = Date.parse(now)
  const here = addressKey(address)
  const account = given.slice(0, LONGEST_ACCOUNT)
  const isKnownHere = await knownNetworks.has(account, here, moment)
  const fromHere = `${kind} from ${here}`
  const toAccount = isKnownHere ? `${kind} ${account} ${here}` : `${kind} ${account}`
  // What one place tries in vain makes no room for more accounts than it may try.
  const wait =
    (isKnownHere ? undefined : await rateLimiter.count(fromHere, { ...rate, count: rate.count * 4 })) ??
    (await rateLimiter.count(toAccount, rate))
  if (wait !== undefined) throw tooManyAttempts(current.running.model, wait)
  // A link is nothing to be guessed.
  if (kind !== 'link') refuseUntried?.('secret')
  return {
    async succeed() {
      if (!isKnownHere) await rateLimiter.giveBack(fromHere)
      await rateLimiter.giveBack(toAccount)
      await rateLimiter.forget(`${kind} ${account} ${here}`)
      if (!isKnownHere) await knownNetworks.add(account, here, moment)
    },
  }
}

/**
 * Makes the refusal for too many attempts. It cites the limit that point 9 sets, or the default of every application.
 */
export function tooManyAttempts(model: Model, wait: number): Refused {
  return refused('too_many', {}, { ...limitCitation(model, 'sign_in_attempts'), retryAfter: wait })
}

/** Longer than any address of an account. */
const LONGEST_ACCOUNT = 320
