// Deletes a record into the trash or for good, with its cascades.
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles.ts'
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { Refused } from '../policy/refused.ts'
import { runCommand } from './command/run-command.ts'
import { guardRemoval } from './command/guard-person.ts'
import { validateVersion, loadRecord } from './command/load-record.ts'
import { deleteAsDocument } from './command/delete-as-document.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import { refuseWithMessage } from './command/refuse-with-message.ts'
import type { UpdateOptions } from './update-record.ts'
import type { CommandOptions, WrittenRecord } from './command/command-context.ts'
import { evaluateNow } from './command/command-context.ts'

export function deleteRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  id: string,
  options: Pick<UpdateOptions, 'expected'> & CommandOptions = {},
): Promise<WrittenRecord> {
  return runCommand(dependencies, actorContext, { ...options, fromReserve: true }, async (context) => {
    const { model } = context.running
    const { actor } = actorContext
    const entity = entityNamed(model, name)
    const record = await loadRecord(context, entity, id)
    const policy = policyOf(context.running, actor).entity(name).delete
    if (policy.grants.length === 0) throw new Refused(refuseUngranted(model, policy, undefined))
    const judge = await evaluateNow(context, policy.conditions, { record, old: record })
    const decision = decideWrite(model, policy, [], [judge])
    if (decision.allowed === false)
      await refuseWithMessage(context, decision.refusal, { entity: name, snapshot: { record, old: record } })
    validateVersion(context, entity, record, options.expected)
    if (name === 'Person') await guardRemoval(context, record)
    await deleteAsDocument(context, entity, id)
    return { entity: name, id }
  })
}
