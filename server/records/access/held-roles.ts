// Finds the roles that a person has through at least one record, for the screens of these roles.
import type { HeldRoles } from '#shared/decisions/2-screens.ts'
import { recordRolesToFetch } from '#shared/decisions/2-screens.ts'
import { foldRoles } from '#shared/policy/fold-conditions.ts'
import type { Role, Screen } from '#shared/model/model.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { policyOf } from '../../policy/policy.ts'
import { bindingsOf } from './condition-facts.ts'

/** Asked of the storage only as far as a role would open one of these screens (all of them, if none are given). */
export async function findHeldRoles(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  screens?: readonly Screen[],
): Promise<HeldRoles> {
  const held = new Set<string>()
  for (const role of recordRolesToFetch(dependencies.current.running.model, actorContext.actor, screens))
    if (await existsWhere(dependencies, actorContext, role)) held.add(role.name.identifier)
  return held
}

/** Is there a record of which the condition holds? It is the document's own: it sees all data. */
export async function existsWhere(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  role: Role,
): Promise<boolean> {
  const { running } = current
  const { actor } = actorContext
  for (const condition of role.onRecords) {
    const { entity, where } = condition
    const plan = running.keptOn(policyOf(running, actor), 'role on records', condition, () => {
      const policy = { entity, rows: foldRoles(where.tree, actor), fields: [] }
      return storage.plan({ policy, fields: [], expand: [], sort: [] })
    })
    const { items } = await plan.list(bindingsOf(actorContext), { limit: 1 })
    if (items.length > 0) return true
  }
  return false
}
