// Checks that the roles of a screen may read its records, and that its search finds something.
import * as sayScreens from '../diagnostics/2-screens.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { STANDARD_ROUTES } from '../model/2-screens/standard-routes.ts'
import type { Model, Screen, Tile, Verb } from '../model/model.ts'
import type { Reference } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf } from '../text/identifier.ts'
import { nearest } from '../text/nearest-word.ts'
import { isVerbGranted, isFieldReadable, grantedRolesOf, mayOpen } from './granted-roles.ts'
import { isHiddenInSome, isOpenedBy, isWithheldInSome } from './field-access.ts'
import { canHold } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import { canEverCreate } from './vain-grants.ts'
import type { ScreenDeclaration, ScreenDetails } from '../points/2-screens/declarations.ts'

export const checkScreens: SpecificationCheck = (model, declarations) => {
  const { screens } = declarations
  if (!isShown(screens) || !isShown(model.screens)) return []
  const linked = model.screens.screens
  return screens.screens.flatMap((declaration) => {
    const screen = linked.find((each) => each.name === declaration.name.label)
    if (!screen) return []
    const searched = [
      ...checkSearch(model, declaration, screen),
      ...checkLinks(model, declaration, screen),
      ...checkNeverShown(model, screen),
    ]
    if (!model.rolesShown) return searched
    const readers = grantedRolesOf(model, declarations, screen.for)
    const unread = checkEntity(model, declaration, screen, readers)
    return [...searched, ...unread, ...(unread.length > 0 ? [] : checkDetails(model, declaration, screen, readers))]
  })
}

/** Checks that some record can satisfy the condition of a list, of each view beside it, and of each tile. */
function checkNeverShown(model: Model, { name, where, views = [], tiles = [] }: Screen): readonly Diagnostic[] {
  const never = (what: string, ...conditions: readonly (Expression | undefined)[]): readonly Diagnostic[] => {
    const given = conditions.filter((each) => each !== undefined)
    const last = given.at(-1)
    return last === undefined || canHold(given, new Map(), model)
      ? []
      : [sayScreens.screenNeverShows(last.span, { what })]
  }
  const ofList = never(`the screen "${name}"`, where)
  const ofViews = ofList.length > 0 ? [] : views.filter((view) => view.where !== undefined)
  return [
    ...ofList,
    ...ofViews.flatMap((view) => never(`the view "${view.name}"`, where, view.where)),
    ...tiles.flatMap(({ name: tile, shows }) => {
      if (!('entity' in shows)) return []
      const ofTile = never(`the tile "${tile}"`, shows.where)
      const among = shows.kind === 'measure' && ofTile.length === 0 ? shows.among : undefined
      return among === undefined ? ofTile : never(`the tile "${tile}"`, among)
    }),
  ]
}

function isReader(model: Model, { shows }: Screen, role: string): boolean {
  return 'entity' in shows && isVerbGranted(model, shows.entity, 'read', role)
}

function checkEntity(
  model: Model,
  { name }: ScreenDeclaration,
  screen: Screen,
  readers: readonly string[],
): readonly Diagnostic[] {
  if (!('entity' in screen.shows)) return []
  const verb = screen.shows.kind === 'form' ? 'create' : 'read'
  const entity = model.entities.get(screen.shows.entity)
  // The page of a record is in no menu: where it is for everyone, those come to it who have a link, and so may read it.
  const isReached = screen.shows.kind === 'record' && screen.for.some((each) => each === 'everyone')
  const asked = isReached ? readers.filter((each) => isReader(model, screen, each)) : readers
  const role = entity && findExcluded(model, asked.length > 0 ? asked : readers, entity.name.identifier, verb)
  return role === undefined
    ? []
    : [
        say.screenNotReadable(
          name.span,
          { screen: screen.name, role, entity: entity?.name.label ?? '', verb },
          { cause: `${role} ${verb} ${screen.shows.entity}` },
        ),
      ]
}

function findExcluded(model: Model, readers: readonly string[], entity: string, verb: Verb): string | undefined {
  const of = model.entities.get(entity)
  const excluded = readers.find(
    (reader) =>
      !isVerbGranted(model, entity, verb, reader) ||
      (verb === 'create' && reader !== 'anyone' && of !== undefined && !canEverCreate(model, of, reader)),
  )
  return excluded === undefined ? undefined : labelOf(model, excluded)
}

function labelOf(model: Model, role: string): string {
  return model.roles.get(role)?.name.label ?? role
}

/**
 * Reports details that none of the screen's readers may read. Details that only some of them may not read are left
 * out for these, which is correct.
 */
