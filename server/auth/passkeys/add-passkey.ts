// A person who is signed in adds a passkey: first what the authenticator is asked, then what it answered is verified and kept.
import { randomBytes } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Model } from '#shared/model/model.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import type { Transaction } from '../../storage/storage.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { requireProof } from '../prove.ts'
import { requireOffered } from '../ways.ts'
import type { NewCredential } from './ceremony.ts'
import { ALGORITHMS, checkOrigin, readShown, relyingPartyOf, verifyNewCredential } from './ceremony.ts'
import { CHALLENGE_MILLISECONDS, createChallenge, takeChallenge } from './challenges.ts'
import type { Passkey } from './passkey.ts'
import { passkeyOf, passkeyRow } from './passkey.ts'

const MOST_PASSKEYS = 20
export const LONGEST_NAME = 100

/** `origin`: the base URL of the application; `session`: the key of the one that asks. */
export async function offerPasskey(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  session: string | undefined,
  from: From,
  origin: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'passkey')
  await requireProof(storage.reader, session, now)
  const person = actor.person?.id ?? ''
  const passkeys = (await storage.reader.systemOf('passkey', person)).map(passkeyOf)
  if (passkeys.length >= MOST_PASSKEYS) throw tooMany(model)
  const handle = passkeys[0]?.handle ?? createHandle()
  const challenge = await createChallenge(dependencies, { purpose: 'add', person, handle }, from, now)
  const known = { name: String(actor.person?.['email'] ?? ''), displayName: String(actor.person?.['name'] ?? '') }
  return creationOptions(model, origin, { challenge, handle, ...known }, passkeys)
}

/** Gives the passkey as it is kept. `response`: what the browser got of the authenticator. */
export async function addPasskey(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  given: { readonly name: string; readonly response: unknown },
  from: From,
  origin: string,
): Promise<Passkey> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  requireOffered(model, 'passkey')
  const name = readPasskeyName(model, given.name)
  const person = actor.person?.id ?? ''
  const shown = readShown(given.response)
  if (shown === undefined) throw notAdded()
  checkOrigin(shown, origin)
  const challenge = await takeChallenge(dependencies, shown.challenge, 'add', now)
  if (challenge?.handle === undefined || challenge.person !== person) throw notAdded()
  const credential = await verifyNewCredential(given.response, { origin, challenge: shown.challenge })
  if (credential === undefined) throw notAdded()
  const { handle } = challenge
  return storage.write(async (transaction) => {
    if ((await transaction.systemOf('passkey', person)).length >= MOST_PASSKEYS) throw tooMany(model)
    const passkey = await keepPasskey(transaction, {
      ...credential,
      id: dependencies.newId(now),
      person,
      name,
      handle,
      now,
    })
    const address = addressKey(from.address)
    await appendAudit(transaction, { event: 'passkey_added', at: now, by: person, detail: { name }, address, revision })
    return passkey
  })
}

/** Writes it, unless somebody has this credential already. */
export async function keepPasskey(
  transaction: Transaction,
  { now, ...given }: NewCredential & Pick<Passkey, 'id' | 'person' | 'name' | 'handle'> & { readonly now: string },
): Promise<Passkey> {
  if ((await transaction.system('passkey', given.credential)) !== undefined) throw notAdded()
  const passkey: Passkey = { ...given, createdAt: now, usedAt: null }
  await transaction.putSystem('passkey', passkeyRow(passkey))
  return passkey
}

/** 256 random bits, base64url: nothing about the person is told to the authenticator's maker. */
export function createHandle(): string {
  return randomBytes(32).toString('base64url')
}

export function creationOptions(
  model: Model,
  origin: string,
  user: { readonly challenge: string; readonly handle: string; readonly name: string; readonly displayName: string },
  known: readonly Passkey[],
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

export function readPasskeyName(model: Model, given: string): string {
  const name = given.trim().replaceAll(/\s+/g, ' ')
  const length = [...name].length
  if (length > 0 && length <= LONGEST_NAME) return name
  const message = `A passkey has a name of at most ${LONGEST_NAME} characters.`
  throw new Refused(refusal(model, 'invalid', { errors: [{ field: 'name', code: 'bad_name', message }] }))
}

export function notAdded(): Refused {
  return new Refused({
    code: 'passkey_refused',
    status: 422,
    message: 'This passkey could not be added. Please try once more.',
    errors: [],
  })
}

function tooMany(model: Model): Refused {
  const message = `Nobody has more than ${MOST_PASSKEYS} passkeys. Remove one first.`
  return new Refused(refusal(model, 'invalid', { errors: [{ field: 'name', code: 'too_many', message }] }))
}
