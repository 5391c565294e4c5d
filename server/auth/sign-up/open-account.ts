// Creates the person and the account of an admitted applicant, in one transaction.
import { appendAudit } from '../../records/audit/append-audit.ts'
import { entityNamed } from '../../policy/policy.ts'
import { runCreate } from '../../records/write/run-create.ts'
import type { CommandContext } from '../../records/write/command-context.ts'
import { accountKey, accountRow } from '../account.ts'
import { addressKey } from '../address-key.ts'
import type { ClientInfo } from '../client-info.ts'
import { storePasskey } from '../methods/passkey/add-passkey.ts'
import type { NewCredential } from '../methods/passkey/webauthn.ts'
import { requireOffered } from '../sign-in-methods.ts'
import type { Applicant } from './applicant.ts'
import { requireOpenSignUp } from './applicant.ts'
import type { AddressHolder } from '../find-account.ts'
import { findAddressHolder } from '../find-account.ts'
import { redeemInvitation } from './redeem-invitation.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { refusedFields } from '../../policy/refused.ts'

/** How a person who signs up will sign in; `none`: by a provider, which is linked beside. */
export type FirstCredential =
  | { readonly kind: 'password'; readonly hash: string }
  | ({ readonly kind: 'passkey'; readonly name: string; readonly handle: string } & NewCredential)
  | { readonly kind: 'none' }

export interface NewAccount extends Applicant {
  readonly credential: FirstCredential
  /** Did the person prove to own the address, or does an administrator vouch for it? */
  readonly isProven: boolean
  readonly client: ClientInfo
  readonly now: string
}

/**
 * With the roles of the invitation or of the document; gives the person's id. A person who is recorded already and has no account gets
 * one only where the address is proven: else an applicant could take the roles of another person by giving that person's address. The document may have
 * changed since it was asked for: the one in force decides.
 */
export async function openAccount(
  context: CommandContext,
  { values, link, credential, isProven, client, now }: NewAccount,
): Promise<string> {
  const { transaction, running } = context
  const { model, revision } = running
  if (link === undefined) requireOpenSignUp(model)
  if (credential.kind !== 'none') requireOffered(model, credential.kind)
  const invited = link === undefined ? undefined : await redeemInvitation(context, link, now)
  const email = String(values['email'])
  if (invited?.email !== undefined && accountKey(invited.email) !== accountKey(email)) throw forAnother()
  const found = await findAddressHolder(transaction, email)
  if (found.account !== undefined || found.record?.['active'] === false) throw taken()
  const roles = invited?.roles ?? (model.accountPolicy.signUp.kind === 'open' ? model.accountPolicy.signUp.as : [])
  const recorded = invited?.person ?? (isProven ? found.record?.id : undefined)
  const person =
    recorded ?? (await runCreate(context, 'document', entityNamed(model, 'Person'), { ...values, roles })).id
  const hash = credential.kind === 'password' ? credential.hash : undefined
  await transaction.putSystem('account', accountRow(email, person, hash, now))
  if (credential.kind === 'passkey') {
    const { kind: _, ...passkey } = credential
    await storePasskey(transaction, { ...passkey, id: context.newId(now), person, now })
  }
  const address = addressKey(client.address)
  const detail = { invited: invited !== undefined, roles }
  // An invitation or an approval vouches for them.
  if (invited === undefined && client.address !== undefined) await context.people?.admitted(context, person, address)
  await appendAudit(transaction, { event: 'sign_up', at: now, by: person, detail, address, revision })
  return person
}

/** Can nobody sign up with this address any more? */
export function isTaken({ account, record }: AddressHolder): boolean {
  return account !== undefined || record !== undefined
}

export function taken(): Refused {
  const errors = [fieldError('email', 'account_taken')]
  return refusedFields('conflict', errors)
}

/** A person who signs in and a person who is written to must not part ways. */
function forAnother(): Refused {
  return refusedFields('invalid', [fieldError('email', 'not_invited')])
}
