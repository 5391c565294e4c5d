// Checks that fields fit their use on a screen: grouping, sorting, filtering, asking.
import * as say from '../../diagnostics/2-screens.ts'
import * as sayModel from '../../diagnostics/linking.ts'
import type { ScreenLayout } from '../../fields/field-abilities.ts'
import { fieldType, hasOrder } from '../../fields/registry.ts'
import type { Reference } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { isWrittenByPeople } from '../3-entities/written-by-people.ts'
import type { LinkContext } from '../link-context.ts'
import { findField, findName, findPath } from '../link-context.ts'
import type { Sort } from '../model.ts'
import { isLocalisedField } from '../show-holes.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'
import type {
  ScreenDeclaration,
  ScreenContentDeclaration,
  SortKeyDeclaration,
} from '../../points/2-screens/declarations.ts'

/** Descriptions of the fields by which each layout can arrange a screen. */
const EXPECTED: { readonly [layout in ScreenLayout]: string } = {
  board: 'a field with states or words ("one of low, high")',
  calendar: 'a date, or a date and time',
  timeline: 'a date, or a date and time',
  gallery: 'an image',
  map: 'a location',
}

export function checkScreenField(
  context: LinkContext,
  entity: EntityOutline,
  shows: Extract<ScreenContentDeclaration, { by: Reference }>,
): void {
  const report = (field: Reference, expected: string): void =>
    context.report(say.fieldDoesNotFit(spanOf(field), { field: field.value, of: `A ${shows.kind}`, expected }))
  const by = fieldOf(entity, shows.by)
  const to = 'to' in shows && shows.to ? fieldOf(entity, shows.to) : undefined
  if (!by || !fieldType(by.type.kind).layouts?.includes(shows.kind)) report(shows.by, EXPECTED[shows.kind])
  else if ('to' in shows && shows.to && to && to.type.kind !== by.type.kind)
    report(shows.to, `a ${by.type.kind} at its end too`)
}

/** Reports fields that a form asks for although the system gives their value. */
export function checkFormFields(
  context: LinkContext,
  entity: EntityOutline,
  details: ScreenDeclaration['details'],
): void {
  for (const reference of (details?.fields ?? []).flatMap(({ fields }) => fields)) {
    const field = fieldOf(entity, reference)
    if (field && !isWrittenByPeople(field))
      context.report(
        say.fieldDoesNotFit(spanOf(reference), {
          field: reference.value,
          of: 'A form',
          expected: 'what people write',
        }),
      )
  }
}

/**
 * Sorting goes by fields that have an order: of the record itself, or (`requester.name`) of one that it refers to. The order of
 * an entity is its own: it is kept in indexes, and effects go by it.
 */
export function linkSort(
  context: LinkContext,
  entity: EntityOutline,
  keys: readonly SortKeyDeclaration[],
  reach: 'own' | 'related' = 'related',
): readonly Sort[] {
  return keys.flatMap(({ field, descending }) => {
    const path = findPath(context, entity, field)
    if (path === undefined) return []
    const [first = '', second] = path.split('.')
    const on = second === undefined ? entity : reach === 'related' ? relatedEntity(context, entity, path) : undefined
    const type = on?.fields.get(second ?? first)?.type
    if (!on || !type) context.report(sayModel.notRunYet(spanOf(field), { what: `Sorting by ${path}` }))
    else if (isLocalisedField(context, on.name.identifier, second ?? first))
      context.report(sayModel.localisedSort(spanOf(field), { field: field.value }))
    else if (!hasOrder(type))
      context.report(sayModel.limitDoesNotFit(spanOf(field), { limit: 'sort', type: type.kind }))
    else return [{ field: path, descending }]
    return []
  })
}

/** The entity behind the relation to one of a path of two; undefined for other paths. */
function relatedEntity(context: LinkContext, { fields }: EntityOutline, path: string): EntityOutline | undefined {
  const [first = '', , more] = path.split('.')
  const type = fields.get(first)?.type
  if (type?.kind !== 'relation' || type.many || more !== undefined) return undefined
  return context.outline.entities.get(type.entity)
}

/** Values that many records share divide a table. */
export function linkListGroup(
  context: LinkContext,
  entity: EntityOutline,
  kind: string | undefined,
  field: Reference,
): string | undefined {
  const found = findGrouping(context, entity, field)
  const type = entity.fields.get(found ?? '')?.type.kind
  if (type === undefined || fieldType(type).groupable || kind !== 'table') return found
  const what = `Grouping by a field of type ${type}`
  context.report(sayModel.notRunYet(spanOf(field), { what, instead: 'the list is not divided' }))
  return found
}

/** A text in the application's language is made outside the database, where records are grouped. */
export function findGrouping(context: LinkContext, entity: EntityOutline, field: Reference): string | undefined {
  const found = findField(context, entity, field)
  if (found === undefined || !isLocalisedField(context, entity.name.identifier, found)) return found
  context.report(sayModel.localisedGroup(spanOf(field), { field: field.value }))
  return undefined
}

function fieldOf(entity: EntityOutline, reference: Reference): FieldOutline | undefined {
  const names = [...entity.fields.values()].map(({ name }) => name)
  return entity.fields.get(findName(reference, names, 'field') ?? '')
}
