// Lists the fields that a list requests from the server.
import { titleFields } from '#shared/decisions/record-title.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { ListColumn } from './list-columns.ts'
import { colorField } from './record-color.ts'
import { allScreens } from '../visible-screens.ts'

/** Lists the fields to ask for. A request for one that is not readable would be refused. */
export function listedFields(
  model: Model,
  entity: Entity,
  columns: readonly ListColumn[],
  readable: ReadonlySet<string>,
  more: readonly string[] = [],
): readonly string[] {
  const wanted = new Set([
    ...columns.map(({ path }) => path[0] ?? ''),
    ...more,
    ...titleFields(entity, readable),
    ...entity.workflows.keys(),
    ...keyFields(model, entity),
    ...colorFields(model, entity),
    ...(entity.name.identifier === 'Person' ? ['picture'] : []),
  ])
  return [...entity.fields.keys()].filter((name) => wanted.has(name) && readable.has(name))
}

/** A record is shown in its colour. */
function colorFields(model: Model, entity: Entity): readonly string[] {
  const field = colorField(model, entity.name.identifier)
  return field ? [field.name.identifier] : []
}

/** The fields by which the addresses of the entity's records are made. */
function keyFields(model: Model, entity: Entity): readonly string[] {
  return allScreens(model).flatMap(({ shows }) =>
    shows.kind === 'record' && shows.entity === entity.name.identifier ? [shows.by] : [],
  )
}
