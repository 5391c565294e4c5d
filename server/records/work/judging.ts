// Gets the truth of conditions on a record: their facts in one query, the rest in memory. Prepared once per document.
import { limitsAt } from '#shared/decisions/9-constants.ts'
import type { Judge, Preparation } from '#shared/decisions/judge.ts'
import { prepareJudge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { RunningDocument } from '../../document/current.ts'
import type { Bindings, FactsPlan, Reader, Storage } from '../../storage/storage.ts'
import type { Acting } from '../dependencies.ts'

export interface Prepared {
  readonly preparation: Preparation
  /** Undefined where nothing has to be fetched. */
  readonly plan: FactsPlan | undefined
}

/** `key` names these nodes within the document: the same key, the same nodes. */
export function prepare(
  running: RunningDocument,
  storage: Storage,
  entity: string,
  key: string,
  nodes: () => readonly Node[],
): Prepared {
  return running.compiled('judge', `${entity} ${key}`, () => prepareNodes(storage, entity, nodes()))
}

/** For keys that callers can make up, which are not to be kept for good. */
export function prepareNodes(storage: Storage, entity: string, nodes: readonly Node[]): Prepared {
  const preparation = prepareJudge(nodes)
  const facts = preparation.facts.map(({ node }) => node)
  return { preparation, plan: facts.length === 0 ? undefined : storage.planFacts(entity, facts) }
}

export interface Situation {
  /** The record as it is stored at this moment (or, where nothing is fetched, as it will be). */
  readonly record: RecordValue
  readonly old?: RecordValue | null
  readonly input?: { readonly [name: string]: Value }
}

/** The judge of prepared nodes for a record as it is stored now. */
export async function judge(
  prepared: Prepared,
  reader: Pick<Reader, 'facts'>,
  running: RunningDocument,
  acting: Acting,
  situation: Situation,
): Promise<Judge> {
  const scope = scopeOf(running, acting, situation)
  if (prepared.plan === undefined) return prepared.preparation.judge(scope)
  const values = await reader.facts(prepared.plan, situation.record.id, {
    ...bindingsOf(acting, situation.input),
    old: situation.old ?? null,
  })
  const facts: { [name: string]: Value } = {}
  for (const [index, { name }] of prepared.preparation.facts.entries()) facts[name] = values[index] ?? null
  return prepared.preparation.judge({ ...scope, facts })
}

/** The judge of nodes that need nothing fetched; facts come to unknown. */
export function judgeWithout(
  prepared: Prepared,
  running: RunningDocument,
  acting: Acting,
  situation: Situation,
): Judge {
  return prepared.preparation.judge(scopeOf(running, acting, situation))
}

export function bindingsOf({ actor, now, address }: Acting, input?: { readonly [name: string]: Value }): Bindings {
  const by = address === undefined ? {} : { address }
  return input === undefined ? { me: actor.person, now, ...by } : { me: actor.person, now, ...by, input }
}

function scopeOf(running: RunningDocument, { actor, now }: Acting, { record, old, input }: Situation): Scope {
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
  return running.recent('limits', now.slice(0, 16), () => limitsAt(running.model, now))
}
