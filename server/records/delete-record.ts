// Deletes a record: into the trash or for good, as the document says, with what goes with it.
import { decideWrite, notGranted } from '#shared/decisions/6-roles.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { Refused } from './refused.ts'
import { command } from './work/command.ts'
import { guardRemoval } from './work/guard-person.ts'
import { checkVersion, recordAtHand } from './work/record-at-hand.ts'
import { removeRecord } from './work/remove-record.ts'
import { entityNamed, writeRightsOf } from './work/rights.ts'
import { refuseFilled } from './work/tell.ts'
import type { UpdateOptions } from './update-record.ts'
import type { CommandOptions, Written } from './work/work.ts'
import { judgeNow } from './work/work.ts'

export function deleteRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  name: string,
  id: string,
  options: Pick<UpdateOptions, 'expected'> & CommandOptions = {},
): Promise<Written> {
  return command(dependencies, acting, { ...options, fromReserve: true }, async (work) => {
    const { model } = work.running
    const { actor } = acting
    const entity = entityNamed(model, name)
    const record = await recordAtHand(work, entity, id)
    const rights = writeRightsOf(work.running, name, actor, 'delete')
    if (rights.grants.length === 0) throw new Refused(notGranted(model, rights, undefined))
    const judge = await judgeNow(work, name, `delete ${rolesKey(actor)}`, () => rights.nodes, { record, old: record })
    const decision = decideWrite(model, rights, [], [judge])
    if (decision.allowed === false)
      await refuseFilled(work, decision.refusal, { entity: name, situation: { record, old: record } })
    checkVersion(work, entity, record, options.expected)
    if (name === 'Person') await guardRemoval(work, record)
    await removeRecord(work, entity, id)
    return { entity: name, id }
  })
}
