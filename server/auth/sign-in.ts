// Signing in with e-mail and password: as slow for an unknown address as for a known one, and limited by account and by address.
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../records/refused.ts'
import { accountKey, hashOf } from './account.ts'
import { addressKey } from './attempts.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { SignInOutcome } from './complete-sign-in.ts'
import type { AuthDependencies } from './dependencies.ts'
import type { From } from './from.ts'
import { TooBusy } from './password.ts'
import { signInRefused } from './sign-in-refused.ts'

export async function signIn(
  dependencies: AuthDependencies,
  given: { readonly email: string; readonly password: string },
  from: From,
  now: string,
): Promise<SignInOutcome> {
  const { storage, passwords } = dependencies
  const email = accountKey(given.email)
  const counted = countAttempt(dependencies, email, from, now)
  const account = await storage.reader.system('account', email)
  const isRight = await whileBusy(dependencies, () => passwords.verify(hashOf(account), given.password))
  const person = account?.person ?? undefined
  if (!isRight || person === undefined) throw signInRefused('password')
  const outcome = await storage.write((transaction) =>
    completeSignIn(transaction, dependencies, { person, by: 'password', from, now }),
  )
  for (const key of counted) dependencies.attempts.giveBack(key)
  noteSuccess(dependencies, email, from, now)
  return outcome
}

const KNOWN_FOR = { count: 1, milliseconds: 30 * 24 * 60 * 60 * 1000 }

/**
 * Counted before the password is looked at, so that guesses sent at once are all counted; what succeeds is taken back.
 * Where a person has signed in before, others' tries against the account don't shut him out. Gives the keys that were counted.
 */
function countAttempt(
  { attempts, current }: AuthDependencies,
  email: string,
  { address }: From,
  now: string,
): readonly string[] {
  const rate = current.running.model.settings.signInAttempts
  const moment = Date.parse(now)
  const here = addressKey(address)
  const isKnownHere = attempts.exceeded(`signed in ${email} ${here}`, KNOWN_FOR, moment) !== undefined
  const account = isKnownHere ? `sign-in ${email} ${here}` : `sign-in ${email}`
  const waits = [
    attempts.count(`sign-in from ${here}`, { ...rate, count: rate.count * 4 }, moment),
    attempts.count(account, rate, moment),
  ]
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0))
  if (wait > 0) throw new Refused(refusal(current.running.model, 'too_many'), { retryAfter: wait })
  return [`sign-in from ${here}`, account]
}

function noteSuccess({ attempts }: AuthDependencies, email: string, { address }: From, now: string): void {
  const here = addressKey(address)
  attempts.forget(`sign-in ${email} ${here}`)
  attempts.count(`signed in ${email} ${here}`, KNOWN_FOR, Date.parse(now))
}

export async function whileBusy<T>({ current }: AuthDependencies, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooBusy) throw new Refused(refusal(current.running.model, 'unavailable'), { retryAfter: 2 })
    throw error
  }
}
