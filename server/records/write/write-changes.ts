// Writes changes to a stored record, with its computed fields, version and standard fields.
import { computedNodes, computeFields } from '#shared/decisions/3-entities.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { evaluateWithoutFacts, entityConditions } from '../access/condition-facts.ts'
import { attachFiles } from '../files/attach-files.ts'
import type { CommandContext } from './command-context.ts'
import { invalid } from '../access/invalid.ts'
import { translateWriteErrors } from './write-error.ts'

/** Writes the changes with what follows from them (computed fields, who and when, the version), and gives the record as it now is. */
export async function writeChanges(
  context: CommandContext,
  entity: Entity,
  before: RecordValue,
  given: { readonly [field: string]: unknown },
): Promise<RecordValue> {
  const name = entity.name.identifier
  const changes = await attachFiles(context, entity, before.id, given, before)
  const standard = { _version: Number(before['_version']) + 1, ...lastChange(context) }
  const changed = { ...before, ...changes, ...standard }
  const computed = computeKept(context, entity, changed)
  const written = differing(before, { ...changes, ...computed, ...standard })
  await translateWriteErrors(context, name, () => context.transaction.update(name, before.id, written))
  return withComputed(context, entity, { ...changed, ...computed })
}

/** A column that stays as it is costs its indexes and what it refers to once more: mostly the person of the last change. */
function differing(
  before: RecordValue,
  values: { readonly _version: number; readonly [field: string]: unknown },
): { readonly [field: string]: unknown } {
  const differ: { [field: string]: unknown } = {}
  for (const [field, value] of Object.entries(values)) if (value !== before[field]) differ[field] = value
  // It is raised at every change, whatever it was here.
  differ['_version'] = values._version
  return differ
}

/** When this command changes a record, and the person who acts. */
export function lastChange({ actorContext: { now, actor } }: CommandContext): {
  readonly updated_at: string
  readonly updated_by: string | null
} {
  return { updated_at: now, updated_by: actor.person?.id ?? null }
}

/** The computed fields of a record that have a column of their own; one that is too large for it refuses the write. */
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
  if (errors.length > 0) throw invalid(context, errors)
  return values
}

/** Computed fields that look at other records are worked out by the database, once the record is written. */
export async function withComputed(context: CommandContext, entity: Entity, record: RecordValue): Promise<RecordValue> {
  const looksFurther = context.running.compiled('computed elsewhere', entity, () => ({
    any: [...entity.fields.values()].some(({ computed }) => computed !== undefined && !computed.stored),
  })).any
  return looksFurther ? ((await context.transaction.record(entity.name.identifier, record.id)) ?? record) : record
}
