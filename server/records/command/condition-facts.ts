// Evaluates conditions on a record: fetches their facts in one query, decides the rest in memory.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import type { Evaluator, PreparedExpressions } from '#shared/decisions/evaluator.ts'
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Bindings, FactsPlan, DatabaseHandle, Storage } from '../../storage/storage.ts'
import type { ActorContext } from '../records-dependencies.ts'

export interface PreparedConditions {
  readonly preparation: PreparedExpressions
  /** Undefined where nothing has to be fetched. */
  readonly plan: FactsPlan | undefined
}

/** `key` names these nodes within the document: the same key, the same nodes. */
export function prepareConditions(
  running: RunningDocument,
  storage: Storage,
  entity: string,
  key: string,
  nodes: () => readonly Node[],
): PreparedConditions {
  return running.compiled('judge', `${entity} ${key}`, () => prepareUncached(storage, entity, nodes()))
}

/** For keys that callers can make up, which are not to be kept for good. */
export function prepareUncached(storage: Storage, entity: string, nodes: readonly Node[]): PreparedConditions {
  const preparation = prepareExpressions(nodes)
  const facts = preparation.facts.map(({ node }) => node)
  return { preparation, plan: facts.length === 0 ? undefined : storage.planFacts(entity, facts) }
}

export interface RecordSnapshot {
  /** The record as it is stored at this moment (or, where nothing is fetched, as it will be). */
  readonly record: RecordValue
  readonly old?: RecordValue | null
  readonly input?: { readonly [name: string]: Value }
}

/** The judge of prepared nodes for a record as it is stored now. */
export async function evaluateConditions(
  prepared: PreparedConditions,
  database: Pick<DatabaseHandle, 'facts'>,
  running: RunningDocument,
  actorContext: ActorContext,
  snapshot: RecordSnapshot,
): Promise<Evaluator> {
  const scope = scopeOf(running, actorContext, snapshot)
  if (prepared.plan === undefined) return prepared.preparation.evaluatorFor(scope)
  const values = await database.facts(prepared.plan, snapshot.record.id, {
    ...bindingsOf(actorContext, snapshot.input),
    old: snapshot.old ?? null,
  })
  const facts: { [name: string]: Value } = {}
  for (const [index, { name }] of prepared.preparation.facts.entries()) facts[name] = values[index] ?? null
  return prepared.preparation.evaluatorFor({ ...scope, facts })
}

/** The judge of nodes that need nothing fetched; facts come to unknown. */
export function evaluateWithoutFacts(
  prepared: PreparedConditions,
  running: RunningDocument,
  actorContext: ActorContext,
  snapshot: RecordSnapshot,
): Evaluator {
  return prepared.preparation.evaluatorFor(scopeOf(running, actorContext, snapshot))
}

export function bindingsOf(
  { actor, now, address }: ActorContext,
  input?: { readonly [name: string]: Value },
): Bindings {
  const by = address === undefined ? {} : { address }
  return input === undefined ? { me: actor.person, now, ...by } : { me: actor.person, now, ...by, input }
}

function scopeOf(
  running: RunningDocument,
  { actor, now }: ActorContext,
  { record, old, input }: RecordSnapshot,
): Scope {
  return {
    this: record,
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
