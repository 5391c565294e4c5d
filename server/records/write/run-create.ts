// Runs the creation of a record, under a person's policy or on the document's authority.
import { validateBody } from '#shared/decisions/3-entities.ts'
import { refuseUngranted, writableBy } from '#shared/decisions/6-roles-write-permission.ts'
import type { Entity } from '#shared/model/model.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { nothingGranted } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import { resolveFiles } from '../files/resolve-files.ts'
import { makeLineWriter } from '../lines/line-writer.ts'
import { separateLines } from '../lines/separate-lines.ts'
import { readLinesOfCall } from '../lines/lines-of-call.ts'
import type { Authority, CommandContext, CreateOptions, WrittenRecord } from './command-context.ts'
import { findMissingRelations } from '../access/validate-relations.ts'
import { writeNewRecord } from './write-new-record.ts'

export async function runCreate(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  options: CreateOptions = {},
): Promise<WrittenRecord> {
  if (authority !== 'document') return createUnder(context, authority, entity, values, options)
  const { errors, writer } = readLinesOfCall(context, entity, options.lines)
  return writeNewRecord(context, entity, values, errors, 'document', writer)
}

async function createUnder(
  context: CommandContext,
  policy: PreparedPolicy,
  entity: Entity,
  body: { readonly [field: string]: unknown },
  { given, step, withNewHead }: CreateOptions,
): Promise<WrittenRecord> {
  const { model } = context.running
  const { actor } = context.actorContext
  const name = entity.name.identifier
  const entityPolicy = policy.entity(name)
  const { read } = entityPolicy
  const create =
    step !== undefined
      ? entityPolicy.createBy(step)
      : withNewHead === true
        ? entityPolicy.createWithHead()
        : entityPolicy.create
  if (create.grants.length === 0)
    throw actor.person === null && create.bySteps.length === 0
      ? nothingGranted(model, actor)
      : new Refused(refuseUngranted(model, create, undefined))
  const { own, sent: lines, errors: wrongLines } = separateLines(context, policy, entity, body)
  const sent = validateBody(entity, own, { verb: 'create', ...writableBy(create), readable: read.readable })
  if (name === 'Person') await context.people?.guardWrite(context, undefined, sent.values)
  const files = await resolveFiles(context, entity, sent.values)
  const missing = await findMissingRelations(context, entity, sent.values)
  const errors = [...sent.errors, ...missing, ...files.errors, ...wrongLines]
  const values = { ...files.values, ...given }
  const requested = { policy: create, fields: Object.keys(sent.values) }
  const writer = makeLineWriter(context, policy, entity, lines, { isNewHead: true })
  return writeNewRecord(context, entity, values, errors, requested, writer)
}
