// Lists what a reader must be allowed to read to know the value of an expression.
import type { Node } from '../expressions/node.ts'
import { childrenOf, someNode } from '../expressions/walk.ts'
import type { ReadPolicy } from './read-policy.ts'

/** `record`: the one whose field it is; without it, the field of every record of the entity. */
export interface ReadRequirement {
  readonly entity: string
  readonly field: string
  readonly record?: Node
}

/** Outermost first. What is disclosed needs nothing. */
export function requirementsOf(
  node: Node,
  isDisclosed: (node: Node) => boolean = () => false,
): readonly ReadRequirement[] {
  if (isDisclosed(node) || isOnlyRecord(node)) return []
  return [...requirementsOfNode(node), ...childrenOf(node).flatMap((child) => requirementsOf(child, isDisclosed))]
}

/** The requirements of a node, without those of the nodes in it. */
export function requirementsOfNode(node: Node): readonly ReadRequirement[] {
  if (node.kind === 'records') return [{ entity: node.entity, field: 'id' }]
  if (node.kind === 'reverse' || node.kind === 'line') return [{ entity: node.entity, field: node.field }]
  if (node.kind !== 'field') return []
  const { entity, field, record } = node
  return [isOfVariable(record) ? { entity, field } : { entity, field, record }]
}

/** The records that fields are read of. */
export function recordsIn(node: Node): readonly Node[] {
  const inside = childrenOf(node).flatMap(recordsIn)
  return node.kind === 'field' && !isOfVariable(node.record) ? [node.record, ...inside] : inside
}

/**
 * Reports whether the node is the only record of an entity that has just one; its fields decide whether it may be
 * read.
 */
export function isOnlyRecord(node: Node): boolean {
  return node.kind === 'call' && node.name === 'first' && node.arguments[0]?.kind === 'records'
}

/** Does the policy open the field in every record of the entity, whatever stands in it? */
export function isReadInAll({ rows, fields }: Pick<ReadPolicy, 'rows' | 'fields'>, field: string): boolean {
  return rows === true && fields.some((each) => each.field === field && each.when === true)
}

/** An element of a set, or what it leads to: it is known only inside the operation on the set. */
function isOfVariable(record: Node): boolean {
  return someNode(record, ({ kind }) => kind === 'variable')
}
