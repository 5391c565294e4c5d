// Runs the document's events when a record is created, updated, deleted or restored.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, RecordEvent } from '#shared/model/model.ts'
import type { ChoiceObserver } from './record-frame.ts'
import { applyEffects } from './record-frame.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { deepenCascade } from './cascade-limit.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import { settleTimers } from '../write/settle-timers.ts'
import { readsTimers } from '../timers/triggers.ts'

/** Lists the events that this change could set off, whatever their conditions say. */
export function eventsFor(
  entity: Entity,
  event: RecordEvent['event'],
  changed: readonly string[] = [],
): readonly RecordEvent[] {
  return entity.events.filter(
    (each) => each.event === event && (each.field === undefined || changed.includes(each.field)),
  )
}

/**
 * Runs the events in their order; each one sees what the earlier ones have done. Returns undefined if one of them has
 * deleted the record.
 */
export async function runEvents(
  context: CommandContext,
  entity: Entity,
  events: readonly RecordEvent[],
  snapshot: RecordSnapshot,
  choices?: ChoiceObserver,
): Promise<RecordValue | undefined> {
  let record = snapshot.record
  for (const event of events) {
    if (readsMovedTimers(context, entity, event))
      record = await settleTimers(context, entity, record, snapshot.old ?? null)
    if (!(await isMet(context, entity, event, { ...snapshot, record }))) continue
    const after = await applyEffects(deepenCascade(context, event.cite), entity, { ...snapshot, record }, event.then, {
      // What comes back keeps the version that it had: a field that an event sets is a change of its own.
      ...(event.event === 'restored' ? { onlyIfSet: true } : { sameVersion: true }),
      isDeleted: event.event === 'deleted',
      ...(choices && { choices }),
    })
    if (after === undefined) return undefined
    record = after
  }
  return record
}

/** Reports whether the condition of an event reads timers, which move before it is asked; those of a deleted record are gone. */
function readsMovedTimers({ running }: CommandContext, entity: Entity, event: RecordEvent): boolean {
  const { when } = event
  if (event.event === 'deleted' || entity.timers.size === 0 || when === undefined) return false
  return running.compiled('timers in an event', event, () => ({ any: readsTimers(running.model, when.tree) })).any
}

async function isMet(
  context: CommandContext,
  entity: Entity,
  event: RecordEvent,
  snapshot: RecordSnapshot,
): Promise<boolean> {
  const { when } = event
  if (when === undefined) return true
  const conditions = context.running.compiled('event', event, () => makeConditions(entity.name.identifier, [when.tree]))
  const evaluate = await evaluateNow(context, conditions, snapshot)
  return evaluate(when.tree) === true
}
