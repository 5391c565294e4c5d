// Lists people with the state of their accounts, for administrators.
import { setImmediate } from 'node:timers/promises'
import type { PeopleBody, PersonItem } from '#shared/protocol/people.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { findRecords } from '../../records/read/find-records.ts'
import { requireAdministrator } from '../../policy/refused.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { SystemTable } from '../../storage/system-row.ts'
import { hashOf } from '../account.ts'
import type { FindLookAlike } from './look-alikes.ts'
import { createLookAlikes } from './look-alikes.ts'
import { rolesToGive } from './role-names.ts'

export interface PeopleRequest {
  readonly search?: string
  readonly limit: number
  readonly after?: readonly unknown[]
}

/** `next`: the cursor's values, null at the end. What the administrator may not read of people is not shown here either. */
export async function listPeople(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { search, limit, after }: PeopleRequest,
): Promise<Omit<PeopleBody, 'next'> & { readonly next: readonly unknown[] | null }> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireAdministrator(model, actorContext.actor)
  const words = search === undefined ? {} : { filter: searched(search) }
  const page = after === undefined ? { limit } : { limit, after }
  const listed = await findRecords(dependencies, actorContext, 'Person', {
    sort: 'name',
    count: true,
    ...words,
    ...page,
  })
  const items: PersonItem[] = []
  const findLookAlike = await createLookAlikes(dependencies, actorContext)
  for (let at = 0; at < listed.items.length; at += AT_ONCE) {
    const people = listed.items.slice(at, at + AT_ONCE).map((text) => JSON.parse(text) as Person)
    items.push(...(await itemsOf(storage.database, people, findLookAlike)))
    // Others have their turn in between.
    await setImmediate()
  }
  return {
    items,
    next: listed.next,
    count: listed.count ?? items.length,
    roles: rolesToGive(model),
  }
}

/** Parts of names and addresses: a person who looks for a person knows some characters of one of them. */
function searched(text: string): string {
  const part = JSON.stringify(text.toLowerCase())
  return `lower(name).contains(${part}) or lower(email).contains(${part})`
}

interface Person {
  readonly id: string
  readonly _version: number
  readonly [field: string]: unknown
}

/** Accounts are read for a set of people at a time: that takes about a millisecond. */
const AT_ONCE = 100

async function itemsOf(
  database: DatabaseHandle,
  people: readonly Person[],
  findLookAlike: FindLookAlike,
): Promise<readonly PersonItem[]> {
  const ids = people.map(({ id }) => id)
  const accounts = new Map((await database.systemOfAll('account', ids)).map((row) => [row.person, row]))
  const counts = await database.countSystemOf(ids)
  // A person who signs up is signed in by it.
  const signedIn = await database.lastNoted(['sign_in', 'sign_up'], ids)
  return people.map((person) => {
    const { id, _version: version } = person
    const account = accounts.get(id)
    const count = (table: SystemTable) => counts.get(id)?.get(table) ?? 0
    const [name, email] = [String(person['name'] ?? ''), String(person['email'] ?? '')]
    return {
      id,
      version,
      name,
      email,
      roles: rolesIn(person['roles']),
      active: person['active'] !== false,
      hasAccount: account !== undefined,
      hasPassword: hashOf(account) !== undefined,
      hasSecondFactor: count('second_factor') > 0,
      passkeys: count('passkey'),
      identities: count('identity'),
      sessions: count('session'),
      tokens: count('token'),
      lastSignIn: signedIn.get(id) ?? null,
      looksLike: findLookAlike({ id, name, email }),
    }
  })
}
