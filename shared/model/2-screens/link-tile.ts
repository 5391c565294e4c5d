// Links the tiles of a dashboard.
import * as sayScreens from '../../diagnostics/2-screens.ts'
import { localisedGroup } from '../../diagnostics/linking.ts'
import type { Expression } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { fieldType } from '../../fields/registry.ts'
import { isShown } from '../../points/declarations.ts'
import type { Reference } from '../../points/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { isLocalisedField } from '../show-holes.ts'
import { findGrouping, linkSort } from './check-fields.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findField, findName, findPath } from '../link-context.ts'
import type { Tile } from '../model.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'
import type { TileGroup, MeasureTile, TileDeclaration } from '../../points/2-screens/declarations.ts'

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
  const over = shows.over && linkOver(context, entity, shows.over)
  if (shows.over && over === undefined) return undefined
  const period = over === undefined ? {} : { over }
  if (shows.kind === 'table') {
    const sort = shows.sort ? { sort: linkSort(context, entity, shows.sort) } : {}
    const columns = shows.columns
      ? { columns: shows.columns.flatMap((each) => findPath(context, entity, each) ?? []) }
      : {}
    return {
      name,
      shows: {
        kind: 'table',
        entity: identifier,
        ...columns,
        ...condition,
        ...period,
        ...sort,
        first: shows.first ?? 5,
      },
      cite,
    }
  }
  const field = shows.field && findField(context, entity, shows.field)
  const by = shows.by && linkGrouping(context, entity, shows.by)
  const within = shows.within && linkGrouping(context, entity, shows.within)
  const among = shows.among && readWhere(context, entity, shows.among)
  checkMeasure(context, entity, shows)
  const isLost = [
    [shows.field, field],
    [shows.by, by],
    [shows.within, within],
    [shows.among, among],
  ].some(([written, found]) => written !== undefined && found === undefined)
  if (isLost) return undefined
  const as = shows.as ?? usualForm(shows, isTotal(entity, field))
  return {
    name,
    shows: {
      kind: 'measure',
      measure: shows.measure,
      entity: identifier,
      ...(field === undefined ? {} : { field }),
      ...condition,
      ...(among ? { among } : {}),
      ...(by ? { by } : {}),
      ...(within ? { within } : {}),
      ...period,
      ...(shows.better ? { better: shows.better } : {}),
      as,
    },
    cite,
  }
}

/** Records belong to a period by a date. */
function linkOver(context: LinkContext, entity: EntityOutline, over: Reference): string | undefined {
  const found = findField(context, entity, over)
  const type = found === undefined ? undefined : entity.fields.get(found)?.type
  if (type && fieldType(type.kind).precision === undefined)
    context.report(sayScreens.fieldDoesNotFit(spanOf(over), { field: over.value, of: '"over"', expected: 'a date' }))
  return found
}

function linkGrouping(
  context: LinkContext,
  entity: EntityOutline,
  { field, unit }: TileGroup<Reference>,
): TileGroup<string> | undefined {
  const found = field.value.includes('.')
    ? findGroupingByPath(context, entity, field)
    : findGrouping(context, entity, field)
  return found === undefined ? undefined : { field: found, ...(unit ? { unit } : {}) }
}

/** `requester.team`: a field of the one record that a relation leads to. */
function findGroupingByPath(context: LinkContext, entity: EntityOutline, path: Reference): string | undefined {
  const found = findPath(context, entity, path)
  if (found === undefined) return undefined
  const [relation = '', field = '', ...deeper] = found.split('.')
  const type = entity.fields.get(relation)?.type
  const isOne = type?.kind === 'relation' && !type.many && deeper.length === 0
  if (isOne && !isLocalisedField(context, type.entity, field)) return found
  if (isOne) context.report(localisedGroup(spanOf(path), { field: path.value }))
  else
    context.report(
      sayScreens.fieldDoesNotFit(spanOf(path), {
        field: path.value,
        of: '"by"',
        expected: 'a field, or one of the record that a relation to one leads to',
        hint: `give ${entity.name.label} a computed field with the value \`${path.value}\`, and go by that`,
      }),
    )
  return undefined
}

/** Parts of groups are stacked, and only numbers and sums can be. */
function usualForm(
  { measure, by, within }: Extract<TileDeclaration['shows'], { kind: 'measure' }>,
  isNumber: boolean,
): NonNullable<MeasureTile<string, Expression>['as']> {
  if (by === undefined) return 'number'
  if (!isNumber || (within && measure !== 'count' && measure !== 'sum')) return 'table'
  return by.unit ? 'line' : 'bars'
}

/** Without a field records are counted. */
function isTotal(entity: EntityOutline, field: string | undefined): boolean {
  const type = field === undefined ? undefined : entity.fields.get(field)?.type
  return type === undefined || fieldType(type.kind).total !== undefined
}

/** Adding up takes numbers, extremes take dates too, and periods are made of dates. */
function checkMeasure(
  context: LinkContext,
  entity: EntityOutline,
  { measure, field, by, within, as }: Extract<TileDeclaration['shows'], { kind: 'measure' }>,
): void {
  // Of a field that there is not, that has been said.
  const lacks = (reference: Fragment, ability: 'total' | 'precision'): boolean => {
    const found = fieldAt(context, entity, reference)
    return found !== undefined && fieldType(found.type.kind)[ability] === undefined
  }
  const report = (at: Fragment, of: string, expected: string): void =>
    context.report(sayScreens.fieldDoesNotFit(spanOf(at), { field: at.value, of: `"${of}"`, expected }))
  const isExtreme = measure === 'minimum' || measure === 'maximum'
  if (field && lacks(field, 'total')) {
    if (!isExtreme) report(field, `${measure} of`, 'a number or a duration')
    else if (lacks(field, 'precision')) report(field, `${measure} of`, 'a number, a duration or a date')
    else if (as !== undefined && as !== 'number' && as !== 'table') report(field, `as ${as}`, 'a number or a duration')
  }
  if (within && as === 'bars' && measure !== 'count' && measure !== 'sum')
    context.report(
      sayScreens.clauseNotHere(spanOf(within.field), { clause: 'as bars', of: 'parts that do not add up' }),
    )
  for (const each of [by, within])
    if (each?.unit && lacks(each.field, 'precision')) report(each.field, `by ${each.unit} of`, 'a date')
}

/** The field at the end of a path; undefined where there is none. */
function fieldAt({ outline }: LinkContext, entity: EntityOutline, { value }: Fragment): FieldOutline | undefined {
  const steps = value.split('.').map((name) => ({ value: name.trim(), start: 0, gaps: [] }))
  let at: EntityOutline | undefined = entity
  let found: FieldOutline | undefined
  for (const step of steps) {
    const names = [...(at?.fields.values() ?? [])].map(({ name }) => name)
    found = at?.fields.get(findName(step, names, 'field') ?? '')
    at = found?.type.kind === 'relation' ? outline.entities.get(found.type.entity) : undefined
  }
  return found
}

/** Links a condition by which records are asked for in a reader's name. */
export function readWhere(context: LinkContext, entity: EntityOutline, where: Fragment): Expression | undefined {
  const environment: Environment = { record: entity.name.identifier }
  const condition = context.reading(where, environment, BOOLEAN)
  return condition && { ...condition.expression, asked: condition.asked() }
}
