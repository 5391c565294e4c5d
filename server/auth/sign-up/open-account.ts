// The person and the account of whoever may have one, in one transaction.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { createAsDocument } from '../../records/create-record.ts'
import { Refused } from '../../records/refused.ts'
import type { Work } from '../../records/work/work.ts'
import { accountKey, accountRow } from '../account.ts'
import { addressKey } from '../attempts.ts'
import type { From } from '../from.ts'
import { keepPasskey } from '../passkeys/add-passkey.ts'
import type { NewCredential } from '../passkeys/ceremony.ts'
import { requireOffered } from '../ways.ts'
import type { Applicant } from './applicant.ts'
import { requireOpen } from './applicant.ts'
import type { Found } from './find-by-address.ts'
import { findByAddress } from './find-by-address.ts'
import { takeInvitation } from './invited.ts'

/** How whoever signs up will sign in; `none`: by a provider, which is linked beside. */
export type FirstCredential =
  | { readonly kind: 'password'; readonly hash: string }
  | ({ readonly kind: 'passkey'; readonly name: string; readonly handle: string } & NewCredential)
  | { readonly kind: 'none' }

export interface Opening extends Applicant {
  readonly credential: FirstCredential
  /** Did whoever opens it show that the address is his, or does an administrator say so? */
  readonly isProven: boolean
  readonly from: From
  readonly now: string
}

/**
 * With the roles of the invitation or of the document; gives the person's id. Whoever is recorded already and has no account gets
 * one only where the address is proven: else somebody could take another's roles by writing his address. The document may have
 * changed since it was asked for: it is judged by the one in force.
 */
export async function openAccount(
  work: Work,
  { values, link, credential, isProven, from, now }: Opening,
): Promise<string> {
  const { transaction, running } = work
  const { model, revision } = running
  if (link === undefined) requireOpen(model)
  if (credential.kind !== 'none') requireOffered(model, credential.kind)
  const invited = link === undefined ? undefined : await takeInvitation(work, link, now)
  const email = String(values['email'])
  if (invited?.email !== undefined && accountKey(invited.email) !== accountKey(email)) throw forAnother(model)
  const found = await findByAddress(transaction, email)
  if (found.account !== undefined || found.record?.['active'] === false) throw taken(model)
  const roles = invited?.roles ?? (model.access.signUp.kind === 'open' ? model.access.signUp.as : [])
  const recorded = invited?.person ?? (isProven ? found.record?.id : undefined)
  const person = recorded ?? (await createAsDocument(work, 'Person', { ...values, roles })).id
  const hash = credential.kind === 'password' ? credential.hash : undefined
  await transaction.putSystem('account', accountRow(email, person, hash, now))
  if (credential.kind === 'passkey') {
    const { kind: _, ...passkey } = credential
    await keepPasskey(transaction, { ...passkey, id: work.newId(now), person, now })
  }
  const address = addressKey(from.address)
  const detail = { invited: invited !== undefined, roles }
  await appendAudit(transaction, { event: 'sign_up', at: now, by: person, detail, address, revision })
  return person
}

/** Can nobody sign up with this address any more? */
export function isTaken({ account, record }: Found): boolean {
  return account !== undefined || record !== undefined
}

export function taken(model: Model): Refused {
  const errors = [
    { field: 'email', code: 'taken', message: 'There is an account with this address. Sign in, or use another one.' },
  ]
  return new Refused(refusal(model, 'conflict', { errors }))
}

/** Whoever signs in and whoever is written to must not part ways. */
function forAnother(model: Model): Refused {
  const errors = [{ field: 'email', code: 'not_invited', message: 'This invitation is for another address.' }]
  return new Refused(refusal(model, 'invalid', { errors }))
}
