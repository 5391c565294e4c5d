// Checks whether a reader may read what they must to know the value of an expression.
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { type ReadRequirement, isReadInAll, requirementsOf } from '#shared/policy/read-requirements.ts'
import { policyOf } from '../../policy/policy.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'

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

/** May they read the field of every record of the entity, whatever stands in it? */
export function readsAll(
  { running }: Pick<RowPolicyContext, 'running'>,
  to: Actor,
  entity: string,
  field: string,
): boolean {
  return isReadInAll(policyOf(running, to).entity(entity).read, field)
}
