// Brings a record back out of the trash, with what went there along with it; all must obey the rules that hold now.
import { decideWrite, notGranted } from '#shared/decisions/6-roles.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { Refused } from './refused.ts'
import { command } from './work/command.ts'
import { keepSingle } from './work/insert-record.ts'
import { obeyRules } from './work/obey-rules.ts'
import { recordAtHand } from './work/record-at-hand.ts'
import { entityNamed, notFound, writeRightsOf } from './work/rights.ts'
import { refuseFilled } from './work/tell.ts'
import type { CommandOptions, Work, Written } from './work/work.ts'
import { judgeNow, whileWriting } from './work/work.ts'
import { writeHistory } from './work/write-history.ts'

export function restoreRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  name: string,
  id: string,
  options: CommandOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, async (work) => {
    const { model } = work.running
    const { actor } = acting
    const entity = entityNamed(model, name)
    const record = await recordAtHand(work, entity, id, true)
    const isTrashed = (await work.transaction.record(name, id)) === undefined
    if (!isTrashed) throw notFound(model)
    const rights = writeRightsOf(work.running, name, actor, 'restore')
    if (rights.grants.length === 0) throw new Refused(notGranted(model, rights, undefined))
    const judge = await judgeNow(work, name, `restore ${rolesKey(actor)}`, () => rights.nodes, { record, old: record })
    const decision = decideWrite(model, rights, [], [judge])
    if (decision.allowed === false)
      await refuseFilled(work, decision.refusal, { entity: name, situation: { record, old: record } })
    const along = await whileWriting(work, name, () => work.transaction.restore(name, id))
    for (const each of [{ entity: name, id }, ...along]) await bringBack(work, each.entity, each.id)
    return { entity: name, id }
  })
}

/** What comes back obeys the rules as if it were new: also what comes back along with something else. */
async function bringBack(work: Work, name: string, id: string): Promise<void> {
  const entity = entityNamed(work.running.model, name)
  const restored = await work.transaction.record(name, id)
  if (restored === undefined) return
  await keepSingle(work, entity, 1)
  const changed = [...entity.fields.keys()]
  const confirmed = await obeyRules(work, entity, { record: restored, old: restored }, { created: true, changed })
  await writeHistory(work, entity, { record: id, event: 'restored', changes: {}, confirmed })
}
