// Creates and redeems one-time links; only their hashes are kept.
import type { DatabaseHandle } from '../../../storage/database-handle.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import { createToken, isToken, keyOf } from '../../token.ts'
import type { Refused } from '../../../policy/refused.ts'
import { refused } from '../../../policy/refused.ts'

export type LinkKind = 'password reset' | 'sign-in' | 'proof'

const GOOD_FOR_MILLISECONDS: { readonly [kind in LinkKind]: number } = {
  'password reset': 60 * 60 * 1000,
  'sign-in': 15 * 60 * 1000,
  proof: 15 * 60 * 1000,
}

const PATHS: { readonly [kind in LinkKind]: string } = {
  'password reset': '/reset-password',
  'sign-in': '/sign-in',
  proof: '/account',
}

export interface OneTimeLink {
  /** Behind a `#`: browsers send it to nobody, so that it stands in no log. Shown once. */
  readonly path: string
  /** RFC 3339. */
  readonly expires_at: string
}

/** `person` null: leads nowhere, and takes as long to make. */
export async function createLink(
  transaction: Transaction,
  kind: LinkKind,
  person: string | null,
  now: string,
): Promise<OneTimeLink> {
  const { secret, key } = createToken()
  const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS[kind]).toISOString()
  await transaction.putSystem('link', { key, person, expiresAt, value: { kind, created_at: now } })
  return { path: `${PATHS[kind]}#link=${secret}`, expires_at: expiresAt }
}

/** Whose link it is; throws when it is nobody's, was used, or is too old. */
export async function personOfLink(
  database: DatabaseHandle,
  kind: LinkKind,
  secret: string,
  now: string,
): Promise<string> {
  const row = isToken(secret) ? await database.system('link', keyOf(secret)) : undefined
  const isGood = row?.value['kind'] === kind && (row.expiresAt ?? '') > now
  if (!isGood || row.person === null) throw linkExpired()
  return row.person
}

/** Deleting the row is what makes it good for one: of two at once, the second finds none. */
export async function redeemLink(
  transaction: Transaction,
  kind: LinkKind,
  secret: string,
  now: string,
): Promise<string> {
  const person = await personOfLink(transaction, kind, secret, now)
  await transaction.deleteSystem('link', keyOf(secret))
  return person
}

export function linkExpired(): Refused {
  return refused('link_gone')
}
