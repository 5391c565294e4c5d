// Limits tries by account and by address: of signing in, of codes, of asking for links.
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../records/refused.ts'
import { addressKey } from './attempts.ts'
import type { AuthDependencies } from './dependencies.ts'
import type { From } from './from.ts'

export interface Try {
  /** It was no guess: takes it back, and remembers that the account was used from here. */
  succeed(): void
}

/**
 * Counted before anything is looked at, so that guesses sent at once are all counted; throws 429 when there were too many.
 * `given`: an address or the id of a person, whether or not there is such a one. Where a person has succeeded before,
 * neither others' tries against the account nor others' tries from there shut him out.
 */
export function countTry(
  { attempts, current }: Pick<AuthDependencies, 'attempts' | 'current'>,
  kind: 'sign-in' | 'link' | 'second factor',
  given: string,
  { address }: From,
  now: string,
): Try {
  const rate = current.running.model.settings.signInAttempts
  const moment = Date.parse(now)
  const here = addressKey(address)
  const account = given.slice(0, LONGEST_ACCOUNT)
  const known = `known ${account} ${here}`
  const isKnownHere = attempts.exceeded(known, KNOWN_FOR, moment) !== undefined
  const fromHere = `${kind} from ${here}`
  const toAccount = isKnownHere ? `${kind} ${account} ${here}` : `${kind} ${account}`
  // What one place tries in vain makes no room for more accounts than it may try.
  const wait =
    (isKnownHere ? undefined : attempts.count(fromHere, { ...rate, count: rate.count * 4 }, moment)) ??
    attempts.count(toAccount, rate, moment)
  if (wait !== undefined) throw new Refused(refusal(current.running.model, 'too_many'), { retryAfter: wait })
  return {
    succeed() {
      if (!isKnownHere) attempts.giveBack(fromHere)
      attempts.giveBack(toAccount)
      attempts.forget(`${kind} ${account} ${here}`)
      attempts.count(known, KNOWN_FOR, moment)
    },
  }
}

/** Longer than any address of an account. */
const LONGEST_ACCOUNT = 320
const KNOWN_FOR = { count: 1, milliseconds: 30 * 24 * 60 * 60 * 1000 }
