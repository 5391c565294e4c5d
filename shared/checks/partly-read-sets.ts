// Notes sets that a call counts, or finds empty, though some callers may read only a part of them.
import * as say from '../diagnostics/warnings-of-calls.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { childrenOf, someNode } from '../expressions/walk.ts'
import type { Grant, Model } from '../model/model.ts'

type SetNode = Extract<Node, { readonly kind: 'records' | 'reverse' }>

/** `callersOf`: the roles, "everyone" or "anyone", that are looked at for an entity's records. */
export function checkPartlyRead(
  model: Model,
  { tree, span }: Expression,
  callersOf: (entity: string) => readonly string[],
): readonly Diagnostic[] {
  const found = new Map<string, readonly string[]>()
  for (const set of setsCounted(tree)) {
    const blind = callersOf(set.entity).filter((caller) => !readsAllOf(model, set, caller))
    if (blind.length > 0) found.set(set.entity, [...new Set([...(found.get(set.entity) ?? []), ...blind])])
  }
  return [...found].map(([entity, blind]) =>
    say.callCountsSome(span, {
      what: model.entities.get(entity)?.plural ?? entity,
      callers: blind.map((each) => model.roles.get(each)?.name.label ?? 'people who are not signed in'),
    }),
  )
}

/** Sets that are counted, of which all are asked, or of which it is denied that one is there. */
function setsCounted(node: Node, isDenied = false): readonly SetNode[] {
  const own =
    (node.kind === 'call' && node.name === 'count') ||
    (node.kind === 'each' && (node.operation === 'all' || (node.operation === 'exists' && isDenied)))
      ? baseOf(node)
      : []
  const isTurned = node.kind === 'not' ? !isDenied : isDenied
  return [...own, ...childrenOf(node).flatMap((child) => setsCounted(child, isTurned))]
}

/** The set that is narrowed down; nothing where it is the caller's own records, which they know. */
function baseOf(node: Node): readonly SetNode[] {
  if (node.kind === 'records' || node.kind === 'reverse') return [node]
  if (node.kind === 'call') return node.arguments[0] ? baseOf(node.arguments[0]) : []
  if (node.kind !== 'each' || someNode(node.body, ({ kind }) => kind === 'me')) return []
  return baseOf(node.set)
}

/** Does the caller read each record of the set, or none, as the record that it belongs to says? */
function readsAllOf(model: Model, set: SetNode, caller: string): boolean {
  const roles = model.roles.get(caller)?.includes ?? []
  const grants = (model.entities.get(set.entity)?.grants ?? []).filter(({ may, who }) => {
    if (!may.includes('read')) return false
    if (who.kind === 'role') return roles.includes(who.role)
    return who.kind === 'anyone' || (who.kind === 'everyone' && caller !== 'anyone')
  })
  if (grants.some(({ except }) => except)) return false
  return grants.some(({ where }) => where === undefined || asksOnlyOwner(where.tree, set))
}

/** `contract.customer == me`, of the lines of a contract: it is the same for all of them. */
function asksOnlyOwner(where: NonNullable<Grant['where']>['tree'], set: SetNode): boolean {
  if (set.kind !== 'reverse') return false
  if (isOwner(where, set.field)) return true
  return where.kind !== 'this' && childrenOf(where).every((child) => asksOnlyOwner(child, set))
}

function isOwner(node: Node, field: string): boolean {
  return node.kind === 'field' && node.field === field && node.record.kind === 'this'
}
