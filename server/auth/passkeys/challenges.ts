// Challenges: what an authenticator is asked to sign. Each is kept here by its hash, for one use within five minutes.
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { createToken, isToken, keyOf } from '../token.ts'

export const CHALLENGE_MILLISECONDS = 5 * 60 * 1000

/** Each is a row that is written: from one address there are not to be many. */
const CHALLENGES = { count: 300, milliseconds: CHALLENGE_MILLISECONDS }

export interface Challenge {
  /** For what it was given out, so that none of one purpose serves another. */
  readonly purpose: 'add' | 'sign in' | 'sign up'
  /** Whoever asked for it, where somebody is signed in. */
  readonly person: string | null
  /** The random name under which a new passkey knows its person. */
  readonly handle?: string
}

/** Gives the challenge itself: 256 random bits, base64url. */
export async function createChallenge(
  dependencies: AuthDependencies,
  { purpose, person, handle }: Challenge,
  from: From,
  now: string,
): Promise<string> {
  const { storage, attempts, current } = dependencies
  const wait = attempts.count(`challenge from ${addressKey(from.address)}`, CHALLENGES, Date.parse(now))
  if (wait !== undefined) throw new Refused(refusal(current.running.model, 'too_many'), { retryAfter: wait })
  const { secret, key } = createToken()
  const expiresAt = new Date(Date.parse(now) + CHALLENGE_MILLISECONDS).toISOString()
  const value = { kind: KIND, purpose, ...(handle === undefined ? {} : { handle }) }
  await storage.write((transaction) => transaction.putSystem('link', { key, person, expiresAt, value }))
  return secret
}

/** Uses it up, whatever comes of it: of fifty who show the same one, one finds it. */
export async function takeChallenge(
  { storage }: AuthDependencies,
  challenge: string,
  purpose: Challenge['purpose'],
  now: string,
): Promise<Challenge | undefined> {
  if (!isToken(challenge)) return undefined
  const key = keyOf(challenge)
  return storage.write(async (transaction) => {
    const row = await transaction.system('link', key)
    const isGood =
      row !== undefined &&
      row.value['kind'] === KIND &&
      row.value['purpose'] === purpose &&
      (row.expiresAt === null || row.expiresAt > now)
    if (!isGood || !(await transaction.deleteSystem('link', key))) return undefined
    const handle = row.value['handle']
    return { purpose, person: row.person, ...(typeof handle === 'string' ? { handle } : {}) }
  })
}

const KIND = 'passkey challenge'
