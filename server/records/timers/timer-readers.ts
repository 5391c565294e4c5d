// Finds the entities whose timers read what was changed, and has their records looked through.
import { triggerNodes } from '#shared/decisions/4-timers.ts'
import { readsOf } from '#shared/expressions/reads.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { CommandContext } from '../write/command-context.ts'
import { cachedTriggers } from './record-timers.ts'

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
  const readers = new Map<string, Set<string>>()
  for (const entity of entitiesWithTimers(running.model)) {
    const nodes = cachedTriggers(running, entity).flatMap((trigger) => triggerNodes(entity, trigger))
    for (const other of nodes.flatMap((node) => readsOf(node).others)) {
      const key = other.field === undefined ? other.entity : `${other.entity}.${other.field}`
      readers.set(key, (readers.get(key) ?? new Set()).add(entity.name.identifier))
    }
  }
  return readers
}
