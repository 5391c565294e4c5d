// Signing in with a passkey that says itself whose it is: nobody types an address, so nothing tells whether there is an account.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { addressKey } from '../attempts.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { tooManyTries } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { noteFailedSignIn } from '../note-failed-sign-in.ts'
import { signInRefused } from '../sign-in-refused.ts'
import { requireOffered } from '../ways.ts'
import { giveChallenge } from './challenges.ts'
import { countUse, requestOptions, verifyPasskey } from './use-passkey.ts'

const ASKED = { purpose: 'sign in', person: null } as const

/** The same for everybody but for the challenge. */
export async function askForPasskey(
  dependencies: AuthDependencies,
  from: From,
  origin: string,
  now: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  requireOffered(dependencies.current.running.model, 'passkey')
  return requestOptions(origin, giveChallenge(dependencies, ASKED, from, now), [])
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
  const wait = attempts.count(`passkey from ${here}`, rate)
  if (wait !== undefined) throw tooManyTries(model, wait)
  const used = await verifyPasskey(dependencies, response, ASKED, origin, now)
  if (used === null || typeof used === 'string') return refuse(dependencies, used, from, now)
  const { person } = used.passkey
  const outcome = await storage.write(
    async (transaction) =>
      (await countUse(transaction, used, now))
        ? completeSignIn(transaction, dependencies, { person, by: 'passkey', from, now })
        : undefined,
    { fromReserve: true },
  )
  if (outcome === undefined) return refuse(dependencies, person, from, now)
  attempts.giveBack(`passkey from ${here}`)
  return outcome
}

async function refuse(dependencies: AuthDependencies, subject: string | null, from: From, now: string): Promise<never> {
  await noteFailedSignIn(dependencies, 'passkey', subject, from, now)
  throw signInRefused('passkey')
}
