// Prepares conditions on records: what is worked out in memory, and the plan that fetches the facts.
import type { PreparedExpressions } from '#shared/decisions/evaluator.ts'
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { FactsPlan } from '../storage/query-plans.ts'
import type { Storage } from '../storage/storage.ts'

/** Conditions on records of one entity that are evaluated together. Their holder decides how long they are kept. */
export interface Conditions {
  readonly nodes: readonly Node[]
  readonly preparation: PreparedExpressions
  /** Undefined where nothing has to be fetched. Planned when first asked for. */
  plan(storage: Pick<Storage, 'planFacts'>): FactsPlan | undefined
}

export function makeConditions(entity: string, nodes: readonly Node[]): Conditions {
  const preparation = prepareExpressions(nodes)
  const facts = preparation.facts.map(({ node }) => node)
  let plan: FactsPlan | undefined
  return {
    nodes,
    preparation,
    plan: (storage) => (facts.length === 0 ? undefined : (plan ??= storage.planFacts(entity, facts))),
  }
}
