// Runs an update of a record, under a person's policy before and after, or on the document's authority.
import { changedFields, validateBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, refuseUngranted, writableBy } from '#shared/decisions/6-roles-write-permission.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { Refused, refused, refusedFields } from '../../policy/refused.ts'
import { resolveFiles } from '../files/resolve-files.ts'
import { readLinesOfCall } from '../lines/lines-of-call.ts'
import { makeLineWriter } from '../lines/line-writer.ts'
import { separateLines } from '../lines/separate-lines.ts'
import type { Authority, CommandContext, LineWriter, UpdateCommandOptions } from './command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import type { RequestedWrite } from './require-requested.ts'
import { completeWrite } from './complete-write.ts'
import { loadRecord } from './load-record.ts'
import { validateVersion } from './validate-version.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import { findMissingRelations } from '../access/validate-relations.ts'
import { writeChanges } from './write-changes.ts'
import { completeLines, writeLinesOfHead } from './write-lines-of-head.ts'

/** On the document's authority nothing is changed of a record that is gone by now. */
export async function runUpdate(
  context: CommandContext,
  authority: Authority,
  entity: Entity,
  id: string,
  values: { readonly [field: string]: unknown },
  options: UpdateCommandOptions = {},
): Promise<void> {
  if (authority !== 'document') return updateUnder(context, authority, entity, id, values, options)
  const before = await context.transaction.record(entity.name.identifier, id)
  if (before === undefined) return
  const { errors, writer } = readLinesOfCall(context, entity, options.lines, id)
  if (errors.length > 0) throw refusedFields('invalid', [...errors, ...((await writer?.findErrors()) ?? [])])
  await write(context, entity, before, values, 'document', writer)
}

async function updateUnder(
  context: CommandContext,
  policy: PreparedPolicy,
  entity: Entity,
  id: string,
  body: { readonly [field: string]: unknown },
  { expected, before: given }: UpdateCommandOptions,
): Promise<void> {
  const { model } = context.running
  const name = entity.name.identifier
  const before = given ?? (await loadRecord(context, entity, id))
  const { update, read } = policy.entity(name)
  if (update.grants.length === 0) throw new Refused(refuseUngranted(model, update, undefined))
  const evaluateBefore = await evaluateNow(context, update.conditions, { record: before, old: before })
  const { own, sent: lines, errors: wrongLines } = separateLines(context, policy, entity, body, id)
  const sent = validateBody(entity, own, { verb: 'update', ...writableBy(update), readable: read.readable, before })
  const first = decideWrite(model, update, Object.keys(sent.values), [evaluateBefore])
  if (first.allowed === false && first.refusal.errors.length === 0)
    await refuseWithMessage(context, first.refusal, { entity: name, snapshot: { record: before, old: before } })
  // Lines that are left out are removed: of those that the caller saw.
  if (lines.length > 0 && expected?.oneOf === undefined) throw refused('version_needed', {}, { entity: name })
  await validateVersion(context, entity, before, expected)
  const writer = makeLineWriter(context, policy, entity, lines)
  const files = await resolveFiles(context, entity, sent.values, { entity: name, id })
  const errors = [
    ...sent.errors,
    ...(first.allowed === false ? first.refusal.errors : []),
    ...(await findMissingRelations(context, entity, sent.values)),
    ...files.errors,
    ...wrongLines,
  ]
  if (errors.length > 0) throw refusedFields('invalid', [...errors, ...((await writer?.findErrors()) ?? [])])
  if (name === 'Person') await context.people?.guardWrite(context, before, sent.values)
  await write(context, entity, before, files.values, { policy: update, evaluateBefore }, writer)
}

async function write(
  context: CommandContext,
  entity: Entity,
  before: RecordValue,
  values: { readonly [field: string]: unknown },
  requested: Omit<RequestedWrite, 'fields'> | 'document',
  lines?: LineWriter,
): Promise<void> {
  const fields = changedFields(entity, before, values)
  const changes = Object.fromEntries(fields.map((field) => [field, values[field]]))
  const asked = requested === 'document' ? requested : { ...requested, fields }
  let record = fields.length === 0 ? before : await writeChanges(context, entity, before, changes, asked)
  if (lines) record = await writeLinesOfHead(context, entity, { record, old: before }, asked, lines)
  if (fields.length > 0) await completeWrite(context, entity, { record, old: before }, asked)
  await completeLines(context, lines)
}
