// Evaluates conditions on a record: fetches their facts in one query, decides the rest in memory.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Conditions } from '../../policy/conditions.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Bindings } from '../../storage/query-plans.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ActorContext } from '../records-dependencies.ts'

/** What an entity itself asks of its records, on anybody's authority. `name` tells these conditions from its others. */
export function entityConditions(
  running: RunningDocument,
  entity: Entity,
  name: string,
  nodes: () => readonly Node[],
): Conditions {
  return running.keptOn(entity, 'conditions', name, () => makeConditions(entity.name.identifier, nodes()))
}

export interface RecordSnapshot {
  /** The record as it is stored at this moment (or, where nothing is fetched, as it will be). */
  readonly record: RecordValue
  readonly old?: RecordValue | null
  readonly input?: { readonly [name: string]: Value }
}

export interface EvaluationContext {
  readonly storage: Pick<Storage, 'planFacts'>
  readonly database: Pick<DatabaseHandle, 'facts'>
  readonly running: RunningDocument
}

/** Evaluates these conditions on a record as it is stored now. */
export async function evaluateConditions(
  conditions: Conditions,
  { storage, database, running }: EvaluationContext,
  actorContext: ActorContext,
  snapshot: RecordSnapshot,
): Promise<Evaluator> {
  const scope = scopeOf(running, actorContext, snapshot)
  const plan = conditions.plan(storage)
  if (plan === undefined) return conditions.preparation.evaluatorFor(scope)
  const values = await database.facts(plan, snapshot.record.id, {
    ...bindingsOf(actorContext, snapshot.input),
    old: snapshot.old ?? null,
  })
  const facts: { [name: string]: Value } = {}
  for (const [index, { name }] of conditions.preparation.facts.entries()) facts[name] = values[index] ?? null
  return conditions.preparation.evaluatorFor({ ...scope, facts })
}

/** The same without fetching anything; facts come to unknown. */
export function evaluateWithoutFacts(
  conditions: Conditions,
  running: RunningDocument,
  actorContext: ActorContext,
  snapshot: RecordSnapshot,
): Evaluator {
  return conditions.preparation.evaluatorFor(scopeOf(running, actorContext, snapshot))
}

export function bindingsOf(
  { actor, now, address }: ActorContext,
  input?: { readonly [name: string]: Value },
): Bindings {
  const by = address === undefined ? {} : { address }
  return input === undefined ? { me: actor.person, now, ...by } : { me: actor.person, now, ...by, input }
}

/** Where there is no record yet, none is at hand. */
export function scopeOf(
  running: RunningDocument,
  { actor, now }: ActorContext,
  { record, old, input }: Partial<RecordSnapshot>,
): Scope {
  return {
    ...(record ? { this: record } : {}),
    old: old ?? null,
    me: actor.person,
    now,
    timeZone: running.model.settings.timeZone,
    limits: limitsOf(running, now),
    ...(input === undefined ? {} : { input }),
  }
}

/** Constants change with the date: once a minute is often enough to look. */
function limitsOf(running: RunningDocument, now: string): { readonly [name: string]: Value } {
  return running.recent('limits', now.slice(0, 16), () => constantsAt(running.model, now))
}
