// Writes a new record: defaults, sequence numbers, slugs, computed fields.
import {
  defaultNodes,
  fillDefaults,
  missingFields,
  requiredNodes,
  tooLargeDefaults,
} from '#shared/decisions/3-entities.ts'
import { dateOf } from '#shared/expressions/calendar.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { hasYear, isSequence, sequenceGroup } from '#shared/fields/sequence.ts'
import type { Entity } from '#shared/model/model.ts'
import { evaluateWithoutFacts, entityConditions } from '../access/condition-facts.ts'
import { defaultsWithFacts, fillNewRecord } from './fill-new-record.ts'
import { attachFiles } from '../files/attach-files.ts'
import { computeKept, readsFurther, withComputed } from './computed-fields.ts'
import type { RequestedWrite } from './require-requested.ts'
import { completeWrite, LEAVES_OPEN } from './complete-write.ts'
import type { CommandContext, LineWriter, WrittenRecord } from './command-context.ts'
import { storeRow } from './store-row.ts'
import { completeLines, writeLinesOfHead } from './write-lines-of-head.ts'
import { refused, refusedFields } from '../../policy/refused.ts'

/** `errors`: what is wrong with the values already, reported with what is missing. */
export async function writeNewRecord(
  context: CommandContext,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  errors: readonly FieldError[],
  requested: RequestedWrite | 'document',
  lines?: LineWriter,
): Promise<WrittenRecord> {
  const { transaction } = context
  const name = entity.name.identifier
  // That there is one is said after the grant, where that looks at the record.
  const isOfSomeRecords = requested !== 'document' && requested.policy.nodes.length > 0
  if (entity.onlyOne && !isOfSomeRecords) await validateOnlyOne(context, entity)
  const standard = standardFields(context)
  const local = evaluatorOf(context, entity, standard)
  const filled = await fillNewRecord(context, entity, values, standard, local)
  const evaluate = context.stepToCome === undefined ? local(filled) : LEAVES_OPEN
  const missing = missingBeside(errors, missingFields(entity, filled, evaluate))
  const wrong = [...errors, ...missing, ...tooLargeDefaults(entity, filled)]
  if (wrong.length > 0) throw refusedFields('invalid', [...wrong, ...((await lines?.findErrors()) ?? [])])

  let record: RecordValue = { ...filled, ...(await valuesOfSystem(context, entity, filled)), ...standard }
  const attached = await attachFiles(context, entity, record.id, record)
  if (attached !== record) record = { ...record, ...attached }
  record = { ...record, ...computeKept(context, entity, record) }
  const inserted = record
  const row = { record, old: null, changed: Object.keys(record) }
  await storeRow(context, entity, row, requested, () => transaction.insert(name, inserted))
  if (entity.parts.size > 0) context.createdHeads.add(record.id)
  if (readsFurther(context, entity)) record = await withComputed(context, entity, record)
  if (lines) record = await writeLinesOfHead(context, entity, { record, old: null }, requested, lines)
  await completeWrite(context, entity, { record, old: null }, requested)
  if (entity.onlyOne && isOfSomeRecords) await validateOnlyOne(context, entity, 1)
  await completeLines(context, lines)
  return { entity: name, id: record.id }
}

/** Fields of a new record that are empty and must not be, apart from those given, and those that other records may fill. */
export function findMissing(
  context: CommandContext,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  errors: readonly FieldError[],
  given: readonly string[],
): readonly FieldError[] {
  const local = evaluatorOf(context, entity, standardFields(context))
  const filled = fillDefaults(entity, values, local)
  const known = [...given, ...defaultsWithFacts(context, entity).map(({ field }) => field)]
  return missingBeside(errors, missingFields(entity, filled, local(filled))).filter(
    ({ field }) => !known.includes(field),
  )
}

type StandardFields = ReturnType<typeof standardFields>

function standardFields({ newId, actorContext: { now, actor } }: CommandContext) {
  const person = actor.person?.id ?? null
  const by = { created_at: now, created_by: person, updated_at: now, updated_by: person }
  return { id: newId(now), _version: 1, ...by }
}

function evaluatorOf(context: CommandContext, entity: Entity, standard: StandardFields) {
  return (record: { readonly [field: string]: unknown }): Evaluator =>
    evaluateLocally(context, entity, { ...record, ...standard })
}

/** A field that is wrong is not also missing. */
function missingBeside(errors: readonly FieldError[], missing: readonly FieldError[]): readonly FieldError[] {
  return missing.filter(({ field }) => !errors.some((error) => error.field === field))
}

/** `only one: yes`: there is no second one beside it. `own`: how many it is itself by now. */
export async function validateOnlyOne(
  { transaction }: Pick<CommandContext, 'transaction'>,
  entity: Entity,
  own = 0,
): Promise<void> {
  const { identifier, label } = entity.name
  if (!entity.onlyOne || (await transaction.count(identifier)) <= own) return
  throw refused('single_exists', { entity: label }, { cites: entity.cite })
}

/** Takes the next numbers of sequences, and finds slugs that nobody has. */
async function valuesOfSystem(
  context: CommandContext,
  entity: Entity,
  record: { readonly [field: string]: unknown },
): Promise<{ readonly [field: string]: unknown }> {
  const { running, transaction, actorContext } = context
  const values: { [field: string]: unknown } = {}
  const name = entity.name.identifier
  for (const { field, per, isDated } of running.compiled('fields of the system', entity, () =>
    systemFieldsOf(entity),
  )) {
    const source = record[field]
    if (per !== undefined) {
      const day = isDated ? (dateOf(actorContext.now, running.model.settings.timeZone) ?? '') : ''
      values[field] = await transaction.next(name, field, sequenceGroup(per.map((each) => record[each])), day)
    } else if (typeof source === 'string') {
      values[field] = await transaction.freeSlug(name, field, source)
    }
  }
  return values
}

interface SystemField {
  readonly field: string
  /** The fields that a sequence counts by. */
  readonly per?: readonly string[]
  /** The number has its year. */
  readonly isDated?: boolean
}

/** Lists the sequences and the slugs. */
function systemFieldsOf({ fields }: Entity): readonly SystemField[] {
  return [...fields].flatMap(([field, { type, computed }]): readonly SystemField[] => {
    if (computed !== undefined) return []
    if (isSequence(type)) return [{ field, per: type.per ?? [], isDated: hasYear(type.pattern ?? '') }]
    return fieldType(type.kind).madeFrom?.(type) === undefined ? [] : [{ field }]
  })
}

/** Defaults and conditions of required fields, as far as the record itself tells. */
function evaluateLocally(
  context: CommandContext,
  entity: Entity,
  record: { readonly [field: string]: unknown },
): Evaluator {
  const nodes = (): readonly Node[] => [...defaultNodes(entity), ...requiredNodes(entity)]
  const conditions = entityConditions(context.running, entity, 'own', nodes)
  return evaluateWithoutFacts(conditions, context.running, context.actorContext, { record: record as RecordValue })
}
