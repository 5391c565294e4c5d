// Splits an expression into a local part and the facts to fetch.
import type { Node } from './node.ts'
import { printExpression } from './print-expression.ts'
import { isCollection } from './type-rules.ts'
import { childrenOf, mapChildren } from './walk.ts'

export interface Fact {
  /** Its printed text, for people and for the plan's key; the same fact of several expressions is one. */
  readonly name: string
  readonly node: Node
}

export interface FactSplit {
  /** The expressions, in their order, with `fact` nodes where something must be fetched. */
  readonly nodes: readonly Node[]
  readonly facts: readonly Fact[]
}

/**
 * Facts are the largest parts that need other records: `ticket.status`, `Booking.exists(…)`, `me.team.name`.
 * Own fields of `this`, `old` and `me` are no facts, nor is `assignee == me`. A fact never holds a variable bound outside of it.
 */
export function splitFacts(nodes: readonly Node[]): FactSplit {
  const facts = new Map<string, Fact>()
  const names = new Set<string>()

  const addFact = (node: Node): Node => {
    const key = keyOfNode(node)
    let fact = facts.get(key)
    if (!fact) {
      const text = printExpression(node)
      let name = text
      for (let count = 2; names.has(name); count++) name = `${text} #${count}`
      names.add(name)
      fact = { name, node }
      facts.set(key, fact)
    }
    return { kind: 'fact', name: fact.name, type: node.type, span: node.span }
  }

  const split = (node: Node): Node => {
    if (isLocal(node)) return node
    return isFetchedWhole(node) ? addFact(node) : mapChildren(node, split)
  }

  const local = nodes.map(split)
  return { nodes: local, facts: [...facts.values()] }
}

/** Needs nothing but the record at hand as it is and was, the person acting, the moment, constants and inputs. */
export function isLocal(node: Node): boolean {
  switch (node.kind) {
    case 'reverse':
    case 'line':
    case 'records':
      return false
    case 'call':
      return !isTimer(node) && !isOwnRole(node) && childrenOf(node).every(isLocal)
    case 'field':
      return isAtHand(node.record)
    case 'is':
      return isAtHand(node.person)
    default:
      return childrenOf(node).every(isLocal)
  }
}

/** `timers.NAME` of a record: kept beside it. */
export function isTimer(node: Node): boolean {
  return node.kind === 'call' && node.name === 'timer'
}

/** Has the person acting this role on a record? The document knows, whatever of the record they may read. */
export function isOwnRole(node: Node): boolean {
  return node.kind === 'call' && node.name === 'role'
}

function isAtHand(record: Node): boolean {
  return record.kind === 'this' || record.kind === 'old' || record.kind === 'me'
}

/** Is a part that is not local one fact, and not put together from facts? */
function isFetchedWhole(node: Node): boolean {
  switch (node.kind) {
    case 'field':
    case 'reverse':
    case 'line':
    case 'records':
    case 'is':
    case 'each':
      return true
    case 'call':
      // An object of a set is put together in memory.
      if (node.name === 'object') return false
      return isTimer(node) || isOwnRole(node) || node.arguments.some((argument) => isCollection(argument.type))
    case 'member':
      return isTimer(node.object)
    case 'json':
      return isFetchedWhole(node.value)
    case 'binary':
      return node.operator === 'in' && !isLocal(node.right)
    default:
      return false
  }
}

/** Two parts are one fact if they are the same wherever they stand. */
export function keyOfNode(node: Node): string {
  let key = keys.get(node)
  if (key === undefined) {
    key = JSON.stringify(node, (name, value: unknown) => (name === 'span' ? undefined : value))
    keys.set(node, key)
  }
  return key
}

// The same few parts are asked for in many texts.
const keys = new WeakMap<Node, string>()

/** Decides whether two parts have one key, without making it: most differ in what they are. */
export function isSameNode(one: Node, other: Node): boolean {
  return isSameValue(one, other)
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isObject(one) || !isObject(other)) return false
  for (const key of Object.keys(one)) if (key !== 'span' && !isSameValue(one[key], other[key])) return false
  for (const key of Object.keys(other)) if (other[key] !== undefined && !(key in one)) return false
  return true
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}
