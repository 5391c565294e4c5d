// Decides whether an automatic transition would happen if the record stayed as it is.
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { systemActor } from '#shared/policy/actor.ts'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { makeLocalEvaluator } from '../../data/records/local-evaluator.ts'
import type { RecordData } from '../../data/records/record-data.ts'

interface TimerOfRecord {
  readonly entity: Entity
  readonly record: RecordData
  readonly item: TimerItem
}

/** False where each of its rows has a condition that is known to be false then: "escalate" of what is urgent already. */
export function mayHappen(model: Model, { entity, record, item }: TimerOfRecord): boolean {
  const { dueAt } = item
  if (item.kind !== 'transition' || dueAt === null) return true
  const transition = [...entity.transitions.values()].find(({ name }) => name.label === item.name)
  if (transition === undefined) return true
  const state = String(record[transition.field])
  const evaluate = makeLocalEvaluator(model, systemActor, { record: collapseRecord(record), now: dueAt })
  const rows = transition.rows.filter(
    ({ after, from }) => after !== undefined && (from === 'any' || (typeof from === 'object' && from.includes(state))),
  )
  return rows.length === 0 || rows.some(({ when }) => when === undefined || evaluate(when.tree) !== false)
}
