// Updates fields of a record as a person: read policy, write policy before and after, then the rules.
import { changedFields, validateBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles.ts'
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { Refused } from '../policy/refused.ts'
import { runCommand } from './command/run-command.ts'
import { guardPerson } from './command/guard-person.ts'
import { validateVersion, loadRecord } from './command/load-record.ts'
import { findMissingRelations } from './command/validate-relations.ts'
import { writeChanges } from './command/write-changes.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import { completeWrite } from './command/complete-write.ts'
import { refuseWithMessage } from './command/refuse-with-message.ts'
import type { CommandOptions, CommandContext, WrittenRecord } from './command/command-context.ts'
import { invalid, evaluateNow } from './command/command-context.ts'

export interface UpdateOptions extends CommandOptions {
  /** The version that the caller saw: of an older one nothing is changed. */
  readonly expected?: number | undefined
}

export function updateRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  id: string,
  body: { readonly [field: string]: unknown },
  options: UpdateOptions = {},
): Promise<WrittenRecord> {
  return runCommand(dependencies, actorContext, options, async (context) => {
    await update(context, entity, id, body, options)
    return { entity, id }
  })
}

async function update(
  context: CommandContext,
  name: string,
  id: string,
  body: { readonly [field: string]: unknown },
  options: UpdateOptions,
): Promise<void> {
  const { running, actorContext } = context
  const { actor } = actorContext
  const { model } = running
  const entity = entityNamed(model, name)
  const before = await loadRecord(context, entity, id)
  const { update: policy, read: reading } = policyOf(running, actor).entity(name)
  if (policy.grants.length === 0) throw new Refused(refuseUngranted(model, policy, undefined))
  const judgeBefore = await evaluateNow(context, policy.conditions, { record: before, old: before })
  const read = validateBody(entity, body, {
    verb: 'update',
    writable: policy.fields,
    readable: reading.readable,
    before,
  })
  const sent = Object.keys(read.values)
  const first = decideWrite(model, policy, sent, [judgeBefore])
  if (first.allowed === false && first.refusal.errors.length === 0)
    await refuseWithMessage(context, first.refusal, { entity: name, snapshot: { record: before, old: before } })
  validateVersion(context, entity, before, options.expected)
  const errors = [
    ...read.errors,
    ...(first.allowed === false ? first.refusal.errors : []),
    ...(await findMissingRelations(context, entity, read.values)),
  ]
  if (errors.length > 0) throw invalid(context, errors)
  if (name === 'Person') await guardPerson(context, before, read.values)

  const changed = changedFields(entity, before, read.values)
  if (changed.length === 0) return
  const changes = Object.fromEntries(changed.map((field) => [field, read.values[field]]))
  const record = await writeChanges(context, entity, before, changes)
  await completeWrite(
    context,
    entity,
    { record, old: before },
    {
      policy,
      async authorise(judge) {
        const decision = decideWrite(model, policy, changed, [judgeBefore, judge])
        if (decision.allowed === false)
          await refuseWithMessage(context, decision.refusal, { entity: name, snapshot: { record, old: before } })
      },
    },
  )
}
