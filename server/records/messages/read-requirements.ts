// Lists what a reader must be allowed to read to know the value of an expression, and checks it.
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { policyOf } from '../../policy/policy.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'

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
  const requirements: ReadRequirement[] = []
  if (node.kind === 'records') requirements.push({ entity: node.entity, field: 'id' })
  if (node.kind === 'reverse' || node.kind === 'line') requirements.push({ entity: node.entity, field: node.field })
  if (node.kind === 'field') {
    const { entity, field, record } = node
    requirements.push(isOfVariable(record) ? { entity, field } : { entity, field, record })
  }
  return [...requirements, ...childrenOf(node).flatMap((child) => requirementsOf(child, isDisclosed))]
}

/** May this reader know the value of an expression? `see` has been prepared with it and `recordsIn` it. */
export function mayKnowValue(
  node: Node,
  policyContext: RowPolicyContext,
  to: Actor,
  see: Evaluator,
  fieldsOf: ReadableFields,
): Promise<boolean> {
  const requirements = policyContext.running.compiled('requirements of a value', node, () => requirementsOf(node))
  return mayKnow(requirements, policyContext, to, see, fieldsOf)
}

/** The fields of a record that the reader may read; undefined: none. */
export type ReadableFields = (entity: string, id: string) => Promise<ReadonlySet<string> | undefined>

export async function mayKnow(
  requirements: readonly ReadRequirement[],
  policyContext: RowPolicyContext,
  to: Actor,
  see: Evaluator,
  fieldsOf: ReadableFields,
): Promise<boolean> {
  if (to.system || to.administrator) return true
  for (const { entity, field, record } of requirements) {
    if (record === undefined) {
      // Of a set it is not asked record by record: only those may know it who may read the like of every record.
      if (!readsAll(policyContext, to, entity, field)) return false
    } else {
      const id = see(record)
      // A step from nothing is empty, and that it is empty was asked of the step before.
      if (typeof id === 'string' && !(await fieldsOf(entity, id))?.has(field)) return false
    }
  }
  return true
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
function isOnlyRecord(node: Node): boolean {
  return node.kind === 'call' && node.name === 'first' && node.arguments[0]?.kind === 'records'
}

/** May they read the field of every record of the entity, whatever stands in it? */
export function readsAll(
  { running }: Pick<RowPolicyContext, 'running'>,
  to: Actor,
  entity: string,
  field: string,
): boolean {
  const { rows, fields } = policyOf(running, to).entity(entity).read
  return rows === true && fields.some((each) => each.field === field && each.when === true)
}

/** An element of a set, or what it leads to: it is known only inside the operation on the set. */
function isOfVariable(record: Node): boolean {
  return someNode(record, ({ kind }) => kind === 'variable')
}
