// Re-authenticates a person with one of their own passkeys.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { ActorContext } from '../../../records/records-dependencies.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { issueChallenge } from './passkey-challenges.ts'
import { passkeyOf } from './passkey.ts'
import type { PasskeyUse } from './verify-passkey.ts'
import { requestOptions, verifyPasskey } from './verify-passkey.ts'

/** Returns the options that the browser passes to `navigator.credentials.get`. */
export async function startReauthentication(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  client: ClientInfo,
  origin: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { storage, current } = dependencies
  requireOffered(current.running.model, 'passkey')
  const person = actor.person?.id ?? ''
  const challenge = await issueChallenge(dependencies, { purpose: 'prove', person }, client, now)
  return requestOptions(origin, challenge, (await storage.database.systemOf('passkey', person)).map(passkeyOf))
}

/** Undefined: it proves nothing. Else it is to be counted in the transaction that believes it. */
export async function verifyReauthentication(
  dependencies: AuthDependencies,
  person: string,
  response: unknown,
  origin: string,
  now: string,
): Promise<PasskeyUse | undefined> {
  requireOffered(dependencies.current.running.model, 'passkey')
  const used = await verifyPasskey(dependencies, response, { purpose: 'prove', person }, origin, now)
  return used === null || typeof used === 'string' ? undefined : used
}
