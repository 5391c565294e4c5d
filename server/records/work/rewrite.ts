// Writes changes to a stored record and judges it as it then is: what is required, the rules, and the entry in the history.
import {
  changedFields,
  choiceNodes,
  computedNodes,
  computeFields,
  missingFields,
  requiredNodes,
  wrongChoices,
} from '#shared/decisions/3-entities.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { judgeWithout, prepare } from './judging.ts'
import type { Situation } from './judging.ts'
import { obeyRules } from './obey-rules.ts'
import type { Work } from './work.ts'
import { invalid, judgeNow, whileWriting } from './work.ts'
import { writeHistory } from './write-history.ts'

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

/** Judges the record after a change; throws what refuses it. `nodes` are judged in the same look. */
export async function judgeAfter(
  work: Work,
  entity: Entity,
  situation: Situation & { readonly old: RecordValue },
  more: {
    readonly key: string
    readonly nodes: readonly Node[]
    readonly transition?: string
    readonly line?: number
    authorise?(judge: Judge): Promise<void>
  },
): Promise<void> {
  const name = entity.name.identifier
  const { record, old } = situation
  const nodes = (): readonly Node[] => [...more.nodes, ...requiredNodes(entity), ...choiceNodes(entity)]
  const judge = await judgeNow(work, name, `${more.key} written`, nodes, situation)
  await more.authorise?.(judge)
  const unfit = [...missingFields(entity, record, judge), ...wrongChoices(entity, record, judge)]
  if (unfit.length > 0) throw invalid(work, unfit)
  const changed = changedFields(entity, old, record).filter(
    (field) => !KEPT_BY_SYSTEM.has(field) && entity.fields.get(field)?.computed?.stored !== false,
  )
  const { transition, line } = more
  const confirmed = await obeyRules(work, entity, situation, {
    created: false,
    changed,
    ...(transition === undefined ? {} : { transition }),
  })
  const changes = Object.fromEntries(
    changed.map((field) => [field, [old[field] ?? null, record[field] ?? null] as const]),
  )
  await writeHistory(work, entity, {
    record: record.id,
    event: transition === undefined ? 'changed' : 'transition',
    changes,
    confirmed,
    transition,
    line,
  })
}

const KEPT_BY_SYSTEM: ReadonlySet<string> = new Set(['version', 'updated_at', 'updated_by'])
