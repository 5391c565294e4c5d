// Restores a record from the trash with its cascade; the rules in force apply to all of them.
import type { Entity } from '#shared/model/model.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { runCommand } from './unit-of-work.ts'
import { validateOnlyOne } from './write-new-record.ts'
import { loadRecord, requirePermission } from './load-record.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { CommandOptions, CommandContext, AnsweredRecord } from './command-context.ts'
import { translateWriteErrors } from './write-error.ts'
import type { Change } from './change.ts'
import { followChanges } from './followers.ts'
import { refused } from '../../policy/refused.ts'

export function restoreRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  id: string,
  options: CommandOptions = {},
): Promise<AnsweredRecord> {
  return runCommand(dependencies, actorContext, options, async (context) => {
    const { model } = context.running
    const entity = entityNamed(model, name)
    const record = await loadRecord(context, entity, id, true)
    const isTrashed = (await context.transaction.record(name, id)) === undefined
    if (!isTrashed) throw refused('not_found')
    await requirePermission(context, policyOf(context.running, actorContext.actor).entity(name).restore, record)
    const along = await translateWriteErrors(context, name, () => context.transaction.restore(name, id))
    const changes: Change[] = []
    for (const each of [{ entity: name, id }, ...along])
      changes.push(...(await changeOfRestore(context, entityNamed(model, each.entity), each.id)))
    await followChanges(context, changes)
    return { entity: name, id }
  })
}

/** Gives the change by which a record comes back, also along with another one; none if something has removed it meanwhile. */
async function changeOfRestore(context: CommandContext, entity: Entity, id: string): Promise<readonly Change[]> {
  const after = await context.transaction.record(entity.name.identifier, id)
  if (after === undefined) return []
  await validateOnlyOne(context, entity, 1)
  const [version, changed] = [Number(after['_version']), [...entity.fields.keys()]]
  return [{ entity, id, version, cause: 'restore', before: null, after, changed, confirmed: [] }]
}
