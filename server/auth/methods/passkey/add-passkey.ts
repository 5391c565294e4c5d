// Adds a passkey for a signed-in person: creates the challenge, verifies the response, stores the key.
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../../records/audit/append-audit.ts'
import type { ActorContext } from '../../../records/records-dependencies.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { addressKey } from '../../address-key.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import { revokeAccess } from '../../sessions/revoke-access.ts'
import type { ClientInfo } from '../../client-info.ts'
import { requireReauthenticationForPasskeys } from '../require-reauthentication-for-passkeys.ts'
import type { SessionStart } from '../../sessions/sessions.ts'
import { renewSession } from '../../sessions/sessions.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import type { NewCredential } from './webauthn.ts'
import { ALGORITHMS, checkOrigin, readClientData, relyingPartyOf, verifyNewCredential } from './webauthn.ts'
import { CHALLENGE_MILLISECONDS, issueChallenge } from './passkey-challenges.ts'
import type { StoredPasskey } from './passkey.ts'
import { passkeyOf, passkeyRow } from './passkey.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../../policy/refused.ts'
import { refused, refusedFields } from '../../../policy/refused.ts'

const MOST_PASSKEYS = 20
export const LONGEST_NAME = 100

/** The session that asks. */
export interface PasskeyRequester {
  readonly session: string | undefined
  /** The person's role asks for two factors, and the session was begun with one: a first passkey is the second. */
  readonly isEnrolling: boolean
}

/** `origin`: the base URL of the application. */
export async function offerPasskey(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  asking: PasskeyRequester,
  client: ClientInfo,
  origin: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'passkey')
  await requireReauthenticationForPasskeys(storage.database, model, actor, asking.session, now)
  const person = actor.person?.id ?? ''
  const passkeys = (await storage.database.systemOf('passkey', person)).map(passkeyOf)
  requireRoom(passkeys.length)
  const known = passkeys[0]?.handle
  const challenge = await issueChallenge(dependencies, { purpose: 'add', person, handle: known }, client, now)
  const handle = known ?? (await dependencies.challenges.handleFor(challenge))
  const named = { name: String(actor.person?.['email'] ?? ''), displayName: String(actor.person?.['name'] ?? '') }
  return creationOptions(model, origin, { challenge, handle, ...named }, passkeys)
}

/** `response`: what the browser got of the authenticator. Gives the passkey, and another token for a session that it makes good for more. */
export async function addPasskey(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  given: { readonly name: string; readonly response: unknown },
  asking: PasskeyRequester,
  client: ClientInfo,
  origin: string,
): Promise<{ readonly passkey: StoredPasskey; readonly session?: SessionStart & { readonly person: string } }> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  requireOffered(model, 'passkey')
  const name = readPasskeyName(given.name)
  const person = actor.person?.id ?? ''
  const shown = readClientData(given.response)
  if (shown === undefined) throw notAdded()
  checkOrigin(shown, origin)
  const [first] = (await storage.database.systemOf('passkey', person)).map(passkeyOf)
  const handle = await handleAsked(dependencies, shown.challenge, person, first?.handle, now)
  if (handle === undefined) throw notAdded()
  const credential = await verifyNewCredential(given.response, { origin, challenge: shown.challenge })
  if (credential === undefined || !(await dependencies.challenges.use(shown.challenge, now))) throw notAdded()
  return storage.write(async (transaction) => {
    requireRoom((await transaction.systemOf('passkey', person)).length)
    const passkey = await storePasskey(transaction, {
      ...credential,
      id: dependencies.newId(now),
      person,
      name,
      handle,
      now,
    })
    const address = addressKey(client.address)
    await appendAudit(transaction, { event: 'passkey_added', at: now, by: person, detail: { name }, address, revision })
    const { session, isEnrolling } = asking
    if (!isEnrolling || session === undefined) return { passkey }
    // It is the second factor from now on, as an authenticator app would be.
    await revokeAccess(transaction, person, session)
    const renewed = await renewSession(transaction, session, now, { strong: true, second_proven_at: now })
    return { passkey, ...(renewed === undefined ? {} : { session: renewed }) }
  })
}

/** Under which name the authenticator was asked to keep it: the person's known one, or one of its own where there was none yet. */
async function handleAsked(
  { challenges }: AuthDependencies,
  challenge: string,
  person: string,
  known: string | undefined,
  now: string,
): Promise<string | undefined> {
  if (await challenges.isGood(challenge, { purpose: 'add', person, handle: known }, now))
    return known ?? (await challenges.handleFor(challenge))
  const isFirst = await challenges.isGood(challenge, { purpose: 'add', person }, now)
  return isFirst ? await challenges.handleFor(challenge) : undefined
}

function requireRoom(passkeys: number): void {
  if (passkeys < MOST_PASSKEYS) return
  throw refusedFields('invalid', [fieldError('name', 'too_many_passkeys', { most: MOST_PASSKEYS })])
}

/** Writes it, unless somebody has this credential already. */
export async function storePasskey(
  transaction: Transaction,
  {
    now,
    ...given
  }: NewCredential & Pick<StoredPasskey, 'id' | 'person' | 'name' | 'handle'> & { readonly now: string },
): Promise<StoredPasskey> {
  if ((await transaction.system('passkey', given.credential)) !== undefined) throw notAdded()
  const passkey: StoredPasskey = { ...given, createdAt: now, usedAt: null }
  await transaction.putSystem('passkey', passkeyRow(passkey))
  return passkey
}

export function creationOptions(
  model: Model,
  origin: string,
  user: { readonly challenge: string; readonly handle: string; readonly name: string; readonly displayName: string },
  known: readonly StoredPasskey[],
): PublicKeyCredentialCreationOptionsJSON {
  const { challenge, handle, name, displayName } = user
  return {
    challenge,
    rp: { id: relyingPartyOf(origin), name: model.name },
    user: { id: handle, name, displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MILLISECONDS,
    attestation: 'none',
    // The same authenticator is not asked twice.
    excludeCredentials: known.map(({ credential }) => ({ type: 'public-key', id: credential })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

export function readPasskeyName(given: string): string {
  const name = given.trim().replaceAll(/\s+/g, ' ')
  const length = [...name].length
  if (length > 0 && length <= LONGEST_NAME) return name
  throw refusedFields('invalid', [fieldError('name', 'passkey_name', { most: LONGEST_NAME })])
}

export function notAdded(): Refused {
  return refused('passkey_refused')
}
