// Derives the read and write policy of an actor, once per document, entity and set of roles.
import type { Verb } from '#shared/model/model.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { nothingGrantedCitation } from '#shared/policy/account-citations.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { rolesKey } from '#shared/policy/actor.ts'
import type { HeldRoles } from '#shared/decisions/2-screens.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { Refused } from './refused.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'
import type { WritePolicy } from '#shared/policy/write-policy.ts'

export function cachedReadPolicy(running: RunningDocument, entity: string, actor: Actor): ReadPolicy {
  return running.compiled('read rights', `${entity} ${rolesKey(actor)}`, () =>
    makeReadPolicy(running.model, entity, actor),
  )
}

export function cachedWritePolicy(running: RunningDocument, entity: string, actor: Actor, verb: Verb): WritePolicy {
  return running.compiled('write rights', `${verb} ${entity} ${rolesKey(actor)}`, () =>
    makeWritePolicy(running.model, entity, actor, verb),
  )
}

/** The reader's policy on every entity: what a filter may walk to. */
export function cachedReadPolicies(running: RunningDocument, actor: Actor): ReadonlyMap<string, ReadPolicy> {
  return running.compiled(
    'all read rights',
    rolesKey(actor),
    () =>
      new Map([...running.model.entities.keys()].map((entity) => [entity, cachedReadPolicy(running, entity, actor)])),
  )
}

/** Fields that the actor may read in some row. */
export function readableFields(running: RunningDocument, entity: string, actor: Actor): ReadonlySet<string> {
  return running.compiled(
    'readable fields',
    `${entity} ${rolesKey(actor)}`,
    () => new Set(cachedReadPolicy(running, entity, actor).fields.map(({ field }) => field)),
  )
}

/** Kept by roles: what is large, of which the latest are kept. With API tokens and roles on records there may be very many sets of roles. */
export function cachedByRoles<T>(
  running: RunningDocument,
  kind: string,
  actor: Actor,
  held: HeldRoles,
  make: () => T,
): T {
  const key = [rolesKey(actor), ...[...held].sort()].join(', on records ')
  return running.recent(kind, key, make, { most: MOST_PROJECTED })
}

const MOST_PROJECTED = 100

/** The model as far as one with these roles may know it; `held`: those that he has on some record. */
export function projectedModel(running: RunningDocument, actor: Actor, held: HeldRoles = new Set()): Model {
  return cachedByRoles(running, 'projected model', actor, held, () => projectModel(running.model, actor, held))
}

export function entityNamed(model: Model, name: string): Entity {
  const entity = model.entities.get(name)
  if (entity === undefined) throw new Error(`There is no entity ${name}.`)
  return entity
}

/** What may not be read does not exist: one refusal for both. */
export function notFound(model: Model): Refused {
  return new Refused(makeRefusal(model, 'not_found'))
}

/** Nothing at all is granted to this caller: sign in, or 403. */
export function nothingGranted(model: Model, actor: Actor): Refused {
  const code = actor.person === null ? 'not_signed_in' : 'not_allowed'
  return new Refused(makeRefusal(model, code, { cites: nothingGrantedCitation(model, actor) }))
}
