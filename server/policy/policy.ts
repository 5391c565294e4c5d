// Gives the policy of an actor: one object per set of roles and revision of the document.
import type { HeldRoles } from '#shared/decisions/2-screens.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { nothingGrantedCitation } from '#shared/policy/account-citations.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { anyoneWithRolesOf, rolesKey } from '#shared/policy/actor.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { RunningDocument } from '../document/current-document.ts'
import type { PreparedEntityPolicy } from './entity-policy.ts'
import { makeEntityPolicy } from './entity-policy.ts'
import type { Refused } from './refused.ts'
import { refused } from './refused.ts'

/**
 * The permissions of a set of roles. They are independent of any person's record: `me` in the conditions is bound at
 * evaluation.
 */
export interface PreparedPolicy {
  entity(name: string): PreparedEntityPolicy
  /** On every entity: what a filter may walk to. */
  readonly reads: ReadonlyMap<string, ReadPolicy>
  /** The model as far as one with these roles may know it; `held`: those that they have on some record. */
  projectedModel(held?: HeldRoles): Model
  /**
   * Keeps a value that was made for an actor with these roles; only the latest are kept. `held` is the roles that the
   * actor has on some record.
   */
  keepLatest<T>(kind: string, held: HeldRoles, make: () => T, bytesOf?: (made: T) => number): T
}

export function policyOf(running: RunningDocument, actor: Actor): PreparedPolicy {
  const latest = LATEST.get(actor)
  if (latest?.running === running) return latest.policy
  const policy = running.compiled('policy', rolesKey(actor), () => makePolicy(running, anyoneWithRolesOf(actor)))
  LATEST.set(actor, { running, policy })
  return policy
}

/** Every request asks several times. */
const LATEST = new WeakMap<Actor, { readonly running: RunningDocument; readonly policy: PreparedPolicy }>()

function makePolicy(running: RunningDocument, actor: Actor): PreparedPolicy {
  const policy: PreparedPolicy = {
    entity: (name) => running.keptOn(policy, 'entity policy', name, () => makeEntityPolicy(running, name, actor)),
    get reads() {
      return running.keptOn(policy, 'read policies', '', () => {
        const names = [...running.model.entities.keys()]
        return new Map(names.map((name) => [name, policy.entity(name).read]))
      })
    },
    projectedModel: (held = new Set()) =>
      policy.keepLatest('projected model', held, () => projectModel(running.model, actor, held, policy)),
    keepLatest: (kind, held, make, bytesOf) => {
      const room = { most: MOST_PROJECTED, ...(bytesOf === undefined ? {} : { bytesOf }) }
      return running.keptOn(policy, kind, [...held].sort().join(' '), make, room)
    },
  }
  return policy
}

/** With API tokens and roles on records there may be very many sets of roles. */
const MOST_PROJECTED = 100

export function entityNamed(model: Model, name: string): Entity {
  const entity = model.entities.get(name)
  if (entity === undefined) throw new Error(`There is no entity ${name}.`)
  return entity
}

/** Nothing at all is granted to this caller: sign in, or 403. */
export function nothingGranted(model: Model, actor: Actor): Refused {
  const code = actor.person === null ? 'not_signed_in' : 'not_allowed'
  return refused(code, {}, { cites: nothingGrantedCitation(model, actor) })
}
