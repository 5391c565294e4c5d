// Signing in by a provider: who is known by issuer and subject gets in; who comes for the first time is linked, signed up, or refused.
import { systemActor } from '#shared/decisions/actor.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { inTransaction } from '../../records/work/command.ts'
import type { Work } from '../../records/work/work.ts'
import type { Transaction } from '../../storage/storage.ts'
import { accountRow, hashOf } from '../account.ts'
import { addressKey } from '../attempts.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { keepWaitingProven } from '../sign-up/admit.ts'
import { needsApproval, readFields } from '../sign-up/applicant.ts'
import { findByAddress } from '../sign-up/find-by-address.ts'
import { openAccount } from '../sign-up/open-account.ts'
import type { Flow } from './flow.ts'
import { identityKey, identityRow } from './identity.ts'
import type { Claims } from './openid.ts'
import type { Provider } from './provider.ts'
import { providerRefused } from './provider.ts'

interface Arriving {
  readonly provider: Provider
  readonly claims: Claims
  readonly invitation: Flow['invitation']
  readonly from: From
  readonly now: string
}

export async function signInWithProvider(dependencies: AuthDependencies, arriving: Arriving): Promise<SignInOutcome> {
  const { claims, from, now } = arriving
  const outcome = await inTransaction(dependencies, { actor: systemActor, now }, {}, async (work) => {
    const known = await work.transaction.system('identity', identityKey(claims))
    const person = known?.person ?? (await linkFirstTime(dependencies, work, arriving))
    // What says that they wait is written, so it is no refusal yet.
    if (person === undefined) return 'waits'
    return completeSignIn(work.transaction, dependencies, { person, by: 'provider', from, now })
  })
  if (outcome === 'waits') throw providerRefused('sign_up_waits', arriving.provider)
  return outcome
}

/**
 * An account that somebody can use already is never opened by an address alone: whoever made it might have taken the address of
 * another, and the provider's idea of an address might not be ours. Such a person signs in as before, and links the provider then.
 * Undefined: an administrator has to let them in.
 */
async function linkFirstTime(
  dependencies: AuthDependencies,
  work: Work,
  arriving: Arriving,
): Promise<string | undefined> {
  const { provider, claims, from, now } = arriving
  const { transaction, running } = work
  if (claims.email === undefined || !claims.isVerified) throw providerRefused('email_unverified', provider)
  const there = await personWith(transaction, claims.email)
  if (there !== undefined && (await hasWay(transaction, there))) throw providerRefused('account_exists', provider)
  const person = there ?? (await signUp(dependencies, work, arriving, claims.email))
  if (person === undefined) return undefined
  await transaction.putSystem('identity', identityRow(claims, provider.path, person, now))
  await keepAddress(transaction, person, claims.email, now)
  const address = addressKey(from.address)
  const detail = { provider: provider.name }
  const { revision } = running
  await appendAudit(transaction, { event: 'identity_linked', at: now, by: person, detail, address, revision })
  return person
}

/** Who has this address: by account, else by record. */
async function personWith(transaction: Transaction, email: string): Promise<string | undefined> {
  const { account, record } = await findByAddress(transaction, email)
  return account?.person ?? record?.id
}

async function hasWay(transaction: Transaction, person: string): Promise<boolean> {
  const [account] = await transaction.systemOf('account', person)
  if (hashOf(account) !== undefined) return true
  const others = [await transaction.systemOf('passkey', person), await transaction.systemOf('identity', person)]
  return others.some((rows) => rows.length > 0)
}

/** Only as point 6 lets people in: with the role of whoever signs up, or with that of the invitation. */
async function signUp(
  dependencies: AuthDependencies,
  work: Work,
  { provider, claims, invitation, now, from }: Arriving,
  email: string,
): Promise<string | undefined> {
  const { model } = work.running
  if (invitation === undefined && model.access.signUp.kind !== 'open') throw providerRefused('no_account', provider)
  const { values, errors } = readFields(model, { name: claims.name ?? email.replace(/@.*$/, ''), email })
  if (errors.length > 0) throw providerRefused('provider_incomplete', provider)
  if (invitation === undefined && needsApproval(model)) {
    await keepWaitingProven(dependencies, work, { values, from, now })
    return undefined
  }
  return openAccount(work, { values, link: invitation, credential: { kind: 'none' }, isProven: true, from, now })
}

/** An account without a password, at the address of the record: so nobody else signs up with it. */
async function keepAddress(transaction: Transaction, person: string, email: string, now: string): Promise<void> {
  const record = await transaction.record('Person', person)
  const row = accountRow(typeof record?.['email'] === 'string' ? record['email'] : email, person, undefined, now)
  const isThere =
    (await transaction.systemOf('account', person)).length > 0 ||
    (await transaction.system('account', row.key)) !== undefined
  if (!isThere) await transaction.putSystem('account', row)
}
