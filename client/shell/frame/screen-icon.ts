// Chooses the icons of screens in the menu, so that no two stand beside the same one where it can be helped.
import { ICONS } from '#shared/model/3-entities/icons.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import type { IconName } from '../../ui/icon.tsx'

const BY_KIND: { readonly [kind: string]: IconName } = {
  table: 'table',
  board: 'board',
  calendar: 'calendar',
  timeline: 'calendar',
  gallery: 'board',
  map: 'map',
  form: 'form',
  dashboard: 'dashboard',
  page: 'page',
}

/** What records are often called, in the words of documents. */
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

/** Once the usual one is taken. */
const SPARE: readonly IconName[] = ['layers', 'box', 'flag', 'list', 'page', 'file', 'compass']

/** Of each screen by its key. */
export function iconsOf(model: Model, screens: readonly Screen[]): ReadonlyMap<string, IconName> {
  const chosen = new Map<string, IconName>()
  const taken = new Set<IconName>()
  for (const screen of screens) {
    const named = namedIcon(model, screen)
    const wished = named ?? fitting(model, screen)
    const icon = named || !taken.has(wished) ? wished : (SPARE.find((each) => !taken.has(each)) ?? wished)
    chosen.set(screen.key, icon)
    taken.add(icon)
  }
  return chosen
}

/** The document's own choice holds. */
function namedIcon(model: Model, { shows }: Screen): IconName | undefined {
  if (shows.kind !== 'table' && shows.kind !== 'record') return undefined
  const named = model.entities.get(shows.entity)?.icon
  return ICONS.find((name) => name === named)
}

function fitting(model: Model, { shows, name }: Screen): IconName {
  const usual = BY_KIND[shows.kind] ?? 'page'
  if (shows.kind === 'page') return PAGE_WORDS.find(([, word]) => word.test(name.toLowerCase()))?.[0] ?? usual
  if (shows.kind !== 'table') return usual
  const label = model.entities.get(shows.entity)?.name.label.toLowerCase() ?? ''
  return BY_WORD.find(([, word]) => word.test(label))?.[0] ?? usual
}
