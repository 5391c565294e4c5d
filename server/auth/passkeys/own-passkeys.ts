// A person's own passkeys: listed, renamed, removed.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import type { Transaction } from '../../storage/storage.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { endAccess } from '../end-access.ts'
import { requireProof } from '../prove.ts'
import { requireWayLeft } from '../ways.ts'
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

export async function listPasskeys({ storage }: AuthDependencies, { actor }: Acting): Promise<readonly PasskeyItem[]> {
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
  const name = readPasskeyName(current.running.model, given)
  return storage.write(async (transaction) => {
    const passkey = await ownPasskey(transaction, actor.person?.id ?? '', id)
    if (passkey === undefined) return undefined
    await transaction.putSystem('passkey', passkeyRow({ ...passkey, name }))
    return passkeyItem({ ...passkey, name })
  })
}

/**
 * Whoever removes a passkey may have lost the device: every other way that is open ends with it: sessions, tokens, links.
 * False: the person has none of that id.
 */
export async function removePasskey(
  { storage, current }: AuthDependencies,
  { actor, now }: Acting,
  id: string,
  from: From,
  keptSession: string | undefined,
): Promise<boolean> {
  const { model, revision } = current.running
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    await requireProof(transaction, keptSession, now)
    const passkey = await ownPasskey(transaction, person, id)
    if (passkey === undefined) return false
    await transaction.deleteSystem('passkey', passkey.credential)
    await requireWayLeft(transaction, model, person)
    await endAccess(transaction, person, keptSession)
    const detail = { name: passkey.name }
    const address = addressKey(from.address)
    await appendAudit(transaction, { event: 'passkey_removed', at: now, by: person, detail, address, revision })
    return true
  })
}

async function ownPasskey(transaction: Transaction, person: string, id: string): Promise<Passkey | undefined> {
  const rows = await transaction.systemOf('passkey', person)
  return rows.map(passkeyOf).find((passkey) => passkey.id === id)
}
