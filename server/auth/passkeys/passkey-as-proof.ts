// A passkey as proof: the person's own ones, and nobody else's, may answer.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Acting } from '../../records/dependencies.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { requireOffered } from '../ways.ts'
import { giveChallenge } from './challenges.ts'
import { passkeyOf } from './passkey.ts'
import type { PasskeyUse } from './use-passkey.ts'
import { requestOptions, verifyPasskey } from './use-passkey.ts'

/** What the browser is to hand to `navigator.credentials.get`. */
export async function askForProof(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  from: From,
  origin: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { storage, current } = dependencies
  requireOffered(current.running.model, 'passkey')
  const person = actor.person?.id ?? ''
  const challenge = giveChallenge(dependencies, { purpose: 'prove', person }, from, now)
  return requestOptions(origin, challenge, (await storage.reader.systemOf('passkey', person)).map(passkeyOf))
}

/** Undefined: it proves nothing. Else it is to be counted in the transaction that believes it. */
export async function readProof(
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
