// Chooses the icons of screens in the menu, so that no two stand beside the same one where it can be helped.
import { ICONS } from '#shared/model/3-entities/icons.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import type { IconName } from '../ui/icon.tsx'

/** The usual one first, then what stands for it beside another of its kind. */
const BY_KIND: { readonly [kind: string]: readonly IconName[] } = {
  table: ['table', 'list', 'layers', 'box'],
  board: ['board', 'layers'],
  calendar: ['calendar', 'clock'],
  timeline: ['clock', 'calendar'],
  gallery: ['layers', 'board'],
  map: ['map', 'compass'],
  form: ['form', 'plus'],
  dashboard: ['dashboard', 'chart', 'compass'],
  page: ['page', 'file', 'about'],
}

/** Icons by what records are often called, in the words that documents use. */
const BY_WORD: readonly (readonly [IconName, RegExp])[] = [
  ['people', /^(person|people|employee|customer|contact|member|user|applicant|candidate)/],
  ['team', /^(team|group|department|unit)/],
  ['ticket', /^(ticket|issue|incident|case|problem|booking)/],
  ['tag', /^(tag|label|categor|topic)/],
  ['book', /^(article|answer|book|guide|manual|post)/],
  ['coins', /^(invoice|payment|budget|cost|expense|price|quote|offer)/],
  ['truck', /^(supplier|deliver|order|shipment|vendor)/],
  ['briefcase', /^(job|position|opening|project|contract|client|compan)/],
  ['box', /^(product|item|asset|part|article|stock|request)/],
  ['calendar', /^(leave|absence|event|appointment|interview|holiday|shift)/],
  ['flag', /^(goal|milestone|target|change)/],
  ['bell', /^(alert|notice|reminder)/],
]
const PAGE_WORDS: readonly (readonly [IconName, RegExp])[] = [['question', /help|how|faq|guide/]]

/** Substitutes for the icon of a word that is already used for another screen. */
const ALIKE: { readonly [icon: string]: readonly IconName[] } = { people: ['person', 'team'], team: ['people'] }
const SPARE: readonly IconName[] = ['layers', 'list', 'box', 'file', 'compass', 'flag']

/**
 * Chooses an icon for each screen, by the screen's key. Screens that have only one possible icon come before the
 * tables.
 */
export function iconsOf(model: Model, screens: readonly Screen[]): ReadonlyMap<string, IconName> {
  const chosen = new Map<string, IconName>()
  const take = (screen: Screen, wished: readonly IconName[]): void => {
    const taken = new Set(chosen.values())
    const free = [...wished, ...SPARE].find((each) => !taken.has(each))
    chosen.set(screen.key, free ?? wished[0] ?? 'page')
  }
  for (const screen of screens) {
    const named = namedIcon(model, screen)
    if (named && ![...chosen.values()].includes(named)) chosen.set(screen.key, named)
  }
  const others = screens.filter(({ key }) => !chosen.has(key))
  for (const screen of others.filter(({ shows }) => shows.kind !== 'table')) take(screen, fitting(model, screen))
  for (const screen of others.filter(({ shows }) => shows.kind === 'table')) take(screen, fitting(model, screen))
  return chosen
}

/** The document's own choice holds. */
function namedIcon(model: Model, { shows }: Screen): IconName | undefined {
  if (shows.kind !== 'table' && shows.kind !== 'record') return undefined
  const named = model.entities.get(shows.entity)?.icon
  return ICONS.find((name) => name === named)
}

function fitting(model: Model, { shows, name }: Screen): readonly IconName[] {
  const usual = BY_KIND[shows.kind] ?? ['page']
  const words = shows.kind === 'page' ? PAGE_WORDS : shows.kind === 'table' ? BY_WORD : []
  const said = 'entity' in shows ? (model.entities.get(shows.entity)?.name.label ?? '') : name
  const found = words.find(([, word]) => word.test(said.toLowerCase()))?.[0]
  return found === undefined ? usual : [found, ...(ALIKE[found] ?? []), ...usual]
}
