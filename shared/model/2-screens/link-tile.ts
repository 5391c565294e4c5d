// Links the tiles of a dashboard.
import * as sayScreens from '../../diagnostics/2-screens.ts'
import type { Expression } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { fieldType } from '../../fields/registry.ts'
import { isShown } from '../../points/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { findGrouping, linkSort } from './check-fields.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findField, findName } from '../link-context.ts'
import type { Tile } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import type { TileDeclaration } from '../../points/2-screens/declarations.ts'

export function linkTile(context: LinkContext, { name, shows, span }: TileDeclaration): Tile | undefined {
  const cite = context.cite(2, span)
  if (!isShown(shows)) return { name, shows: { kind: 'not shown' }, cite }
  if (shows.kind === 'link') return { name, shows, cite }
  const entity = findEntity(context, shows.entity)
  if (!entity) return undefined
  const { identifier } = entity.name
  const where = shows.where && readWhere(context, entity, shows.where)
  // A condition that can't be read must not become "all".
  if (shows.where && !where) return undefined
  const condition = where ? { where } : {}
  if (shows.kind === 'table') {
    const sort = shows.sort ? { sort: linkSort(context, entity, shows.sort) } : {}
    return { name, shows: { kind: 'table', entity: identifier, ...condition, ...sort, first: shows.first ?? 5 }, cite }
  }
  const field = shows.field && findField(context, entity, shows.field)
  const by = shows.by && findGrouping(context, entity, shows.by.field)
  checkMeasure(context, entity, shows)
  if ((shows.field && field === undefined) || (shows.by && by === undefined)) return undefined
  const as = shows.as ?? (by === undefined ? 'number' : shows.by?.unit ? 'line' : 'bars')
  return {
    name,
    shows: {
      kind: 'measure',
      measure: shows.measure,
      entity: identifier,
      ...(field === undefined ? {} : { field }),
      ...condition,
      ...(by === undefined ? {} : { by: { field: by, ...(shows.by?.unit ? { unit: shows.by.unit } : {}) } }),
      as,
    },
    cite,
  }
}

/** Adding up takes numbers, and periods are made of dates. */
function checkMeasure(
  context: LinkContext,
  entity: EntityOutline,
  { measure, field, by }: Extract<TileDeclaration['shows'], { kind: 'measure' }>,
): void {
  const names = [...entity.fields.values()].map(({ name }) => name)
  // Of a field that there is not, that has been said.
  const lacks = (reference: Fragment, ability: 'total' | 'precision'): boolean => {
    const found = entity.fields.get(findName(reference, names, 'field') ?? '')
    return found !== undefined && fieldType(found.type.kind)[ability] === undefined
  }
  if (field && lacks(field, 'total'))
    context.report(
      sayScreens.fieldDoesNotFit(spanOf(field), {
        field: field.value,
        of: `"${measure} of"`,
        expected: 'a number or a duration',
      }),
    )
  if (by?.unit && lacks(by.field, 'precision'))
    context.report(
      sayScreens.fieldDoesNotFit(spanOf(by.field), {
        field: by.field.value,
        of: `"by ${by.unit} of"`,
        expected: 'a date',
      }),
    )
}

export function readWhere(context: LinkContext, entity: EntityOutline, where: Fragment): Expression | undefined {
  return context.expression(where, { record: entity.name.identifier }, BOOLEAN)
}
