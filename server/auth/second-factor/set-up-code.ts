// Sets up an authenticator app: creates the seed, then verifies its first code.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { addressKey } from '../address-key.ts'
import { limitAttempts } from '../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import type { ClientInfo } from '../client-info.ts'
import { requireBothFactors, requireReauthentication } from '../sessions/require-reauthentication.ts'
import type { SessionStart } from '../sessions/sessions.ts'
import { renewSession } from '../sessions/sessions.ts'
import { isOffered } from '../sign-in-methods.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { seedPurposeOf, putSecondFactor, secondFactorOf } from './second-factor.ts'
import { createSeed, seedUri, stepOfCode } from './totp.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { refused, refusedFields } from '../../policy/refused.ts'

const GOOD_FOR_MILLISECONDS = 30 * 60 * 1000

export interface CodeSetUp {
  /** Base32, to be typed where no picture can be taken. */
  readonly seed: string
  readonly uri: string
  readonly expires_at: string
}

/** `session`: the key of the one that asks. Nothing changes until `confirmSetUp`. */
export async function beginSetUp(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  session: string | undefined,
): Promise<CodeSetUp> {
  const person = actor.person?.id ?? ''
  const { model } = dependencies.current.running
  const seed = createSeed()
  const sealed = dependencies.keyring.seal(seed, seedPurposeOf(person))
  return dependencies.storage.write(async (transaction) => {
    await requireNone(transaction, person)
    // A person who has a passkey shows that, so that a guessed password does not bring in an app of the guesser's. One that the document
    // takes no more can't be shown.
    const hasPasskey = isOffered(model, 'passkey') && (await transaction.systemOf('passkey', person)).length > 0
    await (hasPasskey ? requireBothFactors : requireReauthentication)(transaction, session, now)
    const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS).toISOString()
    const value = { kind: 'set-up', seed: sealed }
    await transaction.putSystem('link', { key: keyOfSetUp(person), person, expiresAt, value })
    return { seed, uri: seedUri(seed, model.name, String(actor.person?.['email'] ?? '')), expires_at: expiresAt }
  })
}

/** `recoveryCodes` are shown once. The session counts as begun with two factors, and has another token; all others end. */
export async function confirmSetUp(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  code: string,
  session: string,
  client: ClientInfo,
): Promise<{
  readonly recoveryCodes: readonly string[]
  readonly session: SessionStart & { readonly person: string }
}> {
  const person = actor.person?.id ?? ''
  const { revision } = dependencies.current.running
  const counted = await limitAttempts(dependencies, 'second factor', person, client, now)
  const { codes, hashes } = createRecoveryCodes()
  const renewed = await dependencies.storage.write(async (transaction) => {
    await requireNone(transaction, person)
    const begun = await transaction.system('link', keyOfSetUp(person))
    if (begun === undefined || (begun.expiresAt ?? '') <= now) throw refused('set_up_gone')
    const sealed = String(begun.value['seed'])
    const seed = dependencies.keyring.open(sealed, seedPurposeOf(person))
    if (seed === undefined) throw refused('set_up_gone')
    const step = stepOfCode(seed, code.replaceAll(/\s+/g, ''), now)
    if (step === undefined) throw refusedFields('invalid', [fieldError('code', 'wrong_set_up_code')])
    await putSecondFactor(transaction, person, { seed: sealed, on_since: now, last_step: step, recovery: hashes })
    await revokeAccess(transaction, person, session)
    const next = await renewSession(transaction, session, now, { strong: true, second_proven_at: now })
    if (next === undefined) throw refused('not_signed_in')
    const note = { at: now, by: person, address: addressKey(client.address), revision }
    await appendAudit(transaction, { event: 'second_factor_added', detail: { kind: 'code' }, ...note })
    return next
  })
  await counted.succeed()
  return { recoveryCodes: codes, session: renewed }
}

async function requireNone(database: DatabaseHandle, person: string): Promise<void> {
  if ((await secondFactorOf(database, person)) === undefined) return
  throw refused('code_set_up')
}

/** No key of a token: those are hashes. One for each person, the last one that was begun. */
function keyOfSetUp(person: string): string {
  return `set-up ${person}`
}
