// Brings the timers of a record up to date in the middle of a change, for what reads them before its end.
import { computedNodes } from '#shared/decisions/computed-fields.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { mapEffect } from '#shared/model/4-states/map-effect.ts'
import type { Effect, Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Conditions } from '../../policy/conditions.ts'
import { writtenNodes } from '../../policy/entity-policy.ts'
import type { CommandContext } from './command-context.ts'
import { withComputed } from './computed-fields.ts'
import { updateRound } from '../timers/record-timers.ts'
import { scanReadersOfTimers } from '../timers/timer-readers.ts'
import { readsTimers, roundsOf } from '../timers/triggers.ts'

/**
 * Starts, moves and pauses the timers of a record as it is stored now, and gives the record with what is worked out from them.
 * What happens at their moments follows when the change is complete.
 */
export async function settleTimers(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  old: RecordValue | null,
): Promise<RecordValue> {
  const about = { entity: entity.name.identifier, record: record.id }
  let isMoved = false
  for (const each of roundsOf(context.running, entity)) {
    const round = each.filter(({ kind }) => kind === 'timer')
    if (round.length === 0) continue
    const jobs = await context.transaction.jobsOf('timer', about)
    if (await updateRound(context, entity, { record, occasion: { old }, round, jobs })) isMoved = true
  }
  if (!isMoved) return record
  await scanReadersOfTimers(context, entity, false)
  return withComputed(context, entity, record)
}

/** Reports whether an effect may show timers of its record to itself or to others: steps and events of other records, messages. */
export function showsTimers(running: RunningDocument, entity: Entity, effect: Effect): boolean {
  if (entity.timers.size === 0) return false
  if (SHOWS_OTHERS.has(effect.kind)) return true
  return running.compiled('timers in an effect', effect, () => {
    let any = false
    mapEffect(effect, (node) => {
      any ||= readsTimers(running.model, node)
      return node
    })
    return { any }
  }).any
}

const SHOWS_OTHERS: ReadonlySet<Effect['kind']> = new Set(['create', 'update', 'delete', 'do', 'refuse', 'send'])

/** Reports whether anything that is asked of a written record before its timers follow reads timers. */
export function asksTimers(running: RunningDocument, entity: Entity, asked: Conditions | undefined): boolean {
  if (entity.timers.size === 0) return false
  const reads = (nodes: Conditions['nodes']) => ({ any: nodes.some((node) => readsTimers(running.model, node)) })
  const own = running.compiled('timers asked at a write', entity, () =>
    entity.rules.some(({ checked }) => checked === 'before effects')
      ? { any: true }
      : reads([...computedNodes(entity, 'all'), ...writtenNodes(entity)]),
  )
  if (own.any || asked === undefined) return own.any
  return running.keptOn(asked, 'timers asked at a write', entity, () => reads(asked.nodes)).any
}
