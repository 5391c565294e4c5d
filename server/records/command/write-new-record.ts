// Writes a new record: defaults, sequence numbers, slugs, computed fields.
import {
  computedNodes,
  computeFields,
  defaultNodes,
  fillDefaults,
  missingFields,
  requiredNodes,
} from '#shared/decisions/3-entities.ts'
import { dateOf } from '#shared/expressions/calendar.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import type { Entity } from '#shared/model/model.ts'
import { evaluateWithoutFacts, entityConditions } from './condition-facts.ts'
import { withComputed } from './write-changes.ts'
import type { RequestedWrite } from './complete-write.ts'
import { completeWrite } from './complete-write.ts'
import { noteRaised } from '../lines/touched-heads.ts'
import type { CommandContext, LineWriter, WrittenRecord } from './command-context.ts'
import { invalid, evaluateNow, translateWriteErrors } from './command-context.ts'
import { refused } from '../../policy/refused.ts'

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
  await validateOnlyOne(context, entity)
  const standard = standardFields(context)
  const { filled, missing, awaited } = fillRecord(context, entity, values, errors, standard)
  const wrong = [...errors, ...missing]
  if (wrong.length > 0) throw invalid(context, [...wrong, ...((await lines?.findErrors()) ?? [])])

  let record: RecordValue = { ...filled, ...(await valuesOfSystem(context, entity, filled)), ...standard }
  record = { ...record, ...computeFields(entity, 'stored', evaluateLocally(context, entity, record)) }
  const inserted = record
  await translateWriteErrors(context, name, () => transaction.insert(name, inserted))
  if (awaited.length > 0) record = await fillFromFacts(context, entity, values, record)
  record = await withComputed(context, entity, record)
  noteRaised(context.heads, entity, record.id, true)
  if (lines) {
    await lines.write(record)
    // What happened with them may have reached it.
    record = (await transaction.record(name, record.id)) ?? record
  }
  await completeWrite(context, entity, { record, old: null }, requested)
  await lines?.complete()
  return { entity: name, id: record.id }
}

/** Fields of a new record that are empty and must not be, apart from those given. */
export function findMissing(
  context: CommandContext,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  errors: readonly FieldError[],
  given: readonly string[],
): readonly FieldError[] {
  const { missing } = fillRecord(context, entity, values, errors, standardFields(context))
  return missing.filter(({ field }) => !given.includes(field))
}

type StandardFields = ReturnType<typeof standardFields>

function standardFields({ newId, actorContext: { now, actor } }: CommandContext) {
  const person = actor.person?.id ?? null
  const by = { created_at: now, created_by: person, updated_at: now, updated_by: person }
  return { id: newId(now), _version: 1, ...by }
}

/** With its defaults. A field that is wrong is not also missing; one whose default needs the database gets it after the write. */
function fillRecord(
  context: CommandContext,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  errors: readonly FieldError[],
  standard: StandardFields,
) {
  const local = (record: { readonly [field: string]: unknown }): Evaluator =>
    evaluateLocally(context, entity, { ...record, ...standard })
  const filled = fillDefaults(entity, values, local)
  const awaited = defaultsWithFacts(context, entity)
  const missing = missingFields(entity, filled, local(filled)).filter(
    ({ field }) => !awaited.includes(field) && !errors.some((error) => error.field === field),
  )
  return { filled, missing, awaited }
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

/** Numbers of sequences, and slugs that nobody has. */
async function valuesOfSystem(
  context: CommandContext,
  entity: Entity,
  record: { readonly [field: string]: unknown },
): Promise<{ readonly [field: string]: unknown }> {
  const values: { [field: string]: unknown } = {}
  const name = entity.name.identifier
  for (const [field, { type, computed }] of entity.fields) {
    if (computed !== undefined) continue
    if (isSequence(type)) {
      values[field] = await context.transaction.next(
        name,
        field,
        type.per === undefined ? undefined : String(record[type.per] ?? ''),
        dateOf(context.actorContext.now, context.running.model.settings.timeZone) ?? '',
      )
    } else if (fieldType(type.kind).madeFrom?.(type) !== undefined && typeof record[field] === 'string') {
      values[field] = await context.transaction.freeSlug(name, field, record[field])
    }
  }
  return values
}

/** Defaults, conditions of required fields and computed fields, as far as the record itself tells. */
function evaluateLocally(
  context: CommandContext,
  entity: Entity,
  record: { readonly [field: string]: unknown },
): Evaluator {
  const nodes = (): readonly Node[] => [
    ...defaultNodes(entity),
    ...requiredNodes(entity),
    ...computedNodes(entity, 'stored'),
  ]
  const conditions = entityConditions(context.running, entity, 'own', nodes)
  return evaluateWithoutFacts(conditions, context.running, context.actorContext, { record: record as RecordValue })
}

/** Fields whose defaults look beyond the record. */
function defaultsWithFacts(context: CommandContext, entity: Entity): readonly string[] {
  return context.running.compiled('defaults with facts', entity, () =>
    [...entity.fields].flatMap(([field, { default: given }]) =>
      given?.kind === 'expression' && prepareExpressions([given.expression.tree]).facts.length > 0 ? [field] : [],
    ),
  )
}

async function fillFromFacts(
  context: CommandContext,
  entity: Entity,
  values: { readonly [field: string]: unknown },
  record: RecordValue,
): Promise<RecordValue> {
  const name = entity.name.identifier
  const conditions = entityConditions(context.running, entity, 'defaults', () => defaultNodes(entity))
  const evaluate = await evaluateNow(context, conditions, { record })
  const fields = defaultsWithFacts(context, entity).filter((field) => !Object.hasOwn(values, field))
  const filled = fillDefaults(
    entity,
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field))),
    () => evaluate,
  )
  const changes = Object.fromEntries(fields.map((field) => [field, filled[field]]))
  if (fields.length > 0)
    await translateWriteErrors(context, name, () =>
      context.transaction.update(name, record.id, { ...changes, _version: 1 }),
    )
  return { ...record, ...changes }
}
