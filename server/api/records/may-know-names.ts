// Decides whether an actor may learn what fields and transitions an entity has.
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'

/** Who may read of it; and, of transitions that create, who may create. */
export function mayKnowNames(running: RunningDocument, entity: string, actor: Actor, begins: boolean): boolean {
  const policy = policyOf(running, actor).entity(entity)
  return policy.read.rows !== false || (begins && policy.create.grants.length > 0)
}
