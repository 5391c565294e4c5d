// Translates errors of storage into refusals: taken, still referred, missing, full, busy, damaged.
import { TooLarge } from '#shared/expressions/functions/too-large.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Entity } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import type { HoleValue } from '#shared/text/phrase.ts'
import { DocumentReplaced, RevisionUnreadable } from '../../document/follow-document.ts'
import { policyOf } from '../../policy/policy.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused, refusedFields } from '../../policy/refused.ts'
import {
  MeasureTooLarge,
  OutcomeUnknown,
  ReadingTooLong,
  RelationMissing,
  StillReferred,
  StorageBusy,
  StorageDamaged,
  StorageFull,
  UniqueConflict,
} from '../../storage/storage-error.ts'
import type { CommandContext } from './command-context.ts'
import { relationMissing } from '../access/validate-relations.ts'

/** Says what the schema refuses in the words of the document. */
export async function translateWriteErrors<T>(
  context: CommandContext,
  entity: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw translate(context, entity, error)
  }
}

function translate(context: CommandContext, entity: string, error: unknown): unknown {
  const { model } = context.running
  if (error instanceof UniqueConflict) {
    const conflicting = model.entities.get(error.entity)
    if (conflicting === undefined) return error
    const { holder, entity: of } = error
    const details = { mayPass: true, ...(holder !== undefined && { takenBy: { entity: of, id: holder } }) }
    return refusedFields('conflict', takenFields(conflicting, error.fields), details)
  }
  if (error instanceof RelationMissing) {
    const field = model.entities.get(error.entity ?? entity)?.fields.get(error.field)
    return field?.type.kind === 'relation'
      ? refusedFields('invalid', [relationMissing(model, field, field.type.entity)], { mayPass: true })
      : error
  }
  if (error instanceof StillReferred) {
    // Of records that the person can't know of, nothing is said but that there are some.
    const policy = policyOf(context.running, context.actorContext.actor)
    const known = error.by.filter((each) => policy.entity(each.entity).read.rows !== false)
    const names = [...new Set(known.map((each) => model.entities.get(each.entity)?.plural ?? each.entity))]
    const records = names.length === 0 ? OTHER_RECORDS : ({ names, by: 'and' } as const)
    const [first] = known
    const cites = first && model.entities.get(first.entity)?.fields.get(first.field)?.cite
    return refused('still_referred', { records }, { cites, mayPass: true })
  }
  return error
}

/** One error a field; the team of `unique per team` is not taken, there is only one of this name in it already. */
function takenFields(entity: Entity, taken: readonly string[]): readonly FieldError[] {
  const { fields, uniqueTogether } = entity
  const together = uniqueTogether.find((each) => each.fields.join() === taken.join())
  const owner = together ? undefined : taken.find((field) => fields.get(field)?.limits.unique?.per.length)
  const named = owner === undefined ? taken : [owner]
  return named.map((field) => {
    const found = fields.get(field)
    const cites = together?.cite ?? found?.limits.unique?.cite ?? found?.cite
    if (together === undefined && owner === undefined)
      return fieldError(field, 'taken', { field: labelFor(found?.name.label ?? field) }, cites)
    const all = together?.fields ?? [...new Set([...named, ...taken])]
    return fieldError(field, 'taken_together', { fields: sayTogether(all, entity) }, cites)
  })
}

/** "name and floor" */
function sayTogether(fields: readonly string[], entity: Entity): HoleValue {
  const names = fields.map((field) => {
    const label = labelFor(entity.fields.get(field)?.name.label ?? field)
    return { says: { en: label.toLowerCase(), de: label } }
  })
  return { names, by: 'and' }
}

export const OTHER_RECORDS = { says: { en: 'other records', de: 'andere Einträge' } }

/** Gives the refusal of a request whose storage is full, busy, damaged or too slow, or whose document was replaced; undefined where it is a failure. */
export function storageRefusal(error: unknown): Refused | undefined {
  if (error instanceof StorageBusy || error instanceof DocumentReplaced)
    return refused('unavailable', {}, { retryAfter: 2 })
  if (error instanceof RevisionUnreadable) return refused('unavailable', {}, { retryAfter: 5 })
  if (error instanceof OutcomeUnknown) return refused('outcome_unknown')
  if (error instanceof ReadingTooLong) return refused('too_costly')
  if (error instanceof TooLarge) return refused('too_many_dates', { most: error.most })
  if (error instanceof StorageDamaged) return refused('storage_damaged')
  if (error instanceof MeasureTooLarge)
    return refused('measure_too_large', { field: error.field }, { field: error.field })
  return error instanceof StorageFull ? refused('storage_full') : undefined
}
