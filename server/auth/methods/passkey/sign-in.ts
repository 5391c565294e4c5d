// Signs a person in with a passkey; no address is typed, so none is revealed.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { addressKey } from '../../address-key.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { tooManyAttempts } from '../../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { auditFailedSignIn } from '../../audit-failed-sign-in.ts'
import { signInRefused } from '../../sign-in-refused.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { issueChallenge } from './passkey-challenges.ts'
import { countUse, requestOptions, verifyPasskey } from './verify-passkey.ts'

const ASKED = { purpose: 'sign in', person: null } as const

/** Starts a sign-in with a passkey. The response is the same for everybody except for the challenge. */
export async function startPasskeySignIn(
  dependencies: AuthDependencies,
  client: ClientInfo,
  origin: string,
  now: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  requireOffered(dependencies.current.running.model, 'passkey')
  return requestOptions(origin, await issueChallenge(dependencies, ASKED, client, now), [])
}

/** `response`: what the browser got of the authenticator. Whatever is wrong with it, the answer is one and the same. */
export async function signInWithPasskey(
  dependencies: AuthDependencies,
  response: unknown,
  client: ClientInfo,
  origin: string,
  now: string,
): Promise<SignInOutcome> {
  const { storage, current, rateLimiter } = dependencies
  const { model } = current.running
  requireOffered(model, 'passkey')
  const here = addressKey(client.address)
  const rate = { ...model.settings.signInAttempts, count: model.settings.signInAttempts.count * 4 }
  const wait = await rateLimiter.count(`passkey from ${here}`, rate)
  if (wait !== undefined) throw tooManyAttempts(model, wait)
  const used = await verifyPasskey(dependencies, response, ASKED, origin, now)
  if (used === null || typeof used === 'string') return refuse(dependencies, used, client, now)
  const { person } = used.passkey
  const outcome = await storage.write(
    async (transaction) =>
      (await countUse(transaction, used, now))
        ? completeSignIn(transaction, dependencies, { person, by: 'passkey', client, now })
        : undefined,
    { fromReserve: true },
  )
  if (outcome === undefined) return refuse(dependencies, person, client, now)
  await rateLimiter.giveBack(`passkey from ${here}`)
  return outcome
}

async function refuse(
  dependencies: AuthDependencies,
  subject: string | null,
  client: ClientInfo,
  now: string,
): Promise<never> {
  await auditFailedSignIn(dependencies, 'passkey', subject, client, now)
  throw signInRefused('passkey')
}
