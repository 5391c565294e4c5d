// Restores a record from the trash with its cascade; the rules in force apply to all of them.
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { runCommand } from './command/run-command.ts'
import { validateOnlyOne } from './command/write-new-record.ts'
import { validateFromBothSides } from './rules/validate-from-both-sides.ts'
import { validateRules } from './command/validate-rules.ts'
import { loadRecord, requirePermission } from './command/load-record.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import { notFound } from '../policy/not-found.ts'
import type { CommandOptions, CommandContext, AnsweredRecord } from './command/command-context.ts'
import { translateWriteErrors } from './command/command-context.ts'
import { writeHistory } from './command/write-history.ts'
import { noteRaised, touchHeads } from './lines/touched-heads.ts'
import { updateTimers } from './timers/record-timers.ts'
import { scanReadersOf } from './timers/timer-readers.ts'

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
    if (!isTrashed) throw notFound(model)
    await requirePermission(context, policyOf(context.running, actorContext.actor).entity(name).restore, record)
    const along = await translateWriteErrors(context, name, () => context.transaction.restore(name, id))
    for (const each of [{ entity: name, id }, ...along]) await completeRestore(context, each.entity, each.id)
    return { entity: name, id }
  })
}

/** What comes back obeys the rules as if it were new: also what comes back along with something else. */
async function completeRestore(context: CommandContext, name: string, id: string): Promise<void> {
  const entity = entityNamed(context.running.model, name)
  const restored = await context.transaction.record(name, id)
  if (restored === undefined) return
  await validateOnlyOne(context, entity, 1)
  touchHeads(context.heads, entity, restored)
  noteRaised(context.heads, entity, id, true)
  const changed = [...entity.fields.keys()]
  const confirmed = await validateRules(
    context,
    entity,
    { record: restored, old: restored },
    { created: true, changed },
  )
  await validateFromBothSides(context, entity, { old: null, record: restored }, changed)
  await writeHistory(context, entity, {
    record: id,
    version: Number(restored['_version']),
    event: 'restored',
    changes: {},
    confirmed,
  })
  await updateTimers(context, entity, restored, { old: restored })
  await scanReadersOf(context, entity, { changed: [], existence: true })
}
