// Evaluates expressions of calls: sets and shapes by the caller's policy, the rest as the document.
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import type { PreparedExpressions } from '#shared/decisions/evaluator.ts'
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { decideEmptyInputs, inputsComparedWithNothing } from '#shared/expressions/decide-empty-inputs.ts'
import { someNode } from '#shared/expressions/walk.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { expandComputed } from '#shared/model/7-calls/expand-computed.ts'
import type { Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { policyOf } from '../policy/policy.ts'
import { bindingsOf } from '../records/access/condition-facts.ts'
import { rewriteOwnRecord } from '../records/read/filter.ts'
import type { ActorContext } from '../records/records-dependencies.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import type { FactsPlan } from '../storage/query-plans.ts'
import type { Storage } from '../storage/storage.ts'

/** Values by the names that expressions of the call know: inputs, records of the path, and what its steps have named. */
export type CallNames = { readonly [name: string]: Value }

/** Whose policy applies: the caller's, or none, where it is the document's own condition or value. */
export type CallAuthority = 'caller' | 'document'

export interface CallReadContext {
  readonly running: RunningDocument
  readonly storage: Storage
  readonly actorContext: ActorContext
  /** Transaction of the running command; absent outside commands. */
  readonly transaction?: Pick<DatabaseHandle, 'facts' | 'record'>
}

interface PreparedValues {
  /** Expressions to evaluate, in the order of the nodes. */
  readonly nodes: readonly Node[]
  readonly preparation: PreparedExpressions
  readonly plan: FactsPlan | undefined
  /** Does it look through all records of an entity? */
  readonly isLong: boolean
}

/** `CallPart` names expressions that are worked out together: a part of an object of the document, which stays the same object. */
export interface CallPart {
  readonly of: object
  readonly part: string
}

/** Reads the values of these nodes, in their order. */
export async function readCallValues(
  reading: CallReadContext,
  authority: CallAuthority,
  { of, part }: CallPart,
  nodes: readonly Node[],
  names: CallNames,
): Promise<readonly Value[]> {
  const { running, storage, actorContext, transaction } = reading
  const compared = running.keptOn(of, 'compared inputs', part, () => inputsComparedWithNothing(nodes))
  const isEmpty = new Map(compared.map((name) => [name, (names[name] ?? null) === null]))
  const form = `${part} ${compared.map((name) => (isEmpty.get(name) === true ? '-' : '+')).join('')}`
  const make = (): PreparedValues => prepareValues(reading, authority, nodes, isEmpty)
  const place = authority === 'caller' ? running.keptOn(of, 'parts of calls', form, () => ({})) : undefined
  const prepared =
    place === undefined
      ? running.keptOn(of, 'call values', form, make)
      : running.keptOn(policyOf(running, actorContext.actor), 'call values of callers', place, make)
  const { preparation, plan, isLong } = prepared
  const facts: { [name: string]: Value } = {}
  if (plan !== undefined) {
    const bindings = bindingsOf(actorContext, names)
    const values = transaction
      ? await transaction.facts(plan, '', bindings)
      : isLong
        ? await storage.readValues(plan, bindings)
        : await storage.database.facts(plan, '', bindings)
    for (const [index, { name }] of preparation.facts.entries()) facts[name] = values[index] ?? null
  }
  const evaluate = preparation.evaluatorFor({
    me: actorContext.actor.person,
    now: actorContext.now,
    timeZone: running.model.settings.timeZone,
    limits: running.recent('limits of calls', actorContext.now.slice(0, 16), () =>
      constantsAt(running.model, actorContext.now),
    ),
    input: names,
    facts,
  })
  return prepared.nodes.map((node) => evaluate(node) ?? null)
}

function prepareValues(
  { running, storage, actorContext }: CallReadContext,
  authority: CallAuthority,
  nodes: readonly Node[],
  isEmpty: ReadonlyMap<string, boolean>,
): PreparedValues {
  const read = nodes.map((node) => decideEmptyInputs(asRead(running.model, authority, node), isEmpty))
  const preparation = prepareExpressions(read)
  const facts = preparation.facts.map(({ node }) => node)
  const policies = authority === 'caller' ? policyOf(running, actorContext.actor).reads : undefined
  return {
    nodes: read,
    preparation,
    plan: facts.length === 0 ? undefined : storage.planValues(facts, policies),
    isLong: facts.some((fact) => someNode(fact, ({ kind }) => kind === 'records')),
  }
}

/**
 * Rewrites a node for the authority under which it is read. Callers see only what they may read, even in their own
 * record and in computed fields; for the document, computed fields are evaluated.
 */
function asRead(model: Model, authority: CallAuthority, node: Node): Node {
  return authority === 'caller' ? rewriteOwnRecord(node) : expandComputed(model, node)
}
