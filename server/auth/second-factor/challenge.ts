// Between the first step of signing in and the second: a token that stands for the first, for five minutes.
import type { Transaction } from '../../storage/storage.ts'
import type { SignInWay } from '../complete-sign-in.ts'
import { createToken } from '../token.ts'

const GOOD_FOR_MILLISECONDS = 5 * 60 * 1000

export interface SecondFactorNeeded {
  /** With what the second step can be done. */
  readonly ways: readonly ['totp', 'recovery']
  /** Sent along with the code to `/api/auth/second-factor`; no session. */
  readonly challenge: string
  readonly seconds: number
}

export async function beginChallenge(
  transaction: Transaction,
  person: string,
  by: SignInWay,
  now: string,
): Promise<SecondFactorNeeded> {
  const { secret, key } = createToken()
  const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS).toISOString()
  await transaction.putSystem('link', { key, person, expiresAt, value: { kind: 'second factor', by, created_at: now } })
  return { ways: ['totp', 'recovery'], challenge: secret, seconds: GOOD_FOR_MILLISECONDS / 1000 }
}
