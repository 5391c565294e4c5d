// Limits tries by account and by address: of signing in, of codes, of asking for links.
import { limitCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import { Refused } from '../records/refused.ts'
import { addressKey } from './attempts.ts'
import type { AuthDependencies } from './dependencies.ts'
import type { From } from './from.ts'

export interface Try {
  /** It was no guess: takes it back, and remembers that the account was used from here. */
  succeed(): void
}

type Counting = Pick<AuthDependencies, 'attempts' | 'knownPlaces' | 'current' | 'leaveUntried'>

/**
 * Counted before anything is looked at, so that guesses sent at once are all counted; throws 429 when there were too many.
 * `given`: an address or the id of a person, whether or not there is such a one. Where a person has succeeded before,
 * neither others' tries against the account nor others' tries from there shut him out.
 */
export function countTry(
  { attempts, knownPlaces, current, leaveUntried }: Counting,
  kind: 'sign-in' | 'link' | 'second factor',
  given: string,
  { address }: From,
  now: string,
): Try {
  const rate = current.running.model.settings.signInAttempts
  const moment = Date.parse(now)
  const here = addressKey(address)
  const account = given.slice(0, LONGEST_ACCOUNT)
  const isKnownHere = knownPlaces.has(account, here, moment)
  const fromHere = `${kind} from ${here}`
  const toAccount = isKnownHere ? `${kind} ${account} ${here}` : `${kind} ${account}`
  // What one place tries in vain makes no room for more accounts than it may try.
  const wait =
    (isKnownHere ? undefined : attempts.count(fromHere, { ...rate, count: rate.count * 4 })) ??
    attempts.count(toAccount, rate)
  if (wait !== undefined) throw tooManyTries(current.running.model, wait)
  // A link is nothing to be guessed.
  if (kind !== 'link') leaveUntried?.('secret')
  return {
    succeed() {
      if (!isKnownHere) attempts.giveBack(fromHere)
      attempts.giveBack(toAccount)
      attempts.forget(`${kind} ${account} ${here}`)
      if (!isKnownHere) knownPlaces.add(account, here, moment)
    },
  }
}

/** By the limit that point 9 sets, or that every application has. */
export function tooManyTries(model: Model, wait: number): Refused {
  return new Refused(refusal(model, 'too_many', limitCite(model, 'sign_in_attempts')), { retryAfter: wait })
}

/** Longer than any address of an account. */
const LONGEST_ACCOUNT = 320
