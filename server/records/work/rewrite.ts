// Writes changes to a stored record, with what follows from them.
import { computedNodes, computeFields } from '#shared/decisions/3-entities.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { judgeWithout, prepare } from './judging.ts'
import type { Work } from './work.ts'
import { whileWriting } from './work.ts'

/** Writes the changes with what follows from them (computed fields, who and when, the version), and gives the record as it now is. */
export async function writeChanges(
  work: Work,
  entity: Entity,
  before: RecordValue,
  changes: { readonly [field: string]: unknown },
): Promise<RecordValue> {
  const name = entity.name.identifier
  const { now, actor } = work.acting
  const standard = { version: Number(before['version']) + 1, updated_at: now, updated_by: actor.person?.id ?? null }
  const changed = { ...before, ...changes, ...standard }
  const prepared = prepare(work.running, work.storage, name, 'computed', () => computedNodes(entity, 'stored'))
  const computed = computeFields(
    entity,
    'stored',
    judgeWithout(prepared, work.running, work.acting, { record: changed }),
  )
  await whileWriting(work, name, () =>
    work.transaction.update(name, before.id, { ...changes, ...computed, ...standard }),
  )
  return withComputed(work, entity, { ...changed, ...computed })
}

/** Computed fields that look at other records are worked out by the database, once the record is written. */
export async function withComputed(work: Work, entity: Entity, record: RecordValue): Promise<RecordValue> {
  const name = entity.name.identifier
  const looksFurther = work.running.compiled('computed elsewhere', name, () => ({
    any: [...entity.fields.values()].some(({ computed }) => computed !== undefined && !computed.stored),
  })).any
  return looksFurther ? ((await work.transaction.record(name, record.id)) ?? record) : record
}
