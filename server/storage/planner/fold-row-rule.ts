// Folds into a row rule what the filter beside it says of the record's choices.
//
//   requester == me or status != "draft"   beside   status == "approved"   →   true
//
// The rule falls away, and what the filter asks for is read as it lies in its index.
import type { Node } from '#shared/expressions/node.ts'
import { foldKnown } from '#shared/policy/fold-conditions.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { StatementContext } from './plan-context.ts'
import { fieldPolicyOf, placeOf } from './plan-lookup.ts'

/** The words that each choice of the record may have. */
type WordsByField = ReadonlyMap<string, readonly string[]>

/** Gives the policy with a row rule that is shorter, but decides alike for all rows that meet the filter. */
export function foldRowRule(
  context: StatementContext,
  filter: Node | undefined,
  policy: ReadPolicy,
  seen: ReadPolicy,
): ReadPolicy {
  if (filter === undefined || typeof policy.rows === 'boolean') return policy
  // A value that is hidden is empty to the filter, and so other than any word, whatever it is.
  const isWhole = (field: string) =>
    fieldPolicyOf(seen, field) === true && placeOf(context, seen.entity, field)?.required === true
  const known = knownBy(filter, isWhole)
  return known.size === 0 ? policy : { ...policy, rows: foldKnown(policy.rows, (node) => decide(node, known)) }
}

function knownBy(node: Node, isWhole: (field: string) => boolean): WordsByField {
  if (node.kind === 'binary' && node.operator === 'and') {
    const [left, right] = [knownBy(node.left, isWhole), knownBy(node.right, isWhole)]
    return new Map([...left, ...right].map(([field, words]) => [field, wordsOfBoth(words, left.get(field))]))
  }
  const [asked, isOther] = node.kind === 'not' ? [node.operand, true] : [node, false]
  const compared = comparisonOf(asked)
  if (compared === undefined) return new Map()
  const { field, all, words } = compared
  if (compared.isOther === isOther) return new Map([[field, words]])
  return isWhole(field) ? new Map([[field, all.filter((word) => !words.includes(word))]]) : new Map()
}

function wordsOfBoth(words: readonly string[], others: readonly string[] = words): readonly string[] {
  return words.filter((word) => others.includes(word))
}

/** Undefined: it holds for some of the words that are known, or speaks of something else. */
function decide(node: Node, known: WordsByField): boolean | undefined {
  const compared = comparisonOf(node)
  const words = compared && known.get(compared.field)
  if (words === undefined) return undefined
  const answers = new Set(words.map((word) => compared?.words.includes(word) !== compared?.isOther))
  const [answer] = answers
  return answers.size === 1 ? answer : undefined
}

/** `status == "new"`, `status != "new"` (`isOther`) and `status in ["new", "open"]`; `all`: the words of the field. */
function comparisonOf(node: Node) {
  if (node.kind !== 'binary') return undefined
  const { operator, left, right } = node
  if (operator !== '==' && operator !== '!=' && operator !== 'in') return undefined
  const [field, value] = left.kind === 'field' || operator === 'in' ? [left, right] : [right, left]
  if (field.kind !== 'field' || field.record.kind !== 'this' || field.type.kind !== 'choice') return undefined
  const words: string[] = []
  for (const item of value.kind === 'list' ? value.items : [value]) {
    if (item.kind !== 'literal' || typeof item.value !== 'string') return undefined
    words.push(item.value)
  }
  return { field: field.field, all: field.type.words, words, isOther: operator === '!=' }
}
