// Makes the addresses of the rows behind a tile: behind its number, or behind one bar, slice or point.
import { joinConditions } from '#shared/decisions/2-screens.ts'
import { laterDate } from '#shared/expressions/calendar.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import { familyOf } from '#shared/fields/registry.ts'
import type { Entity, Field, Model, Tile } from '#shared/model/model.ts'
import { groupingField } from './grouping-field.ts'
import { isWithin, pointsTo, quoteFilterText } from '../../data/records/filter-conditions.ts'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

/** All rows of which the tile is a measure. */
export function rowsBehindTile({ where, among }: Measure, also?: string): string | undefined {
  return joinConditions(where?.text, among?.text, also)
}

/** `keys`: of the group, and of the part of it. Undefined: there is no condition of the language that says which rows these are. */
export function rowsBehindPart(
  model: Model,
  entity: Entity,
  measure: Measure,
  keys: readonly string[],
  also?: string,
): string | undefined {
  const groupings = [measure.by, measure.within]
  const own = keys.map((key, index) => {
    const by = groupings[index]
    const field = by && groupingField(model, entity, by.field)
    return field && conditionOf(field, by.unit, key)
  })
  return own.includes(undefined) ? undefined : joinConditions(rowsBehindTile(measure, also), ...own)
}

function conditionOf(
  field: Field,
  unit: NonNullable<Measure['by']>['unit'] | undefined,
  key: string,
): string | undefined {
  const name = field.name.identifier
  const family = familyOf(field.type)
  if (key === '') return isCollection(field.valueType) ? `${name}.count() == 0` : `${name} == null`
  if (unit !== undefined) return spanOf(field, unit, key)
  switch (family) {
    case 'word':
    case 'text':
      return `${name} == ${quoteFilterText(key)}`
    case 'flag':
      return `${name} == ${key}`
    case 'number':
      return `${name} == ${field.valueType.kind === 'integer' ? key : Number(key)}`
    case 'day':
      return spanOf(field, 'day', key)
    case 'words':
    case 'texts':
      return `${quoteFilterText(key)} in ${name}`
    case 'record':
    case 'records':
      return pointsTo(field, key)
    default:
      return undefined
  }
}

function spanOf(field: Field, unit: NonNullable<NonNullable<Measure['by']>['unit']>, key: string): string | undefined {
  const end = laterDate(key, 1, unit)
  return end === null ? undefined : isWithin(field, key, end)
}
