// The link with which somebody who asked to sign up comes back: sent to the address, or handed over by an administrator.
import { linkGone } from '../links/one-time-link.ts'
import type { Reader, Transaction } from '../../storage/storage.ts'
import { createToken, isToken, keyOf } from '../token.ts'
import type { Waiting } from './waiting.ts'
import { waitingIn } from './waiting.ts'

const KIND = 'sign-up'

export interface LinkToFinish {
  readonly key: string
  /** Behind a `#`: browsers send it to nobody, so that it stands in no log. */
  readonly path: string
}

/** It is good once `keepLink` has written it. */
export function createLink(): LinkToFinish {
  const { secret, key } = createToken()
  return { key, path: `/sign-up#link=${secret}` }
}

/** `of`: key of the row of who waits. `mailed`: only the address has it, so that it stays good whoever asks with that address later. */
export async function keepLink(
  transaction: Transaction,
  { key }: LinkToFinish,
  of: string,
  expiresAt: string,
  way: 'mailed' | 'handed over',
): Promise<void> {
  await transaction.putSystem('link', { key, person: null, expiresAt, value: { kind: KIND, of, way } })
}

/** Who waits behind it; throws when nobody does. Of several links that were handed over the last one is good. */
export async function waitingBehind(
  reader: Reader,
  link: string,
  now: string,
): Promise<Waiting & { readonly key: string }> {
  const row = isToken(link) ? await reader.system('link', keyOf(link)) : undefined
  if (row === undefined || row.value['kind'] !== KIND || (row.expiresAt ?? '') <= now) throw linkGone()
  const waiting = await reader.system('sign_up', String(row.value['of']))
  if (waiting === undefined || (waiting.expiresAt ?? '') <= now) throw linkGone()
  if (row.value['way'] !== 'mailed' && waitingIn(waiting).linkKey !== row.key) throw linkGone()
  return { ...waitingIn(waiting), key: waiting.key }
}
