// Declares an identity: issuer and subject at a provider, linked to one person.
import type { SystemRow } from '../../../storage/system-row.ts'
import type { Claims } from './openid.ts'

export interface Identity {
  readonly key: string
  readonly person: string
  /** Path of the provider. */
  readonly provider: string
  readonly createdAt: string
}

/** An address may change, or pass to somebody else: it is no part of it. */
export function identityKey({ issuer, subject }: Pick<Claims, 'issuer' | 'subject'>): string {
  return JSON.stringify([issuer, subject])
}

export function identityRow(claims: Claims, provider: string, person: string, now: string): SystemRow {
  return { key: identityKey(claims), person, expiresAt: null, value: { provider, createdAt: now } }
}

export function identityOf({ key, person, value }: SystemRow): Identity {
  return { key, person: person ?? '', provider: String(value['provider']), createdAt: String(value['createdAt']) }
}
