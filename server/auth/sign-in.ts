// Signing in with e-mail and password: as slow for an unknown address as for a known one, and limited by account and by address.
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../records/refused.ts'
import { accountKey, hashOf } from './account.ts'
import { addressKey } from './attempts.ts'
import type { AuthDependencies } from './dependencies.ts'
import { TooBusy } from './password.ts'
import type { SessionStart } from './sessions.ts'
import { beginSession } from './sessions.ts'

export interface From {
  /** The address that the connection comes from. */
  readonly address: string | undefined
  readonly client: string | undefined
}

export async function signIn(
  dependencies: AuthDependencies,
  given: { readonly email: string; readonly password: string },
  from: From,
  now: string,
): Promise<SessionStart & { readonly person: string }> {
  const { storage, passwords } = dependencies
  const email = accountKey(given.email)
  const counted = countAttempt(dependencies, email, from, now)
  const account = await storage.reader.system('account', email)
  const isRight = await whileBusy(dependencies, () => passwords.verify(hashOf(account), given.password))
  const person = account?.person ?? undefined
  const record = isRight && person !== undefined ? await storage.reader.record('Person', person) : undefined
  if (person === undefined || record === undefined || record['active'] === false) {
    throw new Refused({
      code: 'wrong_credentials',
      status: 401,
      message: 'The e-mail address or the password is not right.',
      errors: [],
    })
  }
  for (const key of counted) dependencies.attempts.giveBack(key)
  noteSuccess(dependencies, email, from, now)
  const session = await storage.write((transaction) =>
    beginSession(transaction, dependencies, person, now, from.client),
  )
  return { ...session, person }
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
