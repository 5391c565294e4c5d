// Works out the computed fields of a record that is written.
import { computedNodes, computeFields } from '#shared/decisions/computed-fields.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { evaluateWithoutFacts, entityConditions } from '../access/condition-facts.ts'
import type { CommandContext } from './command-context.ts'
import { refusedFields } from '../../policy/refused.ts'

/** Works out the computed fields that have a column of their own; one that is too large for it refuses the write. */
export function computeKept(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
): { readonly [field: string]: unknown } {
  const { running, actorContext } = context
  const conditions = entityConditions(running, entity, 'computed', () => computedNodes(entity, 'stored'))
  const errors: FieldError[] = []
  const evaluate = evaluateWithoutFacts(conditions, running, actorContext, { record })
  const values = computeFields(entity, 'stored', evaluate, (error) => errors.push(error))
  if (errors.length > 0) throw refusedFields('invalid', errors)
  return values
}

/** Reports whether computed fields that have a column read any of these fields: else they stay as they are. */
export function isComputedFrom(
  { running }: Pick<CommandContext, 'running'>,
  entity: Entity,
  fields: readonly string[],
): boolean {
  const read = running.compiled(
    'read by computed fields',
    entity,
    () => new Set(computedNodes(entity, 'stored').flatMap((node) => readsOf(node).own)),
  )
  return read.size > 0 && fields.some((field) => read.has(field))
}

/** Reports whether computed fields look at other records. */
export function readsFurther({ running }: Pick<CommandContext, 'running'>, entity: Entity): boolean {
  return running.compiled('computed elsewhere', entity, () => ({
    any: [...entity.fields.values()].some(({ computed }) => computed !== undefined && !computed.stored),
  })).any
}

/** Reads a written record once more where computed fields look at other records: the database works these out. */
export async function withComputed(context: CommandContext, entity: Entity, record: RecordValue): Promise<RecordValue> {
  return readsFurther(context, entity)
    ? ((await context.transaction.record(entity.name.identifier, record.id)) ?? record)
    : record
}
