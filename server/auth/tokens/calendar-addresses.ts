// Creates, lists and revokes the secret addresses of calendars, and finds whose calendar an address shows.
import type { CalendarAddressItem } from '#shared/protocol/own-account.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { makeActor } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { refusedFields } from '../../policy/refused.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { secondFactorLine } from '../second-factor/second-factor-requirement.ts'
import { requireReauthentication } from '../sessions/require-reauthentication.ts'
import { createToken, isToken, keyOf } from '../token.ts'
import { recordUse } from './record-use.ts'

const MOST_ADDRESSES = 20

/** `secret` is shown once. `path`: that of the calendar's screen, or of a call that answers a calendar. */
export async function issueCalendarAddress(
  { storage, current, newId }: AuthDependencies,
  { actor, now, session }: ActorContext,
  path: string,
): Promise<CalendarAddressItem & { readonly secret: string }> {
  const person = actor.person?.id ?? ''
  const { revision } = current.running
  const { secret, key } = createToken()
  const id = newId(now)
  return storage.write(async (transaction) => {
    await requireReauthentication(transaction, session, now)
    if ((await transaction.systemOf('calendar', person)).length >= MOST_ADDRESSES)
      throw refusedFields('conflict', [fieldError('path', 'too_many_calendars', { most: MOST_ADDRESSES })])
    const began = session === undefined ? undefined : await transaction.system('session', session)
    const isStrong = began?.value['strong'] === true
    const value = { id, path, created_at: now, last_used_at: null, strong: isStrong }
    const row: SystemRow = { key, person, expiresAt: null, value }
    await transaction.putSystem('calendar', row)
    const detail = { calendar: id, path }
    await appendAudit(transaction, { event: 'calendar_address_created', at: now, by: person, detail, revision })
    return { ...itemOf(row), secret }
  })
}

export async function listCalendarAddresses(
  { storage }: AuthDependencies,
  { actor }: ActorContext,
): Promise<readonly CalendarAddressItem[]> {
  return (await storage.database.systemOf('calendar', actor.person?.id ?? '')).map(itemOf)
}

/** False: the person has none of that id. */
export async function revokeCalendarAddress(
  { storage, current }: AuthDependencies,
  { actor, now }: ActorContext,
  id: string,
): Promise<boolean> {
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    const row = (await transaction.systemOf('calendar', person)).find(({ value }) => value['id'] === id)
    if (row === undefined) return false
    const { revision } = current.running
    const detail = { calendar: id, path: itemOf(row).path }
    await appendAudit(transaction, { event: 'calendar_address_ended', at: now, by: person, detail, revision })
    return transaction.deleteSystem('calendar', row.key)
  })
}

export interface SubscribedCalendar {
  readonly actor: Actor
  readonly path: string
}

/** The calendar as its person may see it now; undefined: the address is not good, or no longer. */
export async function findSubscribedCalendar(
  dependencies: RecordsDependencies,
  secret: string,
  now: string,
): Promise<SubscribedCalendar | undefined> {
  if (!isToken(secret)) return undefined
  const { database } = dependencies.storage
  const { model } = dependencies.current.running
  const row = await database.system('calendar', keyOf(secret))
  const person = row && (await database.record('Person', row.person ?? ''))
  if (row === undefined || person === undefined || person['active'] === false) return undefined
  const actor = makeActor(model, person)
  // An address that was made with one factor shows nothing once the document asks for two.
  if (row.value['strong'] !== true && secondFactorLine(model, actor) !== undefined) return undefined
  const { path, last_used_at: used } = itemOf(row)
  await recordUse(dependencies, 'calendar', { key: row.key, lastUsed: used === null ? 0 : Date.parse(used) }, now)
  return { actor, path }
}

function itemOf({ value }: SystemRow): CalendarAddressItem {
  return {
    id: String(value['id']),
    path: String(value['path']),
    created_at: String(value['created_at']),
    last_used_at: typeof value['last_used_at'] === 'string' ? value['last_used_at'] : null,
  }
}
