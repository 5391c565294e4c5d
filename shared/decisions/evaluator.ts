// Prepares expressions for evaluation: splits off facts to fetch and compiles the rest.
// The server fetches the facts in one statement; the client looks at its loaded records.
import { compileExpression, evaluate } from '../expressions/evaluate.ts'
import { splitFacts } from '../expressions/facts.ts'
import type { Node } from '../expressions/node.ts'
import type { Scope } from '../expressions/scope.ts'
import type { Value } from '../expressions/value.ts'

/** The value of an expression: `null` is empty or unknown, `undefined` not knowable here (never on the server). */
export type Evaluator = (node: Node) => Value

export interface PreparedExpressions {
  /** Facts to fetch for the record at hand, by name. Everything else is computed in memory. */
  readonly facts: readonly { readonly name: string; readonly node: Node }[]
  /** `scope.facts` holds the values of `facts` by name. Nodes that were not prepared are evaluated as they are. */
  evaluatorFor(scope: Scope): Evaluator
}

/** Splits expressions into facts and what is left of them, once; keep it as long as the model. */
export function prepareExpressions(nodes: readonly Node[]): PreparedExpressions {
  const distinct = [...new Set(nodes)]
  const split = splitFacts(distinct)
  const compiled = new Map(distinct.map((node, index) => [node, compileExpression(split.nodes[index] ?? node)]))
  return {
    facts: split.facts,
    evaluatorFor: (scope) => (node) => {
      const prepared = compiled.get(node)
      return prepared ? prepared(scope) : evaluate(node, scope)
    },
  }
}

/** Evaluates with what the scope itself holds: for the client, for tests, and where nothing needs to be fetched. */
export function makeEvaluator(scope: Scope): Evaluator {
  return (node) => evaluate(node, scope)
}
