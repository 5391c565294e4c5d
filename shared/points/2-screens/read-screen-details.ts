// Reads the details of a screen: settings, tiles and prose.
import type { Item, Part, Setting } from '../../document/document.ts'
import * as sayPoints from '../../diagnostics/all-points.ts'
import * as say from '../../diagnostics/2-screens.ts'
import type { Fragment } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNone, isNotShown, readWrittenNumber, readQuoted } from '../../text/written-values.ts'
import { PERIODS } from './periods.ts'
import { readTile } from './read-tile.ts'
import { readView } from './read-view.ts'
import type { Reference } from '../declarations.ts'
import { type PointContext, reportValue } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import { readWord, type SettingReaders, unlessNone } from '../reading/read-settings.ts'
import { readSortKeys } from '../reading/read-sort-keys.ts'
import { plainWord, type HeadedTable, type TableShape } from '../reading/read-headed-table.ts'
import type { ScreenDeclaration, ScreenDetails, ScreenViewDeclaration, TileDeclaration } from './declarations.ts'

export const TILES: TableShape = { of: 'tiles', key: ['tile', 'shows'], columns: [] }
export const VIEWS: TableShape = { of: 'views', key: ['view'], columns: ['for', 'where', 'sort'], strict: true }

const OF_LISTS: readonly string[] = [
  'columns',
  'where',
  'sort',
  'filters',
  'group',
  'search',
  'actions',
  'empty',
  'per page',
]
const OF_RECORDS: readonly string[] = ['fields', 'beside']
/** Settings of a dashboard (`period`) and of any screen (`menu`). */
const PERIOD = 'period'
const MENU = 'menu'
const WITHOUT_SETTINGS: readonly string[] = ['dashboard', 'page', 'not found']

export const SCREEN_SETTINGS: readonly string[] = [...OF_LISTS, ...OF_RECORDS, MENU, PERIOD]

/**
 * Reports whether a screen of this kind has a setting. The content of a screen decides what can be set: a page has no
 * columns.
 */
function hasSetting(kind: string, key: string): boolean {
  if (key === MENU) return true
  if (key === PERIOD) return kind === 'dashboard'
  if (WITHOUT_SETTINGS.includes(kind)) return false
  return (kind === 'record' || kind === 'form' ? OF_RECORDS : OF_LISTS).includes(key)
}

export function readScreenDetails(part: Part, screen: ScreenDeclaration, context: PointContext): ScreenDetails {
  const found: { -readonly [key in keyof ScreenDetails]?: ScreenDetails[key] } = {}
  const tiles: TileDeclaration[] = []
  const all: SettingReaders = {
    columns: (setting: Setting) => void (found.columns = readReferences(setting)),
    where: unlessNone((setting) => void (found.where = bare(setting.value))),
    sort: unlessNone((setting) => void (found.sort = readSortKeys(setting.value))),
    filters: (setting: Setting) => void (found.filters = readReferences(setting)),
    group: unlessNone((setting) => void (found.group = bare(setting.value))),
    search: (setting: Setting) => {
      const word = readWord(setting, ['yes', 'no'], context)
      if (!word) return
      found.search = word === 'yes'
      found.searchAt = setting.span
    },
    actions: (setting: Setting) => void (found.actions = readReferences(setting)),
    empty: (setting: Setting) => void (found.empty = (readQuoted(setting.value) ?? setting.value).value),
    'per page': (setting: Setting) => {
      const number = readWrittenNumber(setting.value.value)
      if (number !== undefined && Number.isInteger(number) && number >= 1 && number <= 1000) found.perPage = number
      else reportValue(setting.value, 'a whole number from 1 to 1,000', context)
    },
    fields: (setting: Setting) => void (found.fields = readSections(setting)),
    beside: (setting: Setting) => void (found.beside = readReferences(setting)),
    period: (setting: Setting) => {
      const period = readWord(setting, PERIODS, context)
      if (period) found.period = period
    },
    menu: unlessNone((setting) => void (found.menu = (readQuoted(setting.value) ?? setting.value).value)),
  }
  const addTile = (tile: TileDeclaration | undefined): void => {
    const other = tile && tiles.find((each) => each.name === tile.name)
    const related = other ? [{ message: 'The first one stands here.', span: other.span }] : []
    if (other) context.report(sayPoints.doubledName(tile.span, { name: tile.name, what: 'tiles' }, { related }))
    else if (tile) tiles.push(tile)
  }
  const readTiles = (table: HeadedTable): void => {
    const dashboard = 'kind' in screen.shows && screen.shows.kind === 'dashboard'
    if (!dashboard) context.report(say.tilesOnNoDashboard(table.table.header.span, { screen: screen.name.label }))
    else for (const row of table.rows) addTile(readTile(row, context))
  }
  const kind = 'kind' in screen.shows ? screen.shows.kind : undefined
  const views: ScreenViewDeclaration[] = []
  const readViews = (table: HeadedTable): void => {
    if (kind !== undefined && !hasSetting(kind, 'where'))
      context.report(say.viewsOnNoList(table.table.header.span, { screen: screen.name.label }))
    else for (const row of table.rows) addView(views, readView(row, screen.name.label, context), context)
  }
  const isRead = kind === 'page' || kind === 'not found'
  const settings = Object.fromEntries(
    Object.entries(all).filter(([key]) => kind === undefined || hasSetting(kind, key)),
  )
  const tables = [[TILES, readTiles] as const, [VIEWS, readViews] as const]
  const readers = { tables, settings, listsAreProse: isRead, unknown: screen.name.label }
  const prose = readSection(part.blocks, readers, context)
  reportInnerHeadings(part.parts, 'settings and prose, without headings', context)
  found.whereNotShown = part.blocks.some(
    (block) => block.kind === 'bullets' && block.entries.some((entry) => isSettingNotShown(entry, 'where')),
  )
  return {
    ...found,
    prose,
    ...(tiles.length > 0 ? { tiles } : {}),
    ...(views.length > 0 ? { views } : {}),
    span: part.span,
  }
}

