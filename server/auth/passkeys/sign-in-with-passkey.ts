// Signing in with a passkey that says itself whose it is: nobody types an address, so nothing tells whether there is an account.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { noteFailedSignIn } from '../note-failed-sign-in.ts'
import { signInRefused } from '../sign-in-refused.ts'
import { requireOffered } from '../ways.ts'
import { checkOrigin, readShown, relyingPartyOf, verifyUse } from './ceremony.ts'
import { CHALLENGE_MILLISECONDS, createChallenge, takeChallenge } from './challenges.ts'
import type { Passkey } from './passkey.ts'
import { passkeyOf, passkeyRow } from './passkey.ts'

/** The same for everybody but for the challenge. */
export async function askForPasskey(
  dependencies: AuthDependencies,
  from: From,
  origin: string,
  now: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  requireOffered(dependencies.current.running.model, 'passkey')
  const challenge = await createChallenge(dependencies, { purpose: 'sign in', person: null }, from, now)
  return {
    challenge,
    rpId: relyingPartyOf(origin),
    timeout: CHALLENGE_MILLISECONDS,
    userVerification: 'required',
    allowCredentials: [],
  }
}

/** `response`: what the browser got of the authenticator. Whatever is wrong with it, the answer is one and the same. */
export async function signInWithPasskey(
  dependencies: AuthDependencies,
  response: unknown,
  from: From,
  origin: string,
  now: string,
): Promise<SignInOutcome> {
  const { storage, current, attempts } = dependencies
  const { model } = current.running
  requireOffered(model, 'passkey')
  const here = addressKey(from.address)
  const rate = { ...model.settings.signInAttempts, count: model.settings.signInAttempts.count * 4 }
  const wait = attempts.count(`passkey from ${here}`, rate, Date.parse(now))
  if (wait !== undefined) throw new Refused(refusal(model, 'too_many'), { retryAfter: wait })
  const used = await useOf(dependencies, response, origin, now)
  if (used === null || typeof used === 'string') return refuse(dependencies, used, from, now)
  const outcome = await storage.write(async (transaction) => {
    const { passkey, counter } = used
    const row = await transaction.system('passkey', passkey.credential)
    // Removed meanwhile, or used by somebody who was faster with another challenge.
    if (row === undefined || !isAhead(counter, passkeyOf(row).counter)) return undefined
    await transaction.putSystem('passkey', passkeyRow({ ...passkeyOf(row), counter, usedAt: now }))
    return completeSignIn(transaction, dependencies, { person: passkey.person, by: 'passkey', from, now })
  })
  if (outcome === undefined) return refuse(dependencies, used.passkey.person, from, now)
  attempts.giveBack(`passkey from ${here}`)
  return outcome
}

interface Use {
  readonly passkey: Passkey
  readonly counter: number
}

/** What the authenticator proves; else whose passkey was shown in vain, as far as that is known. */
async function useOf(
  dependencies: AuthDependencies,
  response: unknown,
  origin: string,
  now: string,
): Promise<Use | string | null> {
  const shown = readShown(response)
  if (shown === undefined) return null
  checkOrigin(shown, origin)
  if ((await takeChallenge(dependencies, shown.challenge, 'sign in', now)) === undefined) return null
  const { id, response: inner } = response as {
    readonly id?: unknown
    readonly response: { readonly userHandle?: unknown }
  }
  const row = typeof id === 'string' ? await dependencies.storage.reader.system('passkey', id) : undefined
  if (row === undefined) return null
  const passkey = passkeyOf(row)
  const counter = await verifyUse(response, { origin, challenge: shown.challenge }, passkey)
  // The authenticator says whose passkey it is: it must be the person whom we have it for.
  return counter !== undefined && inner.userHandle === passkey.handle ? { passkey, counter } : passkey.person
}

/** A counter that does not grow is that of a copy; some authenticators don't count at all. */
function isAhead(counter: number, before: number): boolean {
  return counter > before || (counter === 0 && before === 0)
}

async function refuse(dependencies: AuthDependencies, subject: string | null, from: From, now: string): Promise<never> {
  await noteFailedSignIn(dependencies, 'passkey', subject, from, now)
  throw signInRefused('passkey')
}
