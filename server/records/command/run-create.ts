// Runs the creation of a record, under a person's policy or on the document's authority.
import { validateBody } from '#shared/decisions/3-entities.ts'
import { refuseUngranted } from '#shared/decisions/6-roles.ts'
import type { Entity } from '#shared/model/model.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { nothingGranted } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import type { Authority, CommandContext, WrittenRecord } from './command-context.ts'
import { guardPerson } from './guard-person.ts'
import { findMissingRelations } from './validate-relations.ts'
import { writeNewRecord } from './write-new-record.ts'

export function runCreate(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  values: { readonly [field: string]: unknown },
): Promise<WrittenRecord> {
  return authority === 'document'
    ? writeNewRecord(context, entity, values, [], 'document')
    : createUnder(context, authority, entity, values)
}

async function createUnder(
  context: CommandContext,
  policy: PreparedPolicy,
  entity: Entity,
  body: { readonly [field: string]: unknown },
): Promise<WrittenRecord> {
  const { model } = context.running
  const { actor } = context.actorContext
  const name = entity.name.identifier
  const { create, read } = policy.entity(name)
  if (create.grants.length === 0)
    throw actor.person === null ? nothingGranted(model, actor) : new Refused(refuseUngranted(model, create, undefined))
  const sent = validateBody(entity, body, { verb: 'create', writable: create.fields, readable: read.readable })
  if (name === 'Person') await guardPerson(context, undefined, sent.values)
  const errors = [...sent.errors, ...(await findMissingRelations(context, entity, sent.values))]
  return writeNewRecord(context, entity, sent.values, errors, { policy: create, fields: Object.keys(sent.values) })
}
