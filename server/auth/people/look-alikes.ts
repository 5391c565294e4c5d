// Finds the person that another one looks like, by a name or an address that reads the same.
import { setImmediate } from 'node:timers/promises'
import { lookAlikeKey } from './look-alike-key.ts'
import { findRecords } from '../../records/read/find-records.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { accountKey } from '../account.ts'

interface NamedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The name of a person who was there before and looks the same; null: there is none. Somebody who is not there yet has no id. */
export type FindLookAlike = (person: Partial<Pick<NamedPerson, 'id'>> & Omit<NamedPerson, 'id'>) => string | null

/** People who are looked through; where there are more, the others are not warned of. */
const MOST_PEOPLE = 5_000
const AT_ONCE = 500

/** Among the people whose names and addresses the administrator may read. */
export async function createLookAlikes(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): Promise<FindLookAlike> {
  const names = new Map<string, NamedPerson>()
  const addresses = new Map<string, NamedPerson>()
  const note = (known: Map<string, NamedPerson>, key: string, person: NamedPerson): void => {
    const first = known.get(key)
    // Ids grow with time.
    if (key !== '' && (first === undefined || person.id < first.id)) known.set(key, person)
  }
  for await (const person of readPeople(dependencies, actorContext)) {
    note(names, lookAlikeKey(person.name), person)
    note(addresses, lookAlikeKey(person.email), person)
  }
  return ({ id, name, email }) => {
    const isSame = (other: NamedPerson): boolean => other.id === id || accountKey(other.email) === accountKey(email)
    const alike = [names.get(lookAlikeKey(name)), addresses.get(lookAlikeKey(email))]
    const found = alike.find((other) => other !== undefined && !isSame(other) && (id === undefined || other.id < id))
    return found?.name ?? null
  }
}

async function* readPeople(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): AsyncGenerator<NamedPerson, void> {
  let after: readonly unknown[] | undefined
  for (let read = 0; read < MOST_PEOPLE; read += AT_ONCE) {
    const request = { sort: 'name', count: false, limit: AT_ONCE, ...(after === undefined ? {} : { after }) }
    const page = await findRecords(dependencies, actorContext, 'Person', request)
    for (const text of page.items) {
      const { id, name, email } = JSON.parse(text) as { readonly [field: string]: unknown }
      yield { id: String(id), name: String(name ?? ''), email: String(email ?? '') }
    }
    if (page.next === null) return
    after = page.next
    // Others have their turn in between.
    await setImmediate()
  }
}
