// Lists the fields that a list can be filtered by, the document's own choice first.
import type { Entity, Field, Model, Screen } from '#shared/model/model.ts'
import { operatorsOf } from '../../../data/filters/filter-operators.ts'
import { columnsOf } from '../../../data/records/list-columns.ts'

export interface FilterField {
  readonly path: string
  readonly label: string
  readonly field: Field
}

export function offeredFilters(
  model: Model,
  entity: Entity,
  screen: Pick<Screen, 'filters' | 'columns'>,
  readable: ReadonlySet<string>,
): readonly FilterField[] {
  const paths = new Set([...(screen.filters ?? []), ...(screen.columns ?? []), ...entity.fields.keys()])
  return columnsOf(model, entity, [...paths], readable)
    .filter(({ field }) => field.name.identifier !== 'id' && operatorsOf(field).length > 0)
    .filter(({ field }) => field.computed?.localised !== true)
    .map(({ path, label, field }) => ({ path: path.join('.'), label, field }))
}
