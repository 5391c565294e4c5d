// How decisions ask for truth. A decision names the expressions it rests on; whoever asks for it knows how to get their values:
// the server fetches their facts in one statement, the client looks at what it has loaded.
import { evaluate } from '../expressions/evaluate.ts'
import { splitFacts } from '../expressions/facts.ts'
import type { Node } from '../expressions/node.ts'
import type { Scope } from '../expressions/scope.ts'
import type { Value } from '../expressions/value.ts'

/** The value of an expression that was prepared: `null` is unknown, `undefined` not knowable here (never on the server). */
export type Judge = (node: Node) => Value

export interface Preparation {
  /** What has to be fetched for the record at hand, by name; the rest is worked out in memory. */
  readonly facts: readonly { readonly name: string; readonly node: Node }[]
  /** `scope.facts` holds the values of `facts` by name. */
  judge(scope: Scope): Judge
}

/** Splits expressions into facts and what is left of them, once; keep it as long as the model. */
export function prepareJudge(nodes: readonly Node[]): Preparation {
  const split = splitFacts(nodes)
  const rests = new Map<Node, Node>(nodes.map((node, index) => [node, split.nodes[index] ?? node]))
  return {
    facts: split.facts,
    judge: (scope) => (node) => evaluate(rests.get(node) ?? node, scope),
  }
}

/** Evaluates with what the scope itself holds: for the client, for tests, and where nothing needs to be fetched. */
export function judgeIn(scope: Scope): Judge {
  return (node) => evaluate(node, scope)
}
