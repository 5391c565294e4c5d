// Finds the entities whose timers read what was changed, and has their records looked through.
import type { Trigger } from '#shared/decisions/4-timers.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { CommandContext } from '../write/command-context.ts'
import { cachedTriggers, nodesReadBy, timersReadBy } from './triggers.ts'

/**
 * Entities whose timers read other records, by what they read: "Ticket.due_at" for a field, "Ticket" for which
 * records exist.
 */
type TimerReaders = ReadonlyMap<string, ReadonlySet<string>>

/** `changed`: fields; `existence`: a record came or went. */
export async function scanReadersOf(
  { running, transaction, actorContext }: CommandContext,
  entity: Entity,
  change: { readonly changed: readonly string[]; readonly existence: boolean },
): Promise<void> {
  const readers = timerReaders(running)
  const name = entity.name.identifier
  const keys = [...change.changed.map((field) => `${name}.${field}`), ...(change.existence ? [name] : [])]
  const affected = new Set(keys.flatMap((key) => [...(readers.get(key) ?? [])]))
  for (const each of affected) await scanTimers(transaction, each, actorContext.now)
}

/**
 * Has the timers of other records worked out anew that read the timers of this one, which have moved. `isScan`: they moved as others
 * did; then only moments follow, so that timers which read one another come to rest.
 */
export async function scanReadersOfTimers(
  { running, transaction, actorContext }: CommandContext,
  entity: Entity,
  isScan: boolean,
): Promise<void> {
  const readers = timerReaders(running)
  const [moments, timers] = (['transition', 'timer'] as const).map((kind) =>
    readers.get(keyOfTimers(kind, entity.name.identifier)),
  )
  for (const each of new Set([...(moments ?? []), ...((isScan ? undefined : timers) ?? [])]))
    await scanTimers(transaction, each, actorContext.now)
}

/** `kind`: what reads the timers of that entity. */
function keyOfTimers(kind: Trigger['kind'], entity: string): string {
  return `timers of ${entity} for a ${kind}`
}

/** Reports whether any timer reads records other than its own. */
export function hasTimerReaders(running: RunningDocument): boolean {
  return timerReaders(running).size > 0
}

function timerReaders(running: RunningDocument): TimerReaders {
  return running.compiled('timer readers', running.model, () => findReaders(running))
}

/** Has the timers of all records of an entity worked out anew. `occasion`: why. */
export async function scanTimers(
  transaction: Transaction,
  entity: string,
  dueAt: string,
  occasion: 'elsewhere' | 'document' = 'elsewhere',
): Promise<void> {
  const fresh = { about: null, tries: 0, problem: null, isDead: false }
  const key = occasion === 'document' ? `${entity} document` : entity
  await transaction.putJob({ kind: 'timer scan', key, dueAt, ...fresh, value: { entity, after: '', occasion } })
}

/** Entities on which something happens by itself. */
export function entitiesWithTimers(model: Model): readonly Entity[] {
  return [...model.entities.values()].filter(
    ({ timers, transitions }) =>
      timers.size > 0 || [...transitions.values()].some(({ rows }) => rows.some(({ after }) => after !== undefined)),
  )
}

function findReaders(running: RunningDocument): TimerReaders {
  const { model } = running
  const readers = new Map<string, Set<string>>()
  for (const entity of entitiesWithTimers(model)) {
    const add = (key: string): void => {
      readers.set(key, (readers.get(key) ?? new Set()).add(entity.name.identifier))
    }
    for (const trigger of cachedTriggers(running, entity)) {
      const nodes = nodesReadBy(model, entity, trigger)
      for (const other of nodes.flatMap((node) => readsOf(node).others))
        add(other.field === undefined ? other.entity : `${other.entity}.${other.field}`)
      for (const { entity: other, isOwn } of nodes.flatMap(timersReadBy))
        if (!isOwn) add(keyOfTimers(trigger.kind, other))
    }
  }
  return readers
}
