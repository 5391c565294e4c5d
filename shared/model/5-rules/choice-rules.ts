// Names the rules that narrow what a relation may be set to.
import type { Node } from '../../expressions/node.ts'
import { childrenOf, someNode } from '../../expressions/walk.ts'
import type { Entity, Field, Rule } from '../model.ts'

export interface ChoiceRule {
  readonly rule: Rule
  readonly tree: Node
}

/**
 * Lists the simple conditions on a relation to one record. All other conditions are checked when the record is
 * written.
 */
export function choiceRules({ rules }: Entity, { name, type }: Pick<Field, 'name' | 'type'>): readonly ChoiceRule[] {
  if (type.kind !== 'relation' || type.many) return []
  return rules.flatMap((rule) => {
    const { must, on, warns, transition } = rule
    if (must.kind !== 'hold' || warns || transition !== undefined || !on.includes(name.identifier)) return []
    const { tree } = must.condition
    return isAbout(tree, name.identifier) && !someNode(tree, ({ kind }) => !SIMPLE.has(kind)) ? [{ rule, tree }] : []
  })
}

/** Does it ask anything of the chosen record, beside which one it is? */
function isAbout(tree: Node, chosen: string): boolean {
  return someNode(
    tree,
    (node) => node.kind !== 'binary' && childrenOf(node).some((each) => ownFieldOf(each) === chosen),
  )
}

/** The name of a field of the record at hand. */
export function ownFieldOf(node: Node): string | undefined {
  return node.kind === 'field' && node.record.kind === 'this' ? node.field : undefined
}

const SIMPLE: ReadonlySet<Node['kind']> = new Set([
  ...(['literal', 'this', 'me', 'now', 'today', 'limit', 'field', 'is', 'call'] as const),
  ...(['not', 'negate', 'binary', 'conditional', 'list'] as const),
])
