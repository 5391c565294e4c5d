// Lists, renames and removes a person's own passkeys.
import type { PasskeyItem } from '#shared/protocol/own-account.ts'
import type { ActorContext } from '../../../records/records-dependencies.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { removeSignInMethod } from '../remove-sign-in-method.ts'
import { requireOffered } from '../../sign-in-methods.ts'
import { readPasskeyName } from './add-passkey.ts'
import type { StoredPasskey } from './passkey.ts'
import { passkeyOf, passkeyRow } from './passkey.ts'

export function passkeyItem({ id, name, createdAt, usedAt }: StoredPasskey): PasskeyItem {
  return { id, name, created_at: createdAt, used_at: usedAt }
}

export async function listPasskeys(
  { storage, current }: AuthDependencies,
  { actor }: ActorContext,
): Promise<readonly PasskeyItem[]> {
  requireOffered(current.running.model, 'passkey')
  const rows = await storage.database.systemOf('passkey', actor.person?.id ?? '')
  return rows.map((row) => passkeyItem(passkeyOf(row)))
}

/** Undefined: the person has none of that id. */
export async function renamePasskey(
  { storage, current }: AuthDependencies,
  { actor }: ActorContext,
  id: string,
  given: string,
): Promise<PasskeyItem | undefined> {
  const { model } = current.running
  requireOffered(model, 'passkey')
  const name = readPasskeyName(given)
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
  actorContext: ActorContext,
  id: string,
  client: ClientInfo,
  session: string | undefined,
): Promise<boolean> {
  requireOffered(dependencies.current.running.model, 'passkey')
  return removeSignInMethod(dependencies, actorContext, { session, client }, async (transaction, person) => {
    const passkey = await ownPasskey(transaction, person, id)
    if (passkey === undefined) return undefined
    await transaction.deleteSystem('passkey', passkey.credential)
    return { event: 'passkey_removed', detail: { name: passkey.name } }
  })
}

async function ownPasskey(transaction: Transaction, person: string, id: string): Promise<StoredPasskey | undefined> {
  const rows = await transaction.systemOf('passkey', person)
  return rows.map(passkeyOf).find((passkey) => passkey.id === id)
}
