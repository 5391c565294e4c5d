// Combines conditions and folds the known roles of an actor into them.
import type { BinaryOperator, Node } from '../expressions/node.ts'
import { mapNode } from '../expressions/walk.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { Actor } from './actor.ts'

const NOWHERE = { start: 0, end: 0 } as const

function literal(value: boolean | null): Node {
  return { kind: 'literal', value, type: BOOLEAN, span: NOWHERE }
}

/** `true` absorbs all others; no condition at all is false. */
export function anyOf(conditions: readonly (Node | true)[]): Node | boolean {
  const nodes: Node[] = []
  for (const condition of conditions) {
    if (condition === true) return true
    if (!nodes.includes(condition)) nodes.push(condition)
  }
  const [first, ...rest] = nodes
  return first ? rest.reduce((left, right) => combine('or', left, right), first) : false
}

/** The condition, but not where one of the others is met; where one of these is unknown it takes nothing away. */
export function exceptWhere(condition: Node | boolean, others: readonly (Node | true)[]): Node | boolean {
  if (condition === false || others.includes(true)) return false
  const nodes = others.filter((other) => other !== true)
  return nodes.reduce<Node | boolean>((left, other) => {
    const isNot: Node = { kind: 'not', operand: combine('==', other, literal(true)), type: BOOLEAN, span: other.span }
    return left === true ? isNot : left === false ? false : combine('and', left, isNot)
  }, condition)
}

function combine(operator: BinaryOperator, left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, span: left.span }
}

/** Folds a condition for an actor: `me.is("Agent")` is known beforehand, and so the whole condition may be. */
export function foldRoles(condition: Node, actor: Actor): Node | boolean {
  return foldKnown(condition, (node) => answerRoles(node, actor))
}

/** Folds what `answer` knows of the condition's parts, so that the whole may be known; undefined: it does not know. */
export function foldKnown(condition: Node, answer: (node: Node) => boolean | undefined): Node | boolean {
  const folded = mapNode(condition, (node) => {
    const known = answer(node)
    return known === undefined ? simplify(node) : literal(known)
  })
  if (folded.kind !== 'literal') return folded
  return folded.value === true
}

function answerRoles(node: Node, actor: Actor): boolean | undefined {
  if (node.kind !== 'is' || node.person.kind !== 'me') return undefined
  return actor.person !== null && node.roles.some((role) => actor.roles.includes(role))
}

/** Children come first: a known side of `and`, `or` and `not` decides or falls away. */
function simplify(node: Node): Node {
  if (node.kind === 'not' && node.operand.kind === 'literal')
    return literal(typeof node.operand.value === 'boolean' ? !node.operand.value : null)
  if (node.kind !== 'binary' || (node.operator !== 'and' && node.operator !== 'or')) return node
  const absorbing = node.operator === 'or'
  for (const [side, other] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    if (side.kind !== 'literal' || typeof side.value !== 'boolean') continue
    return side.value === absorbing ? literal(absorbing) : other
  }
  return node
}
