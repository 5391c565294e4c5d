// Links point 2: screens with their contents, fields and conditions.
import { isUniqueByItself } from '../../fields/registry.ts'
import * as sayScreens from '../../diagnostics/2-screens.ts'
import * as say from '../../diagnostics/linking.ts'
import type { OrNotShown } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { checkFormFields, checkScreenField, linkListGroup, linkSort } from './check-fields.ts'
import { isSystemRoute, isReplaceableRoute } from './standard-routes.ts'
import { RECORD_ACTIONS } from './record-actions.ts'
import { isCall } from '../../points/7-calls/is-call.ts'
import { findCall } from '../7-calls/find-call.ts'
import { partMeant } from '../7-calls/link-lines.ts'
import { linkTile, readWhere } from './link-tile.ts'
import { linkReaders } from './link-readers.ts'
import { linkView } from './link-view.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findField, findName, findPath, reportUnknown, transitionNames } from '../link-context.ts'
import type { Screen } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import type { ScreenDeclaration } from '../../points/2-screens/declarations.ts'

export function linkScreens(context: LinkContext): OrNotShown<{ readonly screens: readonly Screen[] }> {
  const { screens } = context.declarations
  if (!isShown(screens)) return screens
  const routes = new Set<string>()
  const linked = screens.screens.flatMap((declaration) => {
    const route = declaration.route.value.replace(/(?<=.)\/+$/, '')
    const shape = route.replaceAll(/:[^/]+/g, ':')
    if (routes.has(shape)) context.report(say.doubledRoute(spanOf(declaration.route), { route }))
    routes.add(shape)
    checkRoute(context, declaration, route)
    return linkScreen(context, declaration, route) ?? []
  })
  return { screens: linked }
}

function checkRoute(context: LinkContext, { route: at, shows }: ScreenDeclaration, route: string): void {
  const span = spanOf(at)
  const kind = 'kind' in shows ? shows.kind : undefined
  if (kind !== undefined && (kind === 'not found') !== (route === '/404'))
    context.report(sayScreens.notFoundElsewhere(span, { route }))
  if (isSystemRoute(route)) context.report(sayScreens.standardRoute(span, { route }))
  if (isReplaceableRoute(route)) context.report(sayScreens.hidesStandardPage(span, { route }))
}

function linkScreen(context: LinkContext, declaration: ScreenDeclaration, route: string): Screen | undefined {
  const linked = linkShows(context, declaration, route)
  if (!linked) return undefined
  const details = linkDetails(context, declaration, linked.entity)
  // A condition that can't be run must not become "all".
  const isNarrowed =
    declaration.details?.whereNotShown !== true &&
    (declaration.details?.where === undefined || details.where !== undefined)
  return {
    route,
    name: declaration.name.label,
    key: identifierOf(declaration.name.label, 'field').replaceAll('_', '-'),
    shows: isNarrowed ? linked.shows : { kind: 'not shown' },
    for: linkReaders(context, declaration.for),
    prose: declaration.details?.prose ?? [],
    ...details,
    cite: context.cite(2, declaration.span),
  }
}

type LinkedContent = { readonly shows: Screen['shows']; readonly entity?: EntityOutline }

function linkShows(
  context: LinkContext,
  { shows, route: at }: ScreenDeclaration,
  route: string,
): LinkedContent | undefined {
  if ('notShown' in shows) return { shows: { kind: 'not shown' } }
  if (!('entity' in shows)) return { shows: { kind: shows.kind } }
  const entity = findEntity(context, shows.entity)
  if (!entity) return undefined
  const { identifier } = entity.name
  if ('by' in shows) {
    const by = findField(context, entity, shows.by)
    const to = 'to' in shows && shows.to ? findField(context, entity, shows.to) : undefined
    if (by === undefined) return undefined
    checkScreenField(context, entity, shows)
    if (shows.kind === 'calendar' || shows.kind === 'timeline')
      return { shows: { kind: shows.kind, entity: identifier, by, ...(to === undefined ? {} : { to }) }, entity }
    return { shows: { kind: shows.kind, entity: identifier, by }, entity }
  }
  if (shows.kind !== 'record') return { shows: { kind: shows.kind, entity: identifier }, entity }
  const parameter = /:([^/]+)$/.exec(route)?.[1] ?? (entity.declaration?.onlyOne ? 'id' : undefined)
  if (parameter !== undefined && isUnique(entity, parameter))
    return { shows: { kind: 'record', entity: identifier, by: parameter }, entity }
  context.report(say.routeParameter(spanOf(at), { route, entity: entity.name.label }))
  return undefined
}

