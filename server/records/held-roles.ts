// Roles that follow from records: which of them a person has on one record at least, to open the screens that are for them.
import { rolesKey } from '#shared/decisions/actor.ts'
import type { HeldRoles } from '#shared/decisions/2-screens.ts'
import { rolesToAsk } from '#shared/decisions/2-screens.ts'
import { foldRoles } from '#shared/decisions/conditions.ts'
import type { Role, Screen } from '#shared/model/model.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { bindingsOf } from './work/judging.ts'

/** Asked of the storage only as far as a role would open one of these screens (all of them, if none are given). */
export async function findHeldRoles(
  dependencies: RecordsDependencies,
  acting: Acting,
  screens?: readonly Screen[],
): Promise<HeldRoles> {
  const held = new Set<string>()
  for (const role of rolesToAsk(dependencies.current.running.model, acting.actor, screens))
    if (await isHeld(dependencies, acting, role)) held.add(role.name.identifier)
  return held
}

/** Is there a record of which the condition holds? It is the document's own: it sees all data. */
async function isHeld({ storage, current }: RecordsDependencies, acting: Acting, role: Role): Promise<boolean> {
  const { running } = current
  const { actor } = acting
  for (const [at, { entity, where }] of role.onRecords.entries()) {
    const key = `${role.name.identifier} ${at} ${rolesKey(actor)}`
    const plan = running.compiled('role on records', key, () => {
      const rights = { entity, rows: foldRoles(where.tree, actor), fields: [] }
      return storage.plan({ rights, fields: [], expand: [], sort: [] })
    })
    const { items } = await plan.list(bindingsOf(acting), { limit: 1 })
    if (items.length > 0) return true
  }
  return false
}
