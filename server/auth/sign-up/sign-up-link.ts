// Creates the link with which an applicant finishes a sign-up, and finds the pending sign-up behind it.
import { linkExpired } from '../methods/link/one-time-link.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { createToken, isToken, keyOf } from '../token.ts'
import type { PendingSignUp } from './pending-sign-up.ts'
import { readPendingSignUp } from './pending-sign-up.ts'

const KIND = 'sign-up'

export interface SignUpLink {
  readonly key: string
  /** Behind a `#`: browsers send it to nobody, so that it stands in no log. */
  readonly path: string
}

/** Makes a sign-up link. The link becomes valid once `storeSignUpLink` has written it. */
export function newSignUpLink(): SignUpLink {
  const { secret, key } = createToken()
  return { key, path: `/sign-up#link=${secret}` }
}

/** `of`: key of the row of who waits. `mailed`: only the address has it, so that it stays good the caller with that address later. */
export async function storeSignUpLink(
  transaction: Transaction,
  { key }: SignUpLink,
  of: string,
  expiresAt: string,
  way: 'mailed' | 'handed over',
): Promise<void> {
  await transaction.putSystem('link', { key, person: null, expiresAt, value: { kind: KIND, of, way } })
}

/**
 * Finds the pending sign-up behind a link, or throws if there is none. Of several links that were handed over, only
 * the last one is valid.
 */
export async function pendingSignUpOf(
  database: DatabaseHandle,
  link: string,
  now: string,
): Promise<PendingSignUp & { readonly key: string }> {
  const row = isToken(link) ? await database.system('link', keyOf(link)) : undefined
  if (row === undefined || row.value['kind'] !== KIND || (row.expiresAt ?? '') <= now) throw linkExpired()
  const waiting = await database.system('sign_up', String(row.value['of']))
  if (waiting === undefined || (waiting.expiresAt ?? '') <= now) throw linkExpired()
  if (row.value['way'] !== 'mailed' && readPendingSignUp(waiting).linkKey !== row.key) throw linkExpired()
  return { ...readPendingSignUp(waiting), key: waiting.key }
}
