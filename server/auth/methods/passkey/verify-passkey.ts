// Verifies the use of a passkey for sign-in or re-authentication, and moves its counter on.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Transaction } from '../../../storage/transaction.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import { checkOrigin, readClientData, relyingPartyOf, verifyUse } from './webauthn.ts'
import type { Challenge } from './passkey-challenges.ts'
import { CHALLENGE_MILLISECONDS } from './passkey-challenges.ts'
import type { StoredPasskey } from './passkey.ts'
import { passkeyOf, passkeyRow } from './passkey.ts'

/** `known`: the passkeys that may answer; none: any that the authenticator has for us, so that nothing is revealed of anybody. */
export function requestOptions(
  origin: string,
  challenge: string,
  known: readonly StoredPasskey[],
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge,
    rpId: relyingPartyOf(origin),
    timeout: CHALLENGE_MILLISECONDS,
    userVerification: 'required',
    allowCredentials: known.map(({ credential }) => ({ type: 'public-key', id: credential })),
  }
}

export interface PasskeyUse {
  readonly passkey: StoredPasskey
  readonly counter: number
}

/**
 * Verifies a passkey and uses the challenge up. Returns the passkey and its counter, else the id of its person, or
 * null if unknown. `asked` is what the challenge was made for; if it names a person, only their passkeys are
 * accepted.
 */
export async function verifyPasskey(
  { storage, challenges }: AuthDependencies,
  response: unknown,
  asked: Challenge,
  origin: string,
  now: string,
): Promise<PasskeyUse | string | null> {
  const shown = readClientData(response)
  if (shown === undefined) return null
  checkOrigin(shown, origin)
  const { challenge } = shown
  if (!(await challenges.isGood(challenge, asked, now))) return null
  const { id, response: inner } = response as {
    readonly id?: unknown
    readonly response: { readonly userHandle?: unknown }
  }
  const row = typeof id === 'string' ? await storage.database.system('passkey', id) : undefined
  if (row === undefined) return null
  const passkey = passkeyOf(row)
  const counter = await verifyUse(response, { origin, challenge }, passkey)
  // The authenticator says whose passkey it is: it must be the person who registered it here.
  const isWhose = inner.userHandle === passkey.handle && (asked.person ?? passkey.person) === passkey.person
  return counter !== undefined && isWhose && (await challenges.use(challenge, now))
    ? { passkey, counter }
    : passkey.person
}

/** False: it was removed meanwhile, or used by somebody who was faster with another challenge. */
export async function countUse(
  transaction: Transaction,
  { passkey: { credential }, counter }: PasskeyUse,
  now: string,
): Promise<boolean> {
  const row = await transaction.system('passkey', credential)
  if (row === undefined || !isAhead(counter, passkeyOf(row).counter)) return false
  await transaction.putSystem('passkey', passkeyRow({ ...passkeyOf(row), counter, usedAt: now }))
  return true
}

/** A counter that does not grow is that of a copy; some authenticators don't count at all. */
function isAhead(counter: number, before: number): boolean {
  return counter > before || (counter === 0 && before === 0)
}
