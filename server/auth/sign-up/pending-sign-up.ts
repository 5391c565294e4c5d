// Declares a pending sign-up, and reads and writes its row: one per address, not proven yet.
import { hash } from 'node:crypto'
import type { SystemRow } from '../../storage/system-row.ts'
import { accountKey } from '../account.ts'
import type { Applicant } from './applicant.ts'
import type { FirstCredential } from './open-account.ts'

export interface PendingSignUp extends Applicant {
  /** Credential chosen at sign-up. It is valid only in the browser that chose it, or if an administrator approves. */
  readonly credential: FirstCredential
  /** Key of the secret that only that browser can show. */
  readonly browser: string
  /** Another browser asked with the same address before: nobody can say which of the two is the person's. */
  readonly isContested: boolean
  /** An administrator has approved it, where that is asked for. */
  readonly isApproved: boolean
  /** Key of the link that was made first, or handed over last; null: none was made yet. */
  readonly linkKey: string | null
  /** RFC 3339. */
  readonly askedAt: string
  /** Network of the client, as returned by `addressKey`. */
  readonly network: string
}

/** Nothing of the address can be read from it, so that it may stand in paths and logs. */
export function pendingSignUpKey(email: string): string {
  return hash('sha256', `sign-up ${accountKey(email)}`, 'base64url')
}

export function pendingSignUpRow(pending: PendingSignUp, expiresAt: string): SystemRow {
  const { link, ...value } = pending
  const key = pendingSignUpKey(String(pending.values['email']))
  return { key, person: null, expiresAt, value: { ...value, ...(link === undefined ? {} : { link }) } }
}

export function readPendingSignUp({ value }: SystemRow): PendingSignUp {
  return { link: undefined, ...value } as unknown as PendingSignUp
}
