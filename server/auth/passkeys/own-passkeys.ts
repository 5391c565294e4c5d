// A person's own passkeys: listed, renamed, removed.
import type { Acting } from '../../records/dependencies.ts'
import type { Transaction } from '../../storage/storage.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { removeWay } from '../remove-way.ts'
import { requireOffered } from '../ways.ts'
import { readPasskeyName } from './add-passkey.ts'
import type { Passkey } from './passkey.ts'
import { passkeyOf, passkeyRow } from './passkey.ts'

export interface PasskeyItem {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly used_at: string | null
}

export function passkeyItem({ id, name, createdAt, usedAt }: Passkey): PasskeyItem {
  return { id, name, created_at: createdAt, used_at: usedAt }
}

export async function listPasskeys(
  { storage, current }: AuthDependencies,
  { actor }: Acting,
): Promise<readonly PasskeyItem[]> {
  requireOffered(current.running.model, 'passkey')
  const rows = await storage.reader.systemOf('passkey', actor.person?.id ?? '')
  return rows.map((row) => passkeyItem(passkeyOf(row)))
}

/** Undefined: the person has none of that id. */
export async function renamePasskey(
  { storage, current }: AuthDependencies,
  { actor }: Acting,
  id: string,
  given: string,
): Promise<PasskeyItem | undefined> {
  const { model } = current.running
  requireOffered(model, 'passkey')
  const name = readPasskeyName(model, given)
  return storage.write(async (transaction) => {
    const passkey = await ownPasskey(transaction, actor.person?.id ?? '', id)
    if (passkey === undefined) return undefined
    await transaction.putSystem('passkey', passkeyRow({ ...passkey, name }))
    return passkeyItem({ ...passkey, name })
  })
}

/** False: the person has none of that id. */
export async function removePasskey(
  dependencies: AuthDependencies,
  acting: Acting,
  id: string,
  from: From,
  session: string | undefined,
): Promise<boolean> {
  requireOffered(dependencies.current.running.model, 'passkey')
  return removeWay(dependencies, acting, { session, from }, async (transaction, person) => {
    const passkey = await ownPasskey(transaction, person, id)
    if (passkey === undefined) return undefined
    await transaction.deleteSystem('passkey', passkey.credential)
    return { event: 'passkey_removed', detail: { name: passkey.name } }
  })
}

async function ownPasskey(transaction: Transaction, person: string, id: string): Promise<Passkey | undefined> {
  const rows = await transaction.systemOf('passkey', person)
  return rows.map(passkeyOf).find((passkey) => passkey.id === id)
}
