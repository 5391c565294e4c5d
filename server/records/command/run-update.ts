// Runs an update of a record, under a person's policy before and after, or on the document's authority.
import { changedFields, validateBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, refuseUngranted } from '#shared/decisions/6-roles.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import type { Authority, CommandContext } from './command-context.ts'
import { evaluateNow, invalid } from './command-context.ts'
import type { RequestedWrite } from './complete-write.ts'
import { completeWrite } from './complete-write.ts'
import { guardPerson } from './guard-person.ts'
import { loadRecord, validateVersion } from './load-record.ts'
import { refuseWithMessage } from './refuse-with-message.ts'
import { findMissingRelations } from './validate-relations.ts'
import { writeChanges } from './write-changes.ts'

/** `expected`: the version that the caller saw. On the document's authority nothing is changed of a record that is gone by now. */
export async function runUpdate(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  id: string,
  values: { readonly [field: string]: unknown },
  expected?: number,
): Promise<void> {
  if (authority !== 'document') return updateUnder(context, authority, entity, id, values, expected)
  const before = await context.transaction.record(entity.name.identifier, id)
  if (before !== undefined) await write(context, entity, before, values, 'document')
}

async function updateUnder(
  context: CommandContext,
  policy: PreparedPolicy,
  entity: Entity,
  id: string,
  body: { readonly [field: string]: unknown },
  expected: number | undefined,
): Promise<void> {
  const { model } = context.running
  const name = entity.name.identifier
  const before = await loadRecord(context, entity, id)
  const { update, read } = policy.entity(name)
  if (update.grants.length === 0) throw new Refused(refuseUngranted(model, update, undefined))
  const judgeBefore = await evaluateNow(context, update.conditions, { record: before, old: before })
  const sent = validateBody(entity, body, { verb: 'update', writable: update.fields, readable: read.readable, before })
  const first = decideWrite(model, update, Object.keys(sent.values), [judgeBefore])
  if (first.allowed === false && first.refusal.errors.length === 0)
    await refuseWithMessage(context, first.refusal, { entity: name, snapshot: { record: before, old: before } })
  validateVersion(context, entity, before, expected)
  const errors = [
    ...sent.errors,
    ...(first.allowed === false ? first.refusal.errors : []),
    ...(await findMissingRelations(context, entity, sent.values)),
  ]
  if (errors.length > 0) throw invalid(context, errors)
  if (name === 'Person') await guardPerson(context, before, sent.values)
  await write(context, entity, before, sent.values, { policy: update, judgeBefore })
}

async function write(
  context: CommandContext,
  entity: Entity,
  before: RecordValue,
  values: { readonly [field: string]: unknown },
  requested: Omit<RequestedWrite, 'fields'> | 'document',
): Promise<void> {
  const fields = changedFields(entity, before, values)
  if (fields.length === 0) return
  const changes = Object.fromEntries(fields.map((field) => [field, values[field]]))
  const record = await writeChanges(context, entity, before, changes)
  const asked = requested === 'document' ? requested : { ...requested, fields }
  await completeWrite(context, entity, { record, old: before }, asked)
}
