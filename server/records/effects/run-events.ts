// Runs what the document does when a record is created, plainly changed or deleted.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Event } from '#shared/model/model.ts'
import { applyEffects } from './apply-effects.ts'
import type { Situation } from '../work/judging.ts'
import { further } from './reach.ts'
import type { Work } from '../work/work.ts'
import { judgeNow } from '../work/work.ts'

/** Those that this change could set off; conditions aside. */
export function eventsFor(entity: Entity, event: Event['event'], changed: readonly string[] = []): readonly Event[] {
  return entity.events.filter(
    (each) => each.event === event && (each.field === undefined || changed.includes(each.field)),
  )
}

/** In their order, each seeing what those before have done. Undefined: one of them has deleted the record. */
export async function runEvents(
  work: Work,
  entity: Entity,
  events: readonly Event[],
  situation: Situation,
): Promise<RecordValue | undefined> {
  let record = situation.record
  for (const event of events) {
    if (!(await isMet(work, entity, event, { ...situation, record }))) continue
    const after = await applyEffects(further(work, event.cite), entity, { ...situation, record }, event.then, {
      sameVersion: true,
      isDeleted: event.event === 'deleted',
    })
    if (after === undefined) return undefined
    record = after
  }
  return record
}

async function isMet(work: Work, entity: Entity, { event, when, cite }: Event, situation: Situation): Promise<boolean> {
  if (when === undefined) return true
  const judge = await judgeNow(work, entity.name.identifier, `${event} ${cite.line}`, () => [when.tree], situation)
  return judge(when.tree) === true
}