function checkDetails(
  model: Model,
  { details }: ScreenDeclaration,
  screen: Screen,
  readers: readonly string[],
): readonly Diagnostic[] {
  if (!details) return []
  // Those with a role come to a screen for anyone, too.
  // Who has a role by relation has it on some of the records.
  const following = screen.for.filter((role) => model.roles.has(role) && !readers.includes(role))
  const all = readers.includes('anyone') ? [...readers, 'everyone', ...model.roles.keys()] : [...readers, ...following]
  const isRead = (entity: string, path: string): boolean => all.some((reader) => mayRead(model, entity, path, reader))
  const tiles = (screen.tiles ?? []).flatMap((tile) => {
    const at = details.tiles?.find((each) => each.name === tile.name)
    if (!at) return []
    if (isTileUnread(model, tile, all))
      return [say.screenShowsUnread(at.span, { screen: screen.name, what: `the tile "${tile.name}"` })]
    const role = readers.find((reader) => isTileUnread(model, tile, [reader]))
    if (role !== undefined) {
      const about = { tile: tile.name, role: labelOf(model, role), screen: screen.name }
      return [say.tileUnreadBySome(at.span, about, { cause: `${screen.name} · ${role}` })]
    }
    return checkInPart(model, tile, at.span, readers)
  })
  if (!('entity' in screen.shows)) return tiles
  const { entity } = screen.shows
  const fields = screen.shows.kind === 'form' ? [] : (details.fields ?? []).flatMap((section) => section.fields)
  const named = [
    ...(details.columns ?? []),
    ...fields,
    ...(details.filters ?? []),
    ...(details.group ? [details.group] : []),
  ]
  const unread = named.filter((reference) => !isRead(entity, pathOf(reference)))
  const beside = (details.beside ?? []).filter((reference) => {
    const reverse = model.entities.get(entity)?.reverses.get(pathOf(reference))
    return reverse && !isRead(reverse.entity, reverse.field)
  })
  return [
    ...tiles,
    ...[...unread, ...beside].map((reference) =>
      say.screenShowsUnread(
        spanOf(reference),
        { screen: screen.name, what: reference.value },
        { cause: `${entity} ${pathOf(reference)}` },
      ),
    ),
    ...checkWhere(model, entity, details.where, screen.where, screen.name, readers.length > 0 ? readers : following),
    ...checkViews(model, entity, details, screen, readers),
  ]
}

/** Checks that the readers of a list may read the fields of its condition: others are shown nothing. */
function checkWhere(
  model: Model,
  entity: string,
  written: Fragment | undefined,
  where: Expression | undefined,
  screen: string,
  readers: readonly string[],
): readonly Diagnostic[] {
  if (!written || !where) return []
  for (const reader of readers) {
    const unread = unreadIn(model, entity, where, reader)
    const inPart = readsIn(entity, where).find((each) => isWithheldBy(model, entity, each, where, reader))
    if (!unread && inPart) {
      const role = labelOf(model, reader)
      const what = `${model.entities.get(inPart.entity)?.name.label ?? ''}.${inPart.field}`
      return [sayScreens.whereReadInPart(spanOf(written), { screen, role, what }, { cause: `${role} ${what}` })]
    }
    if (unread) {
      const label = model.entities.get(unread.entity)?.name.label ?? ''
      const what = unread.field === 'id' ? label : `${label}.${unread.field}`
      const role = labelOf(model, reader)
      return [say.screenWhereUnread(spanOf(written), { screen, role, what }, { cause: `${role} ${what}` })]
    }
  }
  return []
}

/** Checks the views in the way of the screen. A view may be for fewer readers. */
function checkViews(
  model: Model,
  entity: string,
  { views: written = [] }: ScreenDetails,
  { views = [], name, for: opens }: Screen,
  readers: readonly string[],
): readonly Diagnostic[] {
  return views.flatMap((view) => {
    const at = written.find((each) => each.name.value === view.name)
    const isForAll = view.for.some((role) => role === 'everyone' || role === 'anyone')
    // Who has a role by relation may read what their other roles may.
    const own = isForAll ? readers : view.for.filter((role) => model.roles.get(role)?.onRecords.length === 0)
    const shut = at === undefined ? undefined : own.find((role) => !mayOpen(model, role, opens))
    return [
      ...(at === undefined || shut === undefined
        ? []
        : [say.viewNotOpened(spanOf(at.name), { view: view.name, role: labelOf(model, shut), screen: name })]),
      ...checkWhere(model, entity, at?.where, view.where, name, own),
    ]
  })
}

/** Finds a field that a condition on the entity's records reads and this reader may not. */
function unreadIn(
  model: Model,
  entity: string,
  where: Expression,
  reader: string,
): { readonly entity: string; readonly field: string } | undefined {
  return readsIn(entity, where).find((each) => !isFieldReadable(model, each.entity, each.field, reader))
}

function readsIn(
  entity: string,
  { tree, asked = tree }: Expression,
): readonly { readonly entity: string; readonly field: string }[] {
  const { own, others } = readsOf(asked)
  return [
    ...own.map((field) => ({ entity, field })),
    ...others.map(({ entity: of, field = 'id' }) => ({ entity: of, field })),
  ]
}

function isTileUnread(model: Model, { shows }: Tile, readers: readonly string[]): boolean {
  if (!('entity' in shows)) return false
  const { entity, where } = shows
  const fields =
    shows.kind === 'measure' ? [shows.field, shows.by?.field, shows.within?.field, shows.over] : (shows.columns ?? [])
  const conditions = [where, shows.kind === 'measure' ? shows.among : undefined].filter((each) => each !== undefined)
  return !readers.some(
    (reader) =>
      ['id', ...fields].every((field) => field === undefined || mayRead(model, entity, field, reader)) &&
      conditions.every((each) => unreadIn(model, entity, each, reader) === undefined),
  )
}