/** Does a value of this field name one record at most? */
export function isUnique(entity: EntityOutline, name: string): boolean {
  const field = entity.fields.get(name)
  if (!field) return false
  const { type, builtIn, declaration } = field
  return (
    name === 'id' || isUniqueByItself(type) || builtIn?.unique === true || declaration?.limits.unique?.per.length === 0
  )
}

function linkDetails(
  context: LinkContext,
  { details, shows }: ScreenDeclaration,
  entity: EntityOutline | undefined,
): Partial<Screen> {
  if (!details) return {}
  const kind = 'kind' in shows ? shows.kind : undefined
  const { empty, search, perPage, tiles, menu, period } = details
  const common: Partial<Screen> = {
    ...(empty === undefined ? {} : { empty }),
    ...(search === undefined ? {} : { search }),
    ...(perPage === undefined ? {} : { perPage }),
    ...(menu === undefined ? {} : { menu }),
    ...(period === undefined ? {} : { period }),
    ...(tiles ? { tiles: tiles.flatMap((tile) => linkTile(context, tile) ?? []) } : {}),
  }
  if (!entity) return common
  const paths = (references: typeof details.columns): readonly string[] =>
    (references ?? []).flatMap((each) => findPath(context, entity, each) ?? [])
  if (kind === 'form') checkFormFields(context, entity, details)
  const where = details.where && readWhere(context, entity, details.where)
  const group = details.group && linkListGroup(context, entity, kind, details.group)
  return {
    ...common,
    ...(details.columns ? { columns: paths(details.columns) } : {}),
    ...(where ? { where } : {}),
    ...(details.views ? { views: details.views.flatMap((view) => linkView(context, entity, view) ?? []) } : {}),
    ...(details.sort ? { sort: linkSort(context, entity, details.sort) } : {}),
    ...(details.filters ? { filters: paths(details.filters) } : {}),
    ...(group === undefined ? {} : { group }),
    ...(details.actions ? { actions: linkActions(context, entity, details.actions) } : {}),
    ...(details.fields
      ? {
          fields: details.fields.map(({ title, fields }) => ({
            ...(title === undefined ? {} : { title }),
            fields: fields.flatMap(
              (each) => partMeant(entity, each, context) ?? findField(context, entity, each) ?? [],
            ),
          })),
        }
      : {}),
    ...(details.beside ? { beside: linkBeside(context, entity, details.beside) } : {}),
  }
}

function linkActions(
  context: LinkContext,
  entity: EntityOutline,
  references: NonNullable<NonNullable<ScreenDeclaration['details']>['actions']>,
): readonly string[] {
  const names = transitionNames(entity)
  return references.flatMap((reference) => {
    const found =
      findName(reference, names, 'field') ?? (RECORD_ACTIONS.has(reference.value) ? reference.value : undefined)
    if (found !== undefined) return found
    if (isCall(reference)) return findCall(context, reference) ?? []
    reportUnknown(context, 'transition', reference, entity.name.label, names)
    return []
  })
}

function linkBeside(
  context: LinkContext,
  entity: EntityOutline,
  references: NonNullable<NonNullable<ScreenDeclaration['details']>['beside']>,
): readonly string[] {
  const names = [...entity.reverses.keys(), 'history'].map((identifier) => ({
    identifier,
    label: identifier.replaceAll('_', ' '),
    span: entity.span,
  }))
  return references.flatMap((reference) => {
    const found = findName(reference, names, 'field')
    if (found !== undefined) return found
    reportUnknown(context, 'list of related records', reference, entity.name.label, names)
    return []
  })
}
