// Evaluates conditions on a record: fetches their facts in one query, decides the rest in memory.
import type { ValueSources } from '../messages/value-sources.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Conditions } from '../../policy/conditions.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { limitsInForce } from '../../storage/planner/limits-in-force.ts'
import type { Bindings } from '../../storage/query-plans.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ActorContext } from '../records-dependencies.ts'
import type { CommandContext } from '../write/command-context.ts'

/**
 * Prepares the conditions that an entity itself sets for its records, independent of the actor. `name` distinguishes
 * them from the entity's other conditions.
 */
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
  /** Sources of inputs that the actor did not give: refusals show them to those who may read these. */
  readonly sources?: ValueSources | undefined
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
  if (plan !== undefined) {
    const bindings = bindingsOf(actorContext, snapshot.input)
    bindings.old = snapshot.old ?? null
    scope.facts = namedFacts(conditions, await database.facts(plan, snapshot.record.id, bindings))
  }
  return conditions.preparation.evaluatorFor(scope)
}

/** Evaluates conditions on a record as the transaction of the command sees it now. */
export function evaluateNow(
  { storage, transaction, running, actorContext }: CommandContext,
  conditions: Conditions,
  snapshot: RecordSnapshot,
): Promise<Evaluator> {
  return evaluateConditions(conditions, { storage, database: transaction, running }, actorContext, snapshot)
}

function namedFacts({ preparation }: Conditions, values: readonly Value[]): { readonly [name: string]: Value } {
  const facts: { [name: string]: Value } = {}
  preparation.facts.forEach(({ name }, index) => (facts[name] = values[index] ?? null))
  return facts
}

/** Evaluates conditions on a record without fetching anything; facts evaluate to unknown. */
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
): Writable<Bindings> {
  const bindings: Writable<Bindings> = { me: actor.person, now }
  if (address !== undefined) bindings.address = address
  if (input !== undefined) bindings.input = input
  return bindings
}

/**
 * Makes the scope of an evaluation, without a record if there is none yet. Called several times in each command, so
 * it avoids a spread, which takes twice as long.
 */
export function scopeOf(
  { model }: Pick<RunningDocument, 'model'>,
  { actor, now }: ActorContext,
  { record, old, input }: Partial<RecordSnapshot>,
): Writable<Scope> {
  const { timeZone } = model.settings
  const scope: Writable<Scope> = {
    old: old ?? null,
    me: actor.person,
    now,
    timeZone,
    limits: limitsInForce(model, now),
  }
  if (record !== undefined) scope.this = record
  if (input !== undefined) scope.input = input
  return scope
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