/** Notes a reader who may read what the tile needs of some records only. */
function checkInPart(model: Model, { name, shows }: Tile, at: Span, readers: readonly string[]): readonly Diagnostic[] {
  if (!('entity' in shows)) return []
  const needed = neededBy(model, shows)
  for (const reader of readers) {
    const found = needed.find((each) => isReadInPart(model, each, reader, narrowed(shows.entity, each, shows.where)))
    const label = found && model.entities.get(found.entity)?.name.label
    if (!found) continue
    const [role, what] = [labelOf(model, reader), `${label}.${found.field}`]
    return [sayScreens.tileReadInPart(at, { tile: name, role, what }, { cause: `${role} ${what}` })]
  }
  return []
}

/** Decides whether a reader misses records by the condition. Of records that a path leads to, only what a state hides is known. */
function isWithheldBy(
  model: Model,
  entity: string,
  read: { readonly entity: string; readonly field: string },
  where: Expression,
  reader: string,
): boolean {
  return read.entity === entity ? isReadInPart(model, read, reader, [where]) : isHiddenInSome(model, read, reader, [])
}

/** Lists what narrows the records down by which the field is read: of others, nothing does. */
function narrowed(
  entity: string,
  read: { readonly entity: string },
  where: Expression | undefined,
): readonly Expression[] {
  return where && read.entity === entity ? [where] : []
}

function isReadInPart(
  model: Model,
  read: { readonly entity: string; readonly field: string },
  reader: string,
  conditions: readonly Expression[],
): boolean {
  return (
    (isWithheldInSome(model, read, reader, conditions) && !isOpenedBy(model, read, reader, conditions)) ||
    isHiddenInSome(model, read, reader, conditions)
  )
}

type TileOfRecords = Extract<Tile['shows'], { readonly entity: string }>

/** Lists the fields without which a record is not counted: those that are measured and grouped by, and those of the conditions. Cells of a table show what is withheld. */
function neededBy(model: Model, shows: TileOfRecords): readonly { readonly entity: string; readonly field: string }[] {
  const { entity, where, over } = shows
  const paths = shows.kind === 'measure' ? [shows.field, shows.by?.field, shows.within?.field, over] : [over]
  const conditions = [where, shows.kind === 'measure' ? shows.among : undefined]
  return [
    ...paths.flatMap((path) => (path === undefined ? [] : stepsOf(model, entity, path))),
    ...conditions.flatMap((each) => (each === undefined ? [] : readsIn(entity, each))),
  ]
}

function stepsOf(
  model: Model,
  entity: string,
  path: string,
): readonly { readonly entity: string; readonly field: string }[] {
  const [field = '', ...rest] = path.split('.')
  const type = model.entities.get(entity)?.fields.get(field)?.type
  const further = rest.length > 0 && type?.kind === 'relation' ? stepsOf(model, type.entity, rest.join('.')) : []
  return [{ entity, field }, ...further]
}

/** A path of relations to a field, every step of it. */
function mayRead(model: Model, entity: string, path: string, reader: string): boolean {
  const [first = '', ...rest] = path.split('.')
  const field = model.entities.get(entity)?.fields.get(first)
  // What is no field has been said to be none.
  if (!field) return true
  if (!isFieldReadable(model, entity, first, reader)) return false
  return (
    rest.length === 0 || field.type.kind !== 'relation' || mayRead(model, field.type.entity, rest.join('.'), reader)
  )
}

function pathOf({ value }: Reference): string {
  return value
    .split('.')
    .map((part) => identifierOf(part.trim(), 'field'))
    .join('.')
}

function checkSearch(model: Model, { details }: ScreenDeclaration, screen: Screen): readonly Diagnostic[] {
  const entity = 'entity' in screen.shows ? model.entities.get(screen.shows.entity) : undefined
  if (!details?.searchAt || screen.search !== true || !entity) return []
  const isSearchable = [...entity.fields.values()].some((field) => field.limits.searchable)
  return isSearchable
    ? []
    : [say.nothingSearchable(details.searchAt, { screen: screen.name, entity: entity.name.label })]
}

/** Links of tiles lead to screens, standard pages and calls. */
function checkLinks(model: Model, { details }: ScreenDeclaration, { tiles = [] }: Screen): readonly Diagnostic[] {
  return tiles.flatMap(({ name, shows }) => {
    if (shows.kind !== 'link' || !shows.to.startsWith('/') || shows.to.startsWith('/api/')) return []
    const path = shows.to.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')
    const at = details?.tiles?.find((tile) => tile.name === name)
    const screens = 'screens' in model.screens ? model.screens.screens : []
    const routes = [...STANDARD_ROUTES, ...screens.map(({ route }) => route)]
    return !at || routes.some((route) => leadsTo(route, path))
      ? []
      : [sayScreens.leadsNowhere(at.span, { to: path, nearest: nearest(path, routes) })]
  })
}

function leadsTo(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}
