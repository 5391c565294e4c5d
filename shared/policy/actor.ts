// Makes actors: a person with roles, an anonymous caller, or the system.
import type { RecordValue } from '../expressions/value.ts'
import { isMany } from '../fields/coerce-value.ts'
import type { Model } from '../model/model.ts'

/** Name of the role as stored in `Person.roles`. No role of the document has this name. */
export const ADMINISTRATOR = 'Administrator'

export const anonymous: Actor = { person: null, roles: [], administrator: false, system: false }

/** Automatic work: `me` is null, and what `nobody` may do it does. */
export const systemActor: Actor = { person: null, roles: [], administrator: false, system: true }

/** `person`: the whole record of Person (JSON form), or null when nobody is signed in. An account that is not active is nobody. */
export function makeActor(model: Model, person: RecordValue | null): Actor {
  if (!person || person['active'] === false) return anonymous
  const given = Array.isArray(person['roles']) ? person['roles'].map(String) : []
  const roles = new Set(given.flatMap((role) => model.roles.get(role)?.includes ?? []))
  return { person, roles: [...roles].sort(), administrator: given.includes(ADMINISTRATOR), system: false }
}

/** The id of no record: whatever is asked of `me` but the roles is empty. */
const NOBODY_IN_PARTICULAR = '00000000-0000-7000-8000-000000000000'

/** Makes an actor who is nobody in particular, with these roles and what they include. */
export function actorWithRoles(model: Model, roles: readonly string[]): Actor {
  const fields = [...(model.entities.get('Person')?.fields ?? [])]
  const empty = Object.fromEntries(fields.map(([name, field]) => [name, isMany(field) ? [] : null]))
  return makeActor(model, { ...empty, id: NOBODY_IN_PARTICULAR, _version: 0, active: true, roles })
}

/** Anyone who has the same roles: what is made for them holds nothing of a person's. */
export function anyoneWithRolesOf(actor: Actor): Actor {
  return actor.person === null ? actor : { ...actor, person: { id: NOBODY_IN_PARTICULAR, _version: 0 } }
}

/** Makes the key that all actors share whose policy is the same but for `me`. What is kept by it is valid as long as the model. */
export function rolesKey(actor: Actor): string {
  if (actor.system) return 'system'
  if (!actor.person) return 'anonymous'
  return `${actor.administrator ? 'administrator' : 'person'} ${actor.roles.join(' ')}`
}

/** The person, anonymous caller or system that acts. */
export interface Actor {
  /** The record of Person with all its fields; null when nobody is signed in, or the system acts. */
  readonly person: RecordValue | null
  /** Role identifiers given to the person and all that these include; sorted, so that it can be a key. */
  readonly roles: readonly string[]
  /** Reads and writes all data (if the document does not say `administrators: no data`), uses the studio, gives any role. */
  readonly administrator: boolean
  /** Automatic work: transitions that nobody may do, `me` is null. */
  readonly system: boolean
}
