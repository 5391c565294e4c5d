// Signs a person in by issuer and subject; the first time, links, signs up or refuses.
import { systemActor } from '#shared/policy/actor.ts'
import { appendAudit } from '../../../records/audit/append-audit.ts'
import { runInTransaction } from '../../../records/write/unit-of-work.ts'
import type { CommandContext } from '../../../records/write/command-context.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { accountRow, hashOf } from '../../account.ts'
import { addressKey } from '../../address-key.ts'
import type { SignInOutcome } from '../complete-sign-in.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { findAddressHolder } from '../../find-account.ts'
import type { Flow } from './provider-flow.ts'
import { identityKey, identityRow } from './identity.ts'
import type { Claims } from './openid.ts'
import type { Provider } from './provider.ts'
import { providerRefused } from './provider.ts'

export interface ProviderSignIn {
  readonly provider: Provider
  readonly claims: Claims
  readonly invitation: Flow['invitation']
  readonly client: ClientInfo
  readonly now: string
}

/** Signs up a person who is unknown here. `Halt`: why there is no account yet. */
export type SignUpByProvider<Halt extends string> = (
  context: CommandContext,
  email: string,
) => Promise<{ readonly person: string } | Halt>

export function signInWithProvider<Halt extends string>(
  dependencies: AuthDependencies,
  arriving: ProviderSignIn,
  signUp: SignUpByProvider<Halt>,
): Promise<SignInOutcome | Halt> {
  const { claims, client, now } = arriving
  return runInTransaction(
    dependencies,
    { actor: systemActor, now },
    {},
    async (context): Promise<SignInOutcome | Halt> => {
      const known = await context.transaction.system('identity', identityKey(claims))
      const found = known?.person == null ? await linkFirstTime(context, arriving, signUp) : { person: known.person }
      if (typeof found === 'string') return found
      const { person } = found
      return completeSignIn(context.transaction, dependencies, { person, by: 'provider', client, now })
    },
  )
}

/**
 * An account that somebody can use already is never opened by only an address: a person who made it might have taken the address of
 * another, and the provider's idea of an address might not be ours. Such a person signs in as before, and links the provider then.
 */
async function linkFirstTime<Halt extends string>(
  context: CommandContext,
  { provider, claims, client, now }: ProviderSignIn,
  signUp: SignUpByProvider<Halt>,
): Promise<{ readonly person: string } | Halt> {
  const { transaction, running } = context
  if (claims.email === undefined || !claims.isVerified) throw providerRefused('email_unverified', provider)
  const there = await personWith(transaction, claims.email)
  if (there !== undefined && (await hasSignInMethod(transaction, there)))
    throw providerRefused('account_exists', provider)
  const found = there === undefined ? await signUp(context, claims.email) : { person: there }
  if (typeof found === 'string') return found
  const { person } = found
  await transaction.putSystem('identity', identityRow(claims, provider.path, person, now))
  await keepAddress(transaction, person, claims.email, now)
  const address = addressKey(client.address)
  const detail = { provider: provider.name }
  const { revision } = running
  await appendAudit(transaction, { event: 'identity_linked', at: now, by: person, detail, address, revision })
  return found
}

/** Finds the person with this email address: first by account, then by record. */
async function personWith(transaction: Transaction, email: string): Promise<string | undefined> {
  const { account, record } = await findAddressHolder(transaction, email)
  return account?.person ?? record?.id
}

async function hasSignInMethod(transaction: Transaction, person: string): Promise<boolean> {
  const [account] = await transaction.systemOf('account', person)
  if (hashOf(account) !== undefined) return true
  const others = [await transaction.systemOf('passkey', person), await transaction.systemOf('identity', person)]
  return others.some((rows) => rows.length > 0)
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
