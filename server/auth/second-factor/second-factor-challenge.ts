// Creates the challenge between the two steps of sign-in: a token, valid for five minutes.
import type { Transaction } from '../../storage/transaction.ts'
import type { SignInMethod } from '../sign-in-methods.ts'
import { createToken } from '../token.ts'

const GOOD_FOR_MILLISECONDS = 5 * 60 * 1000

export interface SecondFactorChallenge {
  /** With what the second step can be done. */
  readonly methods: readonly ['totp', 'recovery']
  /** Sent along with the code to `/api/auth/second-factor`; no session. */
  readonly challenge: string
  readonly seconds: number
}

export async function beginChallenge(
  transaction: Transaction,
  person: string,
  by: SignInMethod,
  now: string,
): Promise<SecondFactorChallenge> {
  const { secret, key } = createToken()
  const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS).toISOString()
  await transaction.putSystem('link', { key, person, expiresAt, value: { kind: 'second factor', by, created_at: now } })
  return { methods: ['totp', 'recovery'], challenge: secret, seconds: GOOD_FOR_MILLISECONDS / 1000 }
}
