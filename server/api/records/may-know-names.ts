// Decides whether an actor may learn what fields and transitions an entity has.
import { waysToCreate } from '#shared/decisions/ways-to-create.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'

/** Reports whether the actor may read some records of the entity or, for transitions that create, may create them. */
export function mayKnowNames(running: RunningDocument, entity: string, actor: Actor, begins: boolean): boolean {
  const policy = policyOf(running, actor).entity(entity)
  const found = entityNamed(running.model, entity)
  return policy.read.rows !== false || (begins && waysToCreate(found, policy).length > 0)
}
