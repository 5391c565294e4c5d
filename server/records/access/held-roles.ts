// Finds the roles that a person has through at least one record, for the screens of these roles.
import type { HeldRoles } from '#shared/decisions/2-screens.ts'
import { recordRolesToFetch } from '#shared/decisions/2-screens.ts'
import type { Node } from '#shared/expressions/node.ts'
import { BOOLEAN } from '#shared/expressions/type-rules.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { foldRoles } from '#shared/policy/fold-conditions.ts'
import type { Role, Screen } from '#shared/model/model.ts'
import { substituteThis } from '#shared/model/substitute-this.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { policyOf } from '../../policy/policy.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { CommandContext } from '../write/command-context.ts'
import { bindingsOf, evaluateConditions } from './condition-facts.ts'

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

/** Finds them for somebody else, by what the command has written so far; `about`: a record of it. */
export async function findHeldRolesNow(
  { storage, transaction, running, actorContext: { now } }: CommandContext,
  actor: Actor,
  about: { readonly entity: string; readonly record: RecordValue },
  screens: readonly Screen[],
): Promise<HeldRoles> {
  const held = new Set<string>()
  for (const role of recordRolesToFetch(running.model, actor, screens)) {
    const { identifier } = role.name
    const conditions = running.keptOn(
      policyOf(running, actor),
      'role beside a record',
      `${about.entity} ${identifier}`,
      () =>
        makeConditions(
          about.entity,
          role.onRecords.map(({ entity, where }) => existsNode(entity, foldRoles(where.tree, actor), where.span)),
        ),
    )
    const place = { storage, database: transaction, running }
    const answer = await evaluateConditions(conditions, place, { actor, now }, { record: about.record })
    if (conditions.nodes.some((node) => answer(node) === true)) held.add(identifier)
  }
  return held
}

function existsNode(entity: string, where: Node | boolean, span: Node['span']): Node {
  const type = { kind: 'record', entity } as const
  const body: Node = typeof where === 'boolean' ? { kind: 'literal', value: where, type: BOOLEAN, span } : where
  return {
    kind: 'each',
    operation: 'exists',
    set: { kind: 'records', entity, type: { kind: 'set', of: type }, span },
    variable: OF_ROLE,
    body: substituteThis(body, { kind: 'variable', name: OF_ROLE, type, span }),
    type: BOOLEAN,
    span,
  }
}

/** Stands for the record of the role. */
const OF_ROLE = 'record_of_role'

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
