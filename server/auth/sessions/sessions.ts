// Creates, renews, lists and ends sessions.
import type { SessionItem } from '#shared/protocol/own-account.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import { addressKey } from '../address-key.ts'
import type { ClientInfo } from '../client-info.ts'
import { createToken } from '../token.ts'

export interface SessionStart {
  readonly secret: string
  readonly seconds: number
}

/** `client` is how the program named itself, for the list of sessions; `isStrong`: two factors were shown. */
export async function beginSession(
  transaction: Transaction,
  dependencies: RecordsDependencies,
  person: string,
  now: string,
  client: string | undefined,
  isStrong = false,
): Promise<SessionStart> {
  const { secret, key } = createToken()
  const milliseconds = dependencies.current.running.model.settings.sessionMilliseconds
  await transaction.putSystem('session', {
    key,
    person,
    expiresAt: new Date(Date.parse(now) + milliseconds).toISOString(),
    value: {
      id: dependencies.newId(now),
      created_at: now,
      /** When the first factor was shown last, here or in signing in; and when the second one was. */
      proven_at: now,
      ...(isStrong ? { second_proven_at: now } : {}),
      client: (client ?? '').slice(0, 200),
      strong: isStrong,
    },
  })
  return { secret, seconds: Math.floor(milliseconds / 1000) }
}

/**
 * Replaces the token of a session when the session gains rights, so that the old token is worthless to a person who
 * knew it. Returns undefined if the session has ended meanwhile.
 */
export async function renewSession(
  transaction: Transaction,
  key: string,
  now: string,
  changes: { readonly strong?: boolean; readonly proven_at?: string; readonly second_proven_at?: string },
): Promise<(SessionStart & { readonly person: string }) | undefined> {
  const row = await transaction.system('session', key)
  if (row === undefined || row.person === null) return undefined
  const next = createToken()
  await transaction.deleteSystem('session', key)
  await transaction.putSystem('session', { ...row, key: next.key, value: { ...row.value, ...changes } })
  const milliseconds = Date.parse(row.expiresAt ?? now) - Date.parse(now)
  return { secret: next.secret, seconds: Math.max(0, Math.floor(milliseconds / 1000)), person: row.person }
}

export async function signOut(
  { storage, current }: RecordsDependencies,
  { actor, now }: ActorContext,
  key: string,
  { address }: ClientInfo,
): Promise<void> {
  const { revision } = current.running
  await storage.write(async (transaction) => {
    const by = actor.person?.id ?? null
    if (await transaction.deleteSystem('session', key))
      await appendAudit(transaction, {
        event: 'sign_out',
        at: now,
        by,
        detail: {},
        address: addressKey(address),
        revision,
      })
  })
}

/** All sessions of a person but the one that is kept. */
export async function endOtherSessions(
  transaction: Transaction,
  person: string,
  kept: string | undefined,
): Promise<void> {
  for (const { key } of await transaction.systemOf('session', person)) {
    if (key !== kept) await transaction.deleteSystem('session', key)
  }
}

/** Signs out everywhere else. API tokens stay: they are listed beside, and end one by one or with the password. */
export async function signOutElsewhere(
  { storage, current }: RecordsDependencies,
  { actor, now }: ActorContext,
  kept: string | undefined,
  { address }: ClientInfo,
): Promise<void> {
  const { revision } = current.running
  await storage.write(async (transaction) => {
    const by = actor.person?.id ?? ''
    const count = (await transaction.systemOf('session', by)).filter(({ key }) => key !== kept).length
    await endOtherSessions(transaction, by, kept)
    const note = { at: now, by, address: addressKey(address), revision }
    await appendAudit(transaction, { event: 'sessions_ended', detail: { count }, ...note })
  })
}

export async function listSessions(
  dependencies: RecordsDependencies,
  { actor }: ActorContext,
  currentKey: string,
): Promise<readonly SessionItem[]> {
  const rows = await dependencies.storage.database.systemOf('session', actor.person?.id ?? '')
  return rows.map((row) => ({
    id: idOf(row),
    created_at: String(row.value['created_at']),
    expires_at: row.expiresAt,
    client: String(row.value['client'] ?? ''),
    current: row.key === currentKey,
  }))
}

/** Ends one of the person's own sessions by its id; false: there is none of that id. */
export async function endListedSession(
  { storage, current }: RecordsDependencies,
  { actor, now }: ActorContext,
  id: string,
  { address }: ClientInfo,
): Promise<boolean> {
  const { revision } = current.running
  return storage.write(async (transaction) => {
    const by = actor.person?.id ?? ''
    const row = (await transaction.systemOf('session', by)).find((each) => idOf(each) === id)
    if (row === undefined) return false
    const note = { at: now, by, address: addressKey(address), revision }
    await appendAudit(transaction, { event: 'session_ended', detail: { session: id }, ...note })
    return transaction.deleteSystem('session', row.key)
  })
}

function idOf(row: SystemRow): string {
  return String(row.value['id'])
}
