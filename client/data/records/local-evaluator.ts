// Evaluates expressions on the loaded records; all else is not knowable.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { makeEvaluator } from '#shared/decisions/evaluator.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'

interface LocalRecords {
  /** Fields that are absent are not knowable. */
  readonly record: RecordValue
  readonly before?: RecordValue
  /** Inputs that are given to a transition. */
  readonly input?: { readonly [name: string]: Value }
  /** Other records that are known. */
  readonly known?: ReadonlyMap<string, RecordValue>
  /** All records that could matter to this one, by entity. */
  readonly sets?: ReadonlyMap<string, readonly RecordValue[]>
  /** RFC 3339 in UTC. */
  readonly now: string
}

export function makeLocalEvaluator(
  model: Model,
  actor: Actor,
  { record, before, input, known, sets, now }: LocalRecords,
): Evaluator {
  const find = (id: string) => known?.get(id) ?? [...(sets?.values() ?? [])].flat().find((each) => each.id === id)
  const all = (entity: string) => sets?.get(entity) ?? notHere()
  const evaluate = makeEvaluator({
    this: record,
    old: before ?? null,
    me: actor.person,
    now,
    timeZone: model.settings.timeZone,
    limits: constantsAt(model, now),
    ...(input ? { input } : {}),
    ...((known || sets) && { records: { record: (_entity, id) => find(id), all } }),
  })
  return (node) => {
    try {
      return evaluate(node)
    } catch {
      return undefined
    }
  }
}

function notHere(): never {
  throw new Error('All records of an entity are never at hand.')
}
