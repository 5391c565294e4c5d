// Describes the row of an account: an email address, a password hash, one person.
import { removeInvisible } from '#shared/text/characters/invisible-characters.ts'
import { normalizeText } from '#shared/text/characters/bounded-text.ts'
import type { SystemRow } from '../storage/system-row.ts'

/** Under which an account is kept: addresses that differ in case, in how characters are composed, or in what shows nothing are one. */
export function accountKey(email: string): string {
  return normalizeText(removeInvisible(email.trim()), 'NFC').toLowerCase()
}

/** `hash`: of the password; undefined: the person signs in another way. */
export function accountRow(email: string, person: string, hash: string | undefined, now: string): SystemRow {
  const value = { ...(hash === undefined ? {} : { hash }), created_at: now }
  return { key: accountKey(email), person, expiresAt: null, value }
}

export function hashOf(account: SystemRow | undefined): string | undefined {
  const hash = account?.value['hash']
  return typeof hash === 'string' ? hash : undefined
}
