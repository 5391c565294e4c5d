// Restores a record from the trash with its cascade; the rules in force apply to all of them.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { runCommand } from './unit-of-work.ts'
import { validateOnlyOne } from './write-new-record.ts'
import { loadRecord, requirePermission } from './load-record.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { CommandOptions, CommandContext, AnsweredRecord } from './command-context.ts'
import { translateWriteErrors } from './write-error.ts'
import { eventsFor, runEvents } from '../effects/run-events.ts'
import type { Change } from './change.ts'
import { storedChanges } from './change.ts'
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
    const back: BackRecord[] = []
    for (const each of [{ entity: name, id }, ...along])
      back.push(...(await recordBack(context, entityNamed(model, each.entity), each.id)))
    for (const { entity, record } of back)
      await runEvents(context, entity, eventsFor(entity, 'restored'), { record, old: record })
    const changes: Change[] = []
    for (const each of back) changes.push(...(await changeOfRestore(context, each)))
    await followChanges(context, changes)
    return { entity: name, id }
  })
}

interface BackRecord {
  readonly entity: Entity
  readonly record: RecordValue
}

/** Gives a record that came back, also along with another one; none if something has removed it meanwhile. */
async function recordBack(context: CommandContext, entity: Entity, id: string): Promise<readonly BackRecord[]> {
  const record = await context.transaction.record(entity.name.identifier, id)
  if (record === undefined) return []
  await validateOnlyOne(context, entity, 1)
  return [{ entity, record }]
}

/** Gives the change by which a record came back; none if an event has deleted it again. */
async function changeOfRestore(context: CommandContext, { entity, record }: BackRecord): Promise<readonly Change[]> {
  const { id } = record
  const after = await context.transaction.record(entity.name.identifier, id)
  if (after === undefined) return []
  const [version, changed] = [Number(after['_version']), [...entity.fields.keys()]]
  const restored = { record, changed: storedChanges(entity, record, after) }
  return [{ entity, id, version, cause: 'restore', before: null, restored, after, changed, confirmed: [] }]
}
