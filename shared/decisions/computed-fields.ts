// Works out computed fields in memory, for writing on the server and for forms in the client.
//
// Where else they are worked out: `server/records/write/computed-fields.ts` keeps those with a column when a record is
// written, `valueOf` in `server/storage/planner/condition-sql.ts` is a field in SQL, `server/storage/schema/migration.ts`
// fills columns of records that are there, and `shared/model/7-calls/expand-computed.ts` puts them into expressions.

import type { Node } from '../expressions/node.ts'
import { TooLarge } from '../expressions/functions/too-large.ts'
import { convertToJson } from '../fields/convert-to-json.ts'
import type { Entity, Field } from '../model/model.ts'
import { labelFor } from '../text/label.ts'
import type { ComputedField } from './3-entities.ts'
import { fieldsFor, tooLargeFields } from './3-entities.ts'
import type { FieldError } from './decision.ts'
import type { Evaluator } from './evaluator.ts'
import { fieldError } from './refusals.ts'

/** Lists the expressions of computed fields, which `computeFields` evaluates. */
export function computedNodes(entity: Entity, which: 'stored' | 'all'): readonly Node[] {
  return computedFields(entity, which).map((field) => field.computed.expression.tree)
}

/**
 * Returns the values of the computed fields in JSON form, converted to the types they declare. `refuse` gets what is too large to be
 * kept: it is not empty, and nothing is worked out from it.
 */
export function computeFields(
  entity: Entity,
  which: 'stored' | 'all',
  evaluate: Evaluator,
  refuse: (error: FieldError) => void = () => {},
): { readonly [field: string]: unknown } {
  const values: { [field: string]: unknown } = {}
  for (const field of computedFields(entity, which)) {
    try {
      const value = evaluate(field.computed.expression.tree)
      if (value !== undefined) values[field.name.identifier] = convertToJson(value, field.valueType)
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      refuse(tooManyDates(field, error))
    }
  }
  for (const error of tooLargeFields(computedFields(entity, which), values)) refuse(error)
  return values
}

function computedFields(entity: Entity, which: 'stored' | 'all'): readonly ComputedField[] {
  return which === 'all' ? fieldsFor(entity).computed : fieldsFor(entity).computedStored
}

function tooManyDates({ name, cite }: Field, { most }: TooLarge): FieldError {
  return fieldError(name.identifier, 'too_many_dates_in_field', { field: labelFor(name.label), most }, cite)
}
