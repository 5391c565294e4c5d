// People with what is known of their accounts, for administrators.
import { ADMINISTRATOR } from '#shared/decisions/actor.ts'
import type { PeopleBody, PersonItem } from '#shared/protocol/people.ts'
import type { Acting, RecordsDependencies } from '../../records/dependencies.ts'
import { findRecords } from '../../records/find-records.ts'
import { requireAdministrator } from '../../records/refused.ts'
import { rolesIn } from '../../records/work/guard-person.ts'
import type { Reader } from '../../storage/storage.ts'
import { hashOf } from '../account.ts'

export interface PeopleAsked {
  readonly search?: string
  readonly limit: number
  readonly after?: readonly unknown[]
}

/** `next`: the cursor's values, null at the end. What the administrator may not read of people is not shown here either. */
export async function listPeople(
  dependencies: RecordsDependencies,
  acting: Acting,
  { search, limit, after }: PeopleAsked,
): Promise<Omit<PeopleBody, 'next'> & { readonly next: readonly unknown[] | null }> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireAdministrator(model, acting.actor)
  const words = search === undefined ? {} : { filter: searched(search) }
  const page = after === undefined ? { limit } : { limit, after }
  const listed = await findRecords(dependencies, acting, 'Person', { sort: 'name', count: true, ...words, ...page })
  const items: PersonItem[] = []
  for (const text of listed.items) items.push(await itemOf(storage.reader, JSON.parse(text) as Person))
  const roles = [...model.roles].map(([role, { name }]) => ({ role, label: name.label }))
  return {
    items,
    next: listed.next,
    count: listed.count ?? items.length,
    roles: [...roles, { role: ADMINISTRATOR, label: ADMINISTRATOR }],
  }
}

/** Parts of names and addresses: whoever looks for a person knows some letters of one of them. */
function searched(text: string): string {
  const part = JSON.stringify(text.toLowerCase())
  return `lower(name).contains(${part}) or lower(email).contains(${part})`
}

interface Person {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

async function itemOf(reader: Reader, person: Person): Promise<PersonItem> {
  const { id, version } = person
  const [account] = await reader.systemOf('account', id)
  const count = async (table: 'passkey' | 'identity' | 'session' | 'token') => (await reader.systemOf(table, id)).length
  // Whoever signs up is signed in by it.
  const [signedIn] = await reader.audit({ person: id, event: 'sign_in', limit: 1 })
  const [signedUp] = signedIn === undefined ? await reader.audit({ person: id, event: 'sign_up', limit: 1 }) : []
  return {
    id,
    version,
    name: String(person['name'] ?? ''),
    email: String(person['email'] ?? ''),
    roles: rolesIn(person['roles']),
    active: person['active'] !== false,
    hasAccount: account !== undefined,
    hasPassword: hashOf(account) !== undefined,
    hasSecondFactor: (await reader.system('second_factor', id)) !== undefined,
    passkeys: await count('passkey'),
    identities: await count('identity'),
    sessions: await count('session'),
    tokens: await count('token'),
    lastSignIn: (signedIn ?? signedUp)?.at ?? null,
  }
}
