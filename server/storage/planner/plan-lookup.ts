// Looks up the table, the columns and the field policy of an entity for a plan.
import type { EntityTable, FieldPlace } from '../schema/catalogue.ts'
import type { StatementContext } from './plan-context.ts'
import type { ReadField } from '../query-plans.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

export function tableOf(context: Pick<StatementContext, 'places'>, entity: string): EntityTable {
  const table = context.places.get(entity)
  if (!table) throw new Error(`there is no entity ${entity}`)
  return table
}

export function placeOf(
  context: Pick<StatementContext, 'places'>,
  entity: string,
  field: string,
): FieldPlace | undefined {
  return tableOf(context, entity).fields.get(field)
}

/**
 * Returns the rows in which a field is visible. `id` and `_version` are visible in every record that the reader may
 * read.
 */
export function fieldPolicyOf(policy: ReadPolicy | undefined, field: string): ReadField['when'] | false {
  if (!policy) return false
  if (field === 'id' || field === '_version') return true
  return policy.fields.find((one) => one.field === field)?.when ?? false
}