function addView(views: ScreenViewDeclaration[], view: ScreenViewDeclaration | undefined, context: PointContext): void {
  const other = view && views.find((each) => keyOfView(each) === keyOfView(view))
  const related = other ? [{ message: 'The first one stands here.', span: other.span }] : []
  if (view && other)
    context.report(sayPoints.doubledName(view.span, { name: view.name.value, what: 'views' }, { related }))
  else if (view) views.push(view)
}

function keyOfView({ name }: ScreenViewDeclaration): string {
  return identifierOf(name.value, 'field')
}

function isSettingNotShown(entry: Setting | Item, key: string): boolean {
  return entry.kind === 'setting' && plainWord(entry.key.value) === key && isNotShown(entry.value.value)
}

/** Names with commas, or one a bullet below the setting. */
function readReferences(setting: Setting): Reference[] {
  if (isNone(setting.value.value)) return []
  return [setting.value, ...setting.items.map((item) => item.text)].flatMap((text) => splitFragment(text)).map(bare)
}

/** Sections are divided by `---`, or are nested bullets: `- Who: requester, team`, or a title with the fields below it. */
function readSections(setting: Setting): { title?: string; fields: Reference[] }[] {
  const sections: { title?: string; fields: Reference[] }[] = []
  const add = (fields: readonly Fragment[], title?: string): void => {
    const last = sections.at(-1)
    if (title === undefined && last && last.title === undefined) last.fields.push(...fields.map(bare))
    else sections.push({ ...(title === undefined ? {} : { title }), fields: fields.map(bare) })
  }
  for (const field of splitFragment(setting.value)) {
    if (/^[-–—]{2,}$/.test(field.value)) sections.push({ fields: [] })
    else if (sections.length === 0) add([field])
    else sections.at(-1)?.fields.push(bare(field))
  }
  for (const item of setting.items) {
    const titled = matchParts(item.text, /^([^,:]+):(?:\s+(.*))?$/ds)
    const inner = item.items.flatMap((nested) => (nested.kind === 'item' ? splitFragment(nested.text) : []))
    if (titled?.[1]) add([...(titled[2] ? splitFragment(titled[2]) : []), ...inner], titled[1].value)
    else if (inner.length > 0) add(inner, item.text.value)
    else add(splitFragment(item.text))
  }
  return sections.filter((section) => section.fields.length > 0)
}
