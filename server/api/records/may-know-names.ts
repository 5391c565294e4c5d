// Decides whether an actor may learn what fields and transitions an entity has.
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'

/** Reports whether the actor may read some records of the entity or, for transitions that create, may create them. */
export function mayKnowNames(running: RunningDocument, entity: string, actor: Actor, begins: boolean): boolean {
  const policy = policyOf(running, actor).entity(entity)
  return policy.read.rows !== false || (begins && policy.create.grants.length > 0)
}
