// Creates a record as a person or as the document: validates the body, writes it, applies the rules.
import { validateBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles.ts'
import type { ActorContext, RecordsDependencies } from './records-dependencies.ts'
import { Refused } from '../policy/refused.ts'
import { runCommand } from './command/run-command.ts'
import { guardPerson } from './command/guard-person.ts'
import { createAsDocument, writeNewRecord } from './command/write-new-record.ts'
import { findMissingRelations } from './command/validate-relations.ts'
import { entityNamed, nothingGranted, policyOf } from '../policy/policy.ts'
import { refuseWithMessage } from './command/refuse-with-message.ts'
import type { CommandOptions, CommandContext, WrittenRecord } from './command/command-context.ts'

export function createRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  body: { readonly [field: string]: unknown },
  options: CommandOptions = {},
): Promise<WrittenRecord> {
  return runCommand(dependencies, actorContext, options, (context) => createAsPerson(context, entity, body))
}

/** With the policy of the actor: what was sent is read, checked and answered for. */
export async function createAsPerson(
  context: CommandContext,
  name: string,
  body: { readonly [field: string]: unknown },
): Promise<WrittenRecord> {
  const { running, actorContext } = context
  const { actor } = actorContext
  const { model } = running
  const entity = entityNamed(model, name)
  const { create: policy, read: reading } = policyOf(running, actor).entity(name)
  if (policy.grants.length === 0)
    throw actor.person === null ? nothingGranted(model, actor) : new Refused(refuseUngranted(model, policy, undefined))
  const read = validateBody(entity, body, {
    verb: 'create',
    writable: policy.fields,
    readable: reading.readable,
  })
  if (name === 'Person') await guardPerson(context, undefined, read.values)
  const errors = [...read.errors, ...(await findMissingRelations(context, entity, read.values))]
  return writeNewRecord(context, entity, read.values, errors, {
    policy,
    async authorise(judge, record) {
      const decision = decideWrite(model, policy, Object.keys(read.values), [judge])
      if (decision.allowed === false)
        await refuseWithMessage(context, decision.refusal, { entity: name, snapshot: { record } })
    },
  })
}

/** With the document's authority: an account. Its rules hold all the same. */
export function createNamedAsDocument(
  context: CommandContext,
  name: string,
  values: { readonly [field: string]: unknown },
): Promise<WrittenRecord> {
  return createAsDocument(context, entityNamed(context.running.model, name), values)
}
