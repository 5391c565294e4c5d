// Truth as far as it is knowable here: of the records at hand; what is not at hand is not knowable, and never breaks a screen.
import { limitsAt } from '#shared/decisions/9-constants.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import { judgeIn } from '#shared/decisions/judge.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'

interface AtHand {
  /** Fields that are absent are not knowable. */
  readonly record: RecordValue
  readonly before?: RecordValue
  /** Other records that are known. */
  readonly known?: ReadonlyMap<string, RecordValue>
  /** RFC 3339 in UTC. */
  readonly now: string
}

export function judgeHere(model: Model, actor: Actor, { record, before, known, now }: AtHand): Judge {
  const judge = judgeIn({
    this: record,
    old: before ?? null,
    me: actor.person,
    now,
    timeZone: model.settings.timeZone,
    limits: limitsAt(model, now),
    ...(known && { records: { record: (_entity, id) => known.get(id), all: notHere } }),
  })
  return (node) => {
    try {
      return judge(node)
    } catch {
      return undefined
    }
  }
}

function notHere(): never {
  throw new Error('All records of an entity are never at hand.')
}
